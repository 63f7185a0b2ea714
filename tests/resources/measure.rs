//! What the tests of memory share: the server's account of it, and sites that need much of it.

use test_support::*;

/// A server without what it keeps of each command that it has ever run.
pub fn quiet() -> Setup {
    with_module().config("latency-tracking no").config("slowlog-max-len 0")
}

/// What the server has allocated, while nobody else is connected and nothing is left to free.
pub fn used(server: &Server) -> i64 {
    let mut c = server.resp2();
    wait_until(DEADLINE, "all others are gone, and all is freed", || {
        c.report("CLIENT LIST TYPE normal").lines().count() == 1
            && info(&mut c, "memory", "lazyfree_pending_objects") == "0"
    });
    info_number(&mut c, "memory", "used_memory")
}

/// What the key says that it takes.
pub fn claimed(server: &Server, key: &str) -> i64 {
    server.resp2().int(&format!("MEMORY USAGE {key}"))
}

/// Sends lines, none of which may be refused, from a client that is gone afterwards.
pub fn send(server: &Server, lines: impl Iterator<Item = String>) {
    let mut c = server.resp2();
    let lines: Vec<_> = lines.collect();
    for (line, reply) in lines.iter().zip(c.run_all(&lines)) {
        assert!(!matches!(reply, Value::ServerError(_)), "{line}: {reply:?}");
    }
}

/// So many thousands of voters for one article.
pub fn crowd(server: &Server, key: &str, article: i64, thousands: i64) {
    let load = |part: i64| {
        let names: Vec<_> = (0..1000).map(|n| format!("one-of-many-{part}-{n}")).collect();
        format!("ARTICLE.LOAD {key} VOTERS {article} UP 1000 {}", names.join(" "))
    };
    send(server, (0..thousands).map(load));
}
