//! A site is the same after a restart and a RESTORE, wherever a chunk of its bytes ends.

use std::ops::RangeInclusive;
use test_support::*;

/// The number of bytes that the module collects before it passes a chunk to the server.
const CHUNK: usize = 65_536;
/// Lengths of a text that make a small site about one chunk long.
const AROUND: RangeInclusive<usize> = CHUNK - 70..=CHUNK + 10;

fn setup() -> Setup {
    with_module().config("enable-debug-command local")
}

/// Dumps and restores each site, restarts the server, and compares.
fn assert_survive(server: &mut Server) {
    let mut c = server.resp3();
    let before = ServerSnapshot::of(&mut c);
    let keys = c.run("KEYS *");
    for key in items(&keys).iter().map(text) {
        let dump = c.dump(&key);
        let digest = c.run(&format!("DEBUG DIGEST-VALUE {key}"));
        c.run(&format!("DEL {key}"));
        let reply = c.call("RESTORE", (key.as_str(), 0, dump));
        assert_eq!(reply, Value::Okay, "{key}");
        assert_eq!(c.run(&format!("DEBUG DIGEST-VALUE {key}")), digest, "{key}");
    }
    c.ok("SAVE");
    server.restart();
    before.assert_same(&ServerSnapshot::of(&mut server.resp3()));
    report(format!("{} sites survived", before.len()));
}

#[test]
fn a_site_that_ends_with_a_custom_field_survives() {
    let mut server = setup().start();
    let mut c = server.resp3();
    for length in AROUND.chain([2 * CHUNK, 1 << 20]) {
        let key = format!("site-{length}");
        c.ok(&format!("ARTICLE.CREATE {key} SELFVOTE no"));
        let value = "v".repeat(length);
        let reply = c.call("ARTICLE.POST", (key, "alice", "t", "l", "FIELDS", 1, "f", value));
        assert_eq!(reply, int(1));
    }
    assert_survive(&mut server);
}

#[test]
fn a_site_that_ends_with_a_poster_survives() {
    let mut server = setup().start();
    let mut c = server.resp3();
    c.ok("CONFIG SET article.self-vote no");
    for length in AROUND.filter(|length| *length <= 65_535) {
        let link = "l".repeat(length);
        assert_eq!(c.call("ARTICLE.POST", (length, "alice", "t", link)), int(1));
    }
    assert_survive(&mut server);
}

#[test]
fn a_site_that_ends_with_a_voter_survives() {
    let mut server = setup().start();
    let mut c = server.resp3();
    for length in AROUND {
        let times = ("TIME", 1000, "CLOSES", 3_000_000_000_u32, "UP", 2, "ann", "bob");
        let fields = ("FIELDS", 1, "f", "v".repeat(length));
        let article = ("ARTICLE", 1, "alice", "t", "l", times, fields);
        assert_eq!(c.call("ARTICLE.LOAD", (length, article)), Value::Okay);
    }
    // The names fill several chunks, and each site fills its last chunk to a different degree.
    for voters in (5400..5500).step_by(7) {
        let names: Vec<_> = (0..voters).map(|n| format!("voter-{n:05}")).collect();
        let times = ("TIME", 1000, "CLOSES", 3_000_000_000_u32, "DOWN", voters, names);
        let article = ("ARTICLE", 1, "alice", "t", "l", times);
        assert_eq!(c.call("ARTICLE.LOAD", (format!("crowd-{voters}"), article)), Value::Okay);
    }
    assert_survive(&mut server);
}

#[test]
fn a_site_survives_if_a_chunk_ends_between_articles() {
    let mut server = setup().start();
    let mut c = server.resp3();
    for length in AROUND {
        for article in 1..=3 {
            let fields = ("FIELDS", 1, "f", "v".repeat(length));
            let reply =
                c.call("ARTICLE.POST", (length, "alice", "t", "l", "GROUPS", 1, "g", fields));
            assert_eq!(reply, int(article));
        }
    }
    assert_survive(&mut server);
}

#[test]
fn a_site_survives_if_group_names_fill_a_chunk() {
    let mut server = setup().start();
    let mut c = server.resp3();
    let name = |number: usize| format!("{number:0>250}");
    for groups in [250, 256, 261, 262, 263, 600] {
        for number in 0..groups {
            let article = (groups, "alice", "t", "l", "GROUPS", 1, name(number));
            let reply = c.call("ARTICLE.POST", article);
            assert_eq!(reply, int(number as i64 + 1));
        }
    }
    assert_survive(&mut server);
}
