//! Whether each of many changes of a site arrives everywhere: in digests, copies, payloads, on
//! replicas, and in append-only files of each kind, with any clock and configuration there.

use std::thread;

use test_support::*;

use crate::{comments, kept_votes, moderation, readers};

/// A site `news`, and what is done with it.
pub struct Site {
    pub make: fn(&mut Client),
    /// After a plus, lines each of which changes the site that `make` makes and those before it
    /// changed; after a minus, lines that change nothing after these.
    pub lines: &'static str,
}

const SITES: [Site; 5] =
    [moderation::SITE, comments::SITE, kept_votes::SITE, readers::SEEN, readers::LISTS];

/// The defaults of a replica or of a server that restarts, each different from those of its
/// primary.
const OTHER_DEFAULTS: &str = "vote-score 7 vote-window 8 page-size 9 self-vote no formula log \
                              downvotes no dedupe 1000 bump-window 1 keep-votes yes";
pub const MONTH: i64 = 30 * 86_400;

/// Returns the digest of a consistent site.
pub fn digest(c: &mut Client, key: &str) -> Value {
    c.check(key);
    c.run(&format!("DEBUG DIGEST-VALUE {key}"))
}

/// Returns the setup of a server with digests, and with replicas that are synchronized at once.
pub fn setup() -> Setup {
    with_module().config("enable-debug-command local")
}

/// Starts a replica with another clock and other defaults, which has caught up.
pub fn other_replica(primary: &Server, clock: i64) -> Server {
    let replica = setup().module_args(OTHER_DEFAULTS).clock(clock).start();
    follow(&replica, primary);
    await_caught_up(primary, &replica);
    replica
}

#[test]
fn every_change_is_in_digests_copies_and_replicas() {
    for_each_site(|site| {
        let primary = setup().start();
        let replica = other_replica(&primary, MONTH);
        (site.make)(&mut primary.resp3());
        await_caught_up(&primary, &replica);
        let before = apply_with_replica(&primary, &replica, &marked(site.lines, "+"));
        assert_no_changes(&primary, &marked(site.lines, "-"));
        // A new replica reads the same site.
        let late = other_replica(&primary, -MONTH);
        assert_eq!(digest(&mut late.resp3(), "news"), before);
    });
}

#[test]
fn every_change_is_in_append_only_files_of_each_kind() {
    for_each_site(|site| {
        let changes = marked(site.lines, "+");
        let (first, second) = changes.split_at(changes.len() / 2);
        apply_with_restarts(site.make, &[first, second]);
    });
}

/// Runs the test with each site, at the same time.
fn for_each_site(test: fn(&Site)) {
    thread::scope(|scope| {
        SITES.iter().for_each(|site| drop(scope.spawn(move || test(site))));
    });
}

/// Applies lines each of which changes the site `news`, and checks after each that copies,
/// payloads and a replica have the change. Returns the digest at the end.
fn apply_with_replica(primary: &Server, replica: &Server, lines: &[&str]) -> Value {
    let (mut c, mut other) = (primary.resp3(), replica.resp3());
    let mut before = digest(&mut c, "news");
    for line in lines {
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
        let after = digest(&mut c, "news");
        assert_ne!(after, before, "{line}");
        before = after;

        assert_eq!(c.int("COPY news copied REPLACE"), 1);
        c.restore("news", "restored");
        let snapshot = SiteSnapshot::of(&mut c, "news").without_clock();
        for key in ["copied", "restored"] {
            assert_eq!(digest(&mut c, key), before, "{key} after {line}");
            snapshot.assert_same(&SiteSnapshot::of(&mut c, key).without_clock());
        }
        await_caught_up(primary, replica);
        assert_eq!(digest(&mut other, "news"), before, "the replica after {line}");
        snapshot.assert_same(&SiteSnapshot::of(&mut other, "news").without_clock());
    }
    before
}

/// Checks that lines change nothing, and that none of them is replicated.
fn assert_no_changes(primary: &Server, lines: &[&str]) {
    let offset = |c: &mut Client| info_number(c, "replication", "master_repl_offset");
    let mut c = primary.resp3();
    let (before, replicated) = (digest(&mut c, "news"), offset(&mut c));
    for line in lines {
        c.run(line);
        assert_eq!(digest(&mut c, "news"), before, "{line}");
    }
    assert!(offset(&mut c) < replicated + 100, "nothing but a ping is replicated");
}

/// Applies parts of lines to the site `news` that `make` makes. Checks after each part, and after
/// a rewrite as commands and one with a preamble, that the append-only file has the site, with any
/// clock and configuration of the server that loads it.
fn apply_with_restarts(make: fn(&mut Client), parts: &[&[&str]]) {
    let setup = setup().config("appendonly yes").config("appendfsync always");
    let mut server = setup.clock(0).start();
    make(&mut server.resp3());
    for lines in parts {
        for preamble in [None, Some("no"), Some("yes")] {
            let mut c = server.resp3();
            if let Some(preamble) = preamble {
                c.ok(&format!("CONFIG SET aof-use-rdb-preamble {preamble}"));
                aof::rewrite(&mut c);
            } else {
                for line in *lines {
                    assert!(!is_error(&c.run(line)), "{line}");
                }
            }
            let before = digest(&mut c, "news");
            let snapshot = SiteSnapshot::of(&mut c, "news").without_clock();
            c.ok("CONFIG SET article.formula log article.dedupe 1000 article.downvotes no \
                  article.bump-window 5 article.self-vote no article.keep-votes yes \
                  article.vote-score 7 article.vote-window 8 article.page-size 9");
            c.ok("CONFIG REWRITE");
            for clock in [MONTH, -MONTH, 0] {
                server.set_clock(clock);
                server.restart();
                let mut c = server.resp3();
                assert_eq!(digest(&mut c, "news"), before, "{preamble:?} {clock}");
                snapshot.assert_same(&SiteSnapshot::of(&mut c, "news").without_clock());
            }
        }
    }
}
