//! What the tests of memory and time share.

use std::sync::{Mutex, MutexGuard, PoisonError};
use test_support::*;

/// Held by each test of this program while it runs, where times are checked: two at once would
/// measure each other. Each test has a server of its own, so its memory is measured alone.
static ALONE: Mutex<()> = Mutex::new(());

/// Whom the other tests wait for.
pub type Alone = Option<MutexGuard<'static, ()>>;

/// Where times are checked, waits until no other test of this program runs, and keeps others
/// waiting.
pub fn alone() -> Alone {
    // A test that fails leaves nothing that matters to another.
    checks_times().then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Returns whether times are checked. They mean something on a machine that does nothing else, as
/// under `make torture`.
fn checks_times() -> bool {
    std::env::var_os("MEASURE_TIME").is_some()
}

/// Like [`alone`], and starts a server.
#[track_caller]
pub fn start_alone(setup: Setup) -> (Alone, Server) {
    (alone(), setup.start())
}

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

/// Reports a time, and checks it where times are checked.
#[track_caller]
pub fn assert_below(what: &str, measured: f64, bound: f64) {
    report(format!("{what}: {measured:.2} (at most {bound})"));
    if checks_times() {
        assert!(measured <= bound, "{what}: {measured:.2}, not at most {bound}");
    }
}
