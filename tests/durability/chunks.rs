//! A site is the same after a restart and a RESTORE, wherever a chunk of its bytes ends.

use std::ops::RangeInclusive;
use test_support::*;

/// The number of bytes that the module collects before it passes a chunk to the server.
const CHUNK: usize = 65_536;
/// Lengths of a text that make a small site about one chunk long.
const AROUND: RangeInclusive<usize> = CHUNK - 70..=CHUNK + 10;

/// Makes sites, dumps and restores each, restarts the server, and compares.
fn assert_survive(make: impl FnOnce(&mut Client)) {
    let mut server = with_module().config("enable-debug-command local").start();
    let mut c = server.resp3();
    make(&mut c);
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
    assert_survive(|c| {
        for length in AROUND.chain([2 * CHUNK, 1 << 20]) {
            let key = format!("site-{length}");
            c.ok(&format!("ARTICLE.CREATE {key} SELFVOTE no"));
            let fields = ("FIELDS", 1, "f", "v".repeat(length));
            assert_eq!(c.call("ARTICLE.POST", (key, "alice", "t", "l", fields)), int(1));
        }
    });
}

#[test]
fn a_site_that_ends_with_a_poster_survives() {
    assert_survive(|c| {
        c.ok("CONFIG SET article.self-vote no");
        for length in AROUND.filter(|length| *length <= 65_535) {
            let link = "l".repeat(length);
            assert_eq!(c.call("ARTICLE.POST", (length, "alice", "t", link)), int(1));
        }
    });
}

#[test]
fn a_site_that_ends_with_a_voter_survives() {
    let load = |c: &mut Client, key: String, more: &[&str]| {
        let times = ("TIME", 1000, "CLOSES", 3_000_000_000_u32);
        let article = ("ARTICLE", 1, "alice", "t", "l", times, more);
        assert_eq!(c.call("ARTICLE.LOAD", (key, article)), Value::Okay);
    };
    assert_survive(|c| {
        for length in AROUND {
            let value = "v".repeat(length);
            let more = ["UP", "2", "ann", "bob", "FIELDS", "1", "f", &value];
            load(c, length.to_string(), &more);
        }
        // The names fill several chunks, and each site fills its last one to a different degree.
        for voters in (5400..5500).step_by(7) {
            let names: Vec<_> = (0..voters).map(|n| format!("voter-{n:05}")).collect();
            let number = voters.to_string();
            let names = names.iter().map(String::as_str);
            let more: Vec<_> = ["DOWN", &number].into_iter().chain(names).collect();
            load(c, format!("crowd-{voters}"), &more);
        }
    });
}

#[test]
fn a_site_survives_if_a_chunk_ends_between_articles() {
    assert_survive(|c| {
        for (length, id) in AROUND.flat_map(|length| (1..=3).map(move |id| (length, id))) {
            let more = ("GROUPS", 1, "g", "FIELDS", 1, "f", "v".repeat(length));
            assert_eq!(c.call("ARTICLE.POST", (length, "alice", "t", "l", more)), int(id));
        }
    });
}

#[test]
fn a_site_survives_if_group_names_fill_a_chunk() {
    assert_survive(|c| {
        for (groups, number) in
            [250, 256, 261, 262, 263, 600].into_iter().flat_map(|g| (0..g).map(move |n| (g, n)))
        {
            let name = format!("{number:0>250}");
            let reply = c.call("ARTICLE.POST", (groups, "alice", "t", "l", "GROUPS", 1, name));
            assert_eq!(reply, int(number + 1));
        }
    });
}
