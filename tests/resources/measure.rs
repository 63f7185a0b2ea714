//! What the tests of memory share.

use test_support::*;

/// Returns the setup of a server that keeps neither statistics per command nor replies.
pub fn quiet() -> Setup {
    let setup = with_module().config("latency-tracking no").config("slowlog-max-len 0");
    setup.module_args("reply-cache 0")
}

/// Returns the memory that the server has allocated, once nobody else is connected and the server
/// is at rest.
pub fn used(server: &Server) -> i64 {
    let mut c = server.resp2();
    wait_until(DEADLINE, "everybody else is gone", || {
        c.report("CLIENT LIST TYPE normal").lines().count() == 1
    });
    used_memory(&mut c)
}

/// Checks that the key is said to use at most this much memory.
#[track_caller]
pub fn assert_claimed(server: &Server, key: &str, most: i64, what: &str) {
    let claimed = claimed(server, key);
    assert!(claimed <= most, "{what}: {claimed} bytes claimed, not at most {most}");
}

/// Checks that the server uses at most this much memory.
#[track_caller]
pub fn assert_used(server: &Server, most: i64, what: &str) {
    let used = used(server);
    assert!(used <= most, "{what}: {used} bytes used, not at most {most}");
}

/// Checks that claimed memory is real memory, give or take a hundredth.
#[track_caller]
pub fn assert_near(claimed: i64, real: i64, what: &str) {
    let off = (claimed - real) as f64 * 100.0 / real as f64;
    report(format!("{what}: {claimed} bytes claimed, {real} real ({off:+.2} %)"));
    assert!(off.abs() <= 1.0, "{what}");
}

/// Returns the most bytes in which a site remembers this number of deletions: 16 for each of the
/// last 100,000, and room for as many again.
pub fn remembered(deletions: i64) -> i64 {
    16 * (deletions.min(100_000) as u64).next_power_of_two() as i64
}

/// Returns the memory that the key is said to use, once the server is at rest.
pub fn claimed(server: &Server, key: &str) -> i64 {
    memory_usage(&mut server.resp2(), key)
}

/// Sends lines, none of which may be refused, from a client that then disconnects.
#[track_caller]
pub fn send(server: &Server, lines: impl Iterator<Item = String>) {
    let mut c = server.resp2();
    let lines: Vec<_> = lines.collect();
    for (line, reply) in lines.iter().zip(c.run_all(&lines)) {
        assert!(!is_error(&reply), "{line}: {reply:?}");
    }
}

/// Loads thousands of voters into an article.
#[track_caller]
pub fn load_voters(server: &Server, key: &str, article: i64, thousands: i64) {
    let load = |part: i64| {
        let names: Vec<_> = (0..1000).map(|n| format!("one-of-many-{part}-{n}")).collect();
        format!("ARTICLE.LOAD {key} VOTERS {article} UP 1000 {}", names.join(" "))
    };
    send(server, (0..thousands).map(load));
}
