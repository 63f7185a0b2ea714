//! Settings, moderation, boosts, duplicates and loads with flags arrive on replicas, in append-only
//! files of each kind and in copies, with any clock and configuration there.

use test_support::*;

/// The defaults of a replica, each different from the primary's.
const OTHER_DEFAULTS: &str =
    "vote-score 7 vote-window 8 page-size 9 self-vote no formula log downvotes no dedupe 1000";
const MONTH: i64 = 30 * 86_400;

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: [&str; 41] = [
    "ARTICLE.MODERATE news HIDE 1 2 99",
    "ARTICLE.GROUPADD news 1 joined-while-hidden",
    "ARTICLE.GROUPREM news 2 g",
    "ARTICLE.EDIT news 2 LINK https://example.com/edited FIELDS 1 f w",
    "ARTICLE.MODERATE news SHOW 1",
    "ARTICLE.MODERATE news LOCK 3 4",
    "ARTICLE.MODERATE news UNLOCK 3",
    "ARTICLE.VOTE news bob 3 DOWN",
    "ARTICLE.MODERATE news PIN 4 5 6",
    "ARTICLE.MODERATE news UNPIN 6",
    "ARTICLE.VOTE news bob 5",
    "ARTICLE.BOOST news 5 1000",
    "ARTICLE.BOOST news 5 -3000 INCR",
    "ARTICLE.BOOST news 6 -315360000",
    "ARTICLE.BOOST news 5 0",
    // Closed.
    "ARTICLE.BOOST news 9 77",
    "ARTICLE.ALTER news FORMULA log",
    "ARTICLE.VOTE news cleo 5",
    "ARTICLE.ALTER news VOTESCORE 45000",
    "ARTICLE.ALTER news DEDUPE 3153600000",
    "ARTICLE.POST news dan again https://example.com/7 GROUPS 1 g",
    // The duplicate is hidden, so this is an article.
    "ARTICLE.POST news dan again https://example.com/edited GROUPS 1 g",
    "ARTICLE.VOTE news eve 3 DOWN SILENT",
    "ARTICLE.VOTE news bob 5 SILENT",
    "ARTICLE.VOTE news fay 7 SILENT",
    "ARTICLE.LOAD news VOTERS 5 UP 1 a SILENTUP 1 b SILENTDOWN 2 c d",
    "ARTICLE.ALTER news DOWNVOTES no DEDUPE 0 SELFVOTE no",
    "ARTICLE.POST news dan again https://example.com/7",
    "ARTICLE.VOTE news bob 3 NONE",
    "ARTICLE.LOAD news ARTICLE 20 eve t l TIME 1000 CLOSES 3000000000 HIDDEN UP 2 a b GROUPS 1 g",
    "ARTICLE.LOAD news ARTICLE 21 eve t l TIME 1000 CLOSES 2000 LOCKED PINNED BOOST -9 COUNTS 9 4",
    "ARTICLE.LOAD news ARTICLE 22 eve t l TIME 1000 CLOSES 3000000000 BOOST 5 SCORE 3 DOWN 1 bob",
    "ARTICLE.LOAD news VOTERS 22 UP 2 cleo dan",
    "ARTICLE.LOAD news ARTICLE 23 eve t l TIME 1000 CLOSES 3000000000 UP 1 a SILENTUP 1 bob",
    "ARTICLE.LOAD news ARTICLE 24 eve t l TIME 1000 CLOSES 2000 UP 1 a SILENTDOWN 1 bob",
    "ARTICLE.UNVOTE news bob 0 COUNT 5",
    // Only frees the votes on an article that has closed.
    "ARTICLE.UNVOTE news nobody 24",
    "ARTICLE.TRANSFER news user-1 user-2 COUNT 2",
    "ARTICLE.TRANSFER news user-2 [deleted]",
    "ARTICLE.DEL news 20 4",
    "ARTICLE.ALTER news FORMULA linear",
];

/// Lines that change nothing.
const NO_CHANGES: [&str; 8] = [
    "ARTICLE.MODERATE news SHOW 1 99",
    "ARTICLE.MODERATE news UNPIN 1",
    "ARTICLE.BOOST news 1 0",
    "ARTICLE.BOOST news 1 0 INCR",
    "ARTICLE.BOOST news 1 315360001",
    "ARTICLE.BOOST news 99 1",
    "ARTICLE.ALTER news FORMULA linear DEDUPE 0",
    "ARTICLE.MODERATE none HIDE 1",
];

/// Makes a site of eight articles that are open and one that has closed.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 100");
    for id in 1..=9 {
        let time = if id == 9 { "TIME 1000" } else { "" };
        let line = format!("user-{} title https://example.com/{id} GROUPS 1 g {time}", id % 3);
        assert_eq!(c.int(&format!("ARTICLE.POST news {line}")), id);
    }
}

fn digest(c: &mut Client, key: &str) -> Value {
    assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {key}")), Value::Okay, "{key}");
    c.run(&format!("DEBUG DIGEST-VALUE {key}"))
}

fn setup() -> Setup {
    with_module().config("enable-debug-command local").config("repl-diskless-sync-delay 0")
}

fn calls(c: &mut Client, command: &str) -> i64 {
    let stats = info(c, "commandstats", &format!("cmdstat_article.{command}"));
    let calls = stats.split(',').find_map(|part| part.strip_prefix("calls="));
    calls.map_or(0, |calls| calls.parse().expect("a number"))
}

#[test]
fn every_change_is_in_digests_copies_and_replicas() {
    let primary = setup().start();
    let replica = setup().module_args(OTHER_DEFAULTS).clock(MONTH).start();
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    let (mut c, mut other) = (primary.resp3(), replica.resp3());
    make(&mut c);
    await_caught_up(&primary, &replica);
    let mut before = digest(&mut c, "news");
    for line in CHANGES {
        assert!(!is_error(&c.run(line)), "{line}");
        let after = digest(&mut c, "news");
        assert_ne!(after, before, "{line}");
        before = after;

        assert_eq!(c.int("COPY news copied REPLACE"), 1);
        let dump = c.dump("news");
        assert_eq!(c.call("RESTORE", ("restored", 0, dump, "REPLACE")), Value::Okay);
        let snapshot = SiteSnapshot::of(&mut c, "news").without_clock();
        for key in ["copied", "restored"] {
            assert_eq!(digest(&mut c, key), before, "{key} after {line}");
            snapshot.assert_same(&SiteSnapshot::of(&mut c, key).without_clock());
        }
        await_caught_up(&primary, &replica);
        assert_eq!(digest(&mut other, "news"), before, "the replica after {line}");
        snapshot.assert_same(&SiteSnapshot::of(&mut other, "news").without_clock());
    }
    let offset = |c: &mut Client| info_number(c, "replication", "master_repl_offset");
    let (replicated, written) = (offset(&mut c), calls(&mut other, "moderate"));
    for line in NO_CHANGES {
        c.run(line);
        assert_eq!(digest(&mut c, "news"), before, "{line}");
    }
    await_caught_up(&primary, &replica);
    assert!(offset(&mut c) < replicated + 100, "nothing but a ping is replicated");
    assert_eq!(calls(&mut other, "moderate"), written);
    // A post that was a vote arrived as a vote.
    let posts = CHANGES.iter().filter(|line| line.starts_with("ARTICLE.POST")).count() as i64;
    assert_eq!(calls(&mut other, "post"), 9 + posts - 1);
}

#[test]
fn every_change_is_in_append_only_files_of_each_kind() {
    let setup = setup().config("appendonly yes").config("appendfsync always");
    let mut server = setup.clock(0).start();
    let mut c = server.resp3();
    make(&mut c);
    let (first, second) = CHANGES.split_at(CHANGES.len() / 2);
    for (lines, preamble) in [(first, None), (&[], Some("no")), (second, None), (&[], Some("yes"))]
    {
        let mut c = server.resp3();
        for line in lines {
            assert!(!is_error(&c.run(line)), "{line}");
        }
        if let Some(preamble) = preamble {
            c.ok(&format!("CONFIG SET aof-use-rdb-preamble {preamble}"));
            aof::rewrite(&mut c);
        }
        let before = digest(&mut c, "news");
        let snapshot = SiteSnapshot::of(&mut c, "news").without_clock();
        c.ok("CONFIG SET article.formula log article.dedupe 1000 article.downvotes no");
        c.ok("CONFIG REWRITE");
        for clock in [MONTH, -MONTH, 0] {
            server.set_clock(clock);
            server.restart();
            let mut c = server.resp3();
            assert_eq!(digest(&mut c, "news"), before, "{preamble:?} {clock}");
            snapshot.assert_same(&SiteSnapshot::of(&mut c, "news").without_clock());
        }
    }
    // Once more as commands, with every flag there is.
    let mut c = server.resp3();
    c.ok("CONFIG SET aof-use-rdb-preamble no");
    aof::rewrite(&mut c);
    let before = digest(&mut c, "news");
    server.restart();
    assert_eq!(digest(&mut server.resp3(), "news"), before);
}
