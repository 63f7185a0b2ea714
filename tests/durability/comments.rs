//! Comments, their places, and what is done with them arrive on replicas, in append-only files of each
//! kind, in RDB files and in copies, with any clock and configuration there.

use test_support::*;

/// The defaults of a replica, each different from the primary's.
const OTHER_DEFAULTS: &str = "vote-score 7 vote-window 8 page-size 9 self-vote no formula log \
                              downvotes no dedupe 1000 bump-window 1";
const MONTH: i64 = 30 * 86_400;

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: [&str; 50] = [
    "COMMENT news bob 1 text",
    "COMMENT news cleo 2 text FIELDS 1 f v",
    "COMMENT news dan 3 text TIME 1000",
    "COMMENT news dan 3 text ID 10 WITHCOUNTS",
    "COMMENT news eve 10 text ID 11 TIME 2000",
    "COMMENT news eve 1 text",
    "VOTE news ann 2",
    "VOTE news ann 3 DOWN",
    "VOTE news eve 3 SILENT",
    "VOTE news dan 3 DOWN SILENT",
    "EDIT news 3 TEXT other",
    "EDIT news 3 FIELDS 1 g w UNSET 1 f",
    "INCRBY news 3 count 5",
    "BOOST news 3 600",
    "MODERATE news PIN 3",
    "MODERATE news PIN 12",
    "MODERATE news LOCK 10",
    "MODERATE news HIDE 10",
    "COMMENT news bob 11 text",
    // Places: of a pinned one, of a hidden one, and of the article.
    "DEL news 3",
    "DEL news 10",
    "VOTE news fay 13",
    "DEL news 1",
    "COMMENT news bob 13 text",
    "MODERATE news HIDE 11",
    "MODERATE news SHOW 11",
    "MODERATE news UNPIN 12",
    "LOAD news PLACE 20 0 TIME 1000 COUNTS 5 2",
    "LOAD news PLACE 21 20 TIME 1500 COUNTS 3 1 BOOST -7 SCORE 99",
    "LOAD news PLACE 22 2 TIME 1500",
    "LOAD news COMMENT 23 ann 21 text TIME 1000 CLOSES 3000000000 UP 2 a b SILENTDOWN 1 c",
    "LOAD news COMMENT 24 ann 22 text TIME 1000 CLOSES 2000 COUNTS 7 2 SCORE 5 PINNED HIDDEN",
    "LOAD news COMMENT 25 ann 24 text TIME 9000000000 CLOSES 9000000001 LOCKED BOOST 4",
    "LOAD news VOTERS 23 SILENTUP 1 d DOWN 1 e",
    "POST news bob t l",
    "COMMENT news bob 26 text",
    "ALTER news BUMPWINDOW 1 VOTESCORE 45000",
    "COMMENT news bob 26 text",
    "ALTER news FORMULA log",
    "ALTER news SELFVOTE no DOWNVOTES no",
    "COMMENT news bob 28 text",
    "BUMP news 26 COMMENTS 5 TIME 8000000000",
    "UNVOTE news bob 0",
    "UNVOTE news eve 3",
    "TRANSFER news bob [deleted] COUNT 2",
    "TRANSFER news bob [deleted]",
    "DEL news 26 27 28",
    "COMMENT news bob 29 text",
    // The last below a place takes it and those above it along.
    "DEL news 23",
    "DEL news 24 25",
];

/// Lines that change nothing.
const NO_CHANGES: [&str; 9] = [
    "COMMENT news bob 10 text",
    "COMMENT news bob 99 text",
    "COMMENT none bob 1 text",
    "EDIT news 2 TEXT text",
    "EDIT news 2 TITLE t",
    "MODERATE news SHOW 2 10",
    "DEL news 10 20 21",
    "LOAD news COMMENT 90 bob 21 text TIME 1000 CLOSES 2000",
    "LOAD news PLACE 90 21 TIME 1000",
];

fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 100 BUMPWINDOW 100000");
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
}

/// Runs a line after making the clock's second another one, where it must be so.
#[track_caller]
fn change(c: &mut Client, line: &str) {
    // A bump cannot be in the future.
    let line = line.replace("TIME 8000000000", "");
    let reply = c.run(&format!("ARTICLE.{line}"));
    assert!(!is_error(&reply), "{line}: {reply:?}");
}

fn digest(c: &mut Client, key: &str) -> Value {
    assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {key}")), Value::Okay, "{key}");
    c.run(&format!("DEBUG DIGEST-VALUE {key}"))
}

fn setup() -> Setup {
    with_module().config("enable-debug-command local").config("repl-diskless-sync-delay 0")
}

#[test]
fn every_change_is_in_digests_copies_and_replicas() {
    let primary = setup().start();
    let replica = setup().module_args(OTHER_DEFAULTS).clock(MONTH).start();
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    let (mut c, mut other) = (primary.resp3(), replica.resp3());
    make(&mut c);
    let mut before = digest(&mut c, "news");
    for line in CHANGES {
        change(&mut c, line);
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
    let replicated = offset(&mut c);
    for line in NO_CHANGES {
        c.run(&format!("ARTICLE.{line}"));
        assert_eq!(digest(&mut c, "news"), before, "{line}");
    }
    assert!(offset(&mut c) < replicated + 100, "nothing but a ping is replicated");
    // A replica that synchronizes anew reads the same site.
    let late = setup().module_args(OTHER_DEFAULTS).clock(-MONTH).start();
    follow(&late, &primary);
    await_caught_up(&primary, &late);
    assert_eq!(digest(&mut late.resp3(), "news"), before);
    // It becomes a primary and goes on.
    other.ok("REPLICAOF NO ONE");
    let last = other.info("news").int("last_id");
    assert_eq!(other.int("ARTICLE.COMMENT news bob 2 text"), last + 1);
    assert_eq!(other.run("ARTICLE.DEBUG CHECK news"), Value::Okay);
}

#[test]
fn a_comment_carries_its_id_and_time() {
    let primary = setup().start();
    let replica = setup().clock(MONTH).start();
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    let (mut c, mut other) = (primary.resp3(), replica.resp3());
    let mut monitor = replica.resp3();
    monitor.ok("MONITOR");
    make(&mut c);
    c.map("ARTICLE.COMMENT news bob 1 text FIELDS 1 f v WITHCOUNTS");
    let time = c.article("news", 2).int("time");
    await_caught_up(&primary, &replica);
    assert_eq!(other.article("news", 2), c.article("news", 2));
    let mut seen = Vec::new();
    while !seen.last().is_some_and(|line: &String| line.contains("\"ARTICLE.COMMENT\"")) {
        match monitor.connection.recv_response() {
            Ok(Value::SimpleString(line)) => seen.push(line),
            other => panic!("not a line: {other:?}"),
        }
    }
    let line = seen.pop().expect("a line");
    let end =
        format!("\"FIELDS\" \"1\" \"f\" \"v\" \"WITHCOUNTS\" \"ID\" \"2\" \"TIME\" \"{time}\"");
    assert!(line.ends_with(&end), "{line}");
}

#[test]
fn every_change_is_in_files_of_each_kind() {
    let setup = setup().config("appendonly yes").config("appendfsync always");
    let mut server = setup.clock(0).start();
    make(&mut server.resp3());
    let (first, rest) = CHANGES.split_at(24);
    let (second, third) = rest.split_at(12);
    for (lines, preamble) in [
        (first, None),
        (&[], Some("no")),
        (second, None),
        (&[], Some("no")),
        (third, Some("no")),
        (&[], Some("yes")),
    ] {
        let mut c = server.resp3();
        lines.iter().for_each(|line| change(&mut c, line));
        if let Some(preamble) = preamble {
            c.ok(&format!("CONFIG SET aof-use-rdb-preamble {preamble}"));
            aof::rewrite(&mut c);
        }
        let before = digest(&mut c, "news");
        let snapshot = SiteSnapshot::of(&mut c, "news").without_clock();
        c.ok("CONFIG SET article.formula log article.bump-window 5 article.self-vote no");
        c.ok("CONFIG REWRITE");
        for clock in [MONTH, -MONTH, 0] {
            server.set_clock(clock);
            server.restart();
            let mut c = server.resp3();
            assert_eq!(digest(&mut c, "news"), before, "{preamble:?} {clock}");
            snapshot.assert_same(&SiteSnapshot::of(&mut c, "news").without_clock());
        }
    }
    let mut c = server.resp3();
    let before = digest(&mut c, "news");
    c.ok("DEBUG RELOAD");
    assert_eq!(digest(&mut c, "news"), before);
}

/// Comments that could not be posted any more when they are replayed.
#[test]
fn comments_that_were_accepted_are_replayed_whatever_came_to_be_since() {
    let setup = setup().config("appendonly yes").config("appendfsync always");
    let mut server = setup.clock(0).start();
    let mut c = server.resp3();
    make(&mut c);
    c.int("ARTICLE.COMMENT news bob 1 text");
    c.ok("MULTI");
    c.run("ARTICLE.COMMENT news bob 2 text");
    c.run("ARTICLE.MODERATE news LOCK 1 2");
    c.run("ARTICLE.COMMENT news bob 2 text");
    c.run("EXEC");
    c.int("ARTICLE.MODERATE news HIDE 1");
    let before = digest(&mut c, "news");
    server.set_clock(-MONTH);
    server.restart();
    let mut c = server.resp3();
    assert_eq!(digest(&mut c, "news"), before);
    assert_eq!(c.article("news", 1).int("comments"), 2);
}
