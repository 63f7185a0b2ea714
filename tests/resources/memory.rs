//! MEMORY USAGE is the memory that freeing a site returns, however the site was made.

use crate::measure::{assert_near, claimed, load_voters, quiet, send, used};
use test_support::*;

const ARTICLES: i64 = 20_000;
const VOTES: i64 = 100_000;
/// Voters on the first article.
const CROWD: i64 = 50_000;

/// Checks what the key claims against what the server uses beyond `base`.
#[track_caller]
fn assert_used(server: &Server, key: &str, base: i64, what: &str) {
    assert_near(claimed(server, key), used(server) - base, what);
}

/// Frees the key, and checks what that frees against what the key claimed.
#[track_caller]
fn assert_freed(server: &Server, key: &str, what: &str) {
    let (claimed, before) = (claimed(server, key), used(server));
    assert_eq!(server.resp2().int(&format!("DEL {key}")), 1);
    assert_near(claimed, before - used(server), what);
}

/// Fills a site with many articles, votes, groups and fields.
fn build(server: &Server, key: &str) {
    let now = server.resp2().now();
    let post = |n: i64| {
        let text = format!("title-{n} https://example.com/{n} TIME {}", now - n * 31 % 1000);
        let groups = format!("GROUPS 2 group-{} of-{}", n % 7, n % 500);
        let fields = if n % 4 == 0 { "FIELDS 2 lang en summary some-longer-text" } else { "" };
        format!("ARTICLE.POST {key} poster-{} {text} {groups} {fields}", n % 900)
    };
    send(server, (1..=ARTICLES).map(post));
    let vote = |n: i64| {
        let kind = ["UP", "UP", "DOWN"][n as usize % 3];
        format!("ARTICLE.VOTE {key} voter-{} {} {kind}", n / ARTICLES, n % ARTICLES + 1)
    };
    send(server, (0..VOTES).map(vote));
    load_voters(server, key, 1, CROWD / 1000);
}

#[test]
fn memory_usage_is_what_a_site_uses_and_what_freeing_it_returns() {
    assert_memory_usage(quiet());
}

/// The size of a block of this allocator does not follow from the requested size.
#[test]
fn memory_usage_is_right_with_the_allocator_of_the_c_library() {
    // Later servers end when they start so: they call functions that jemalloc alone has.
    if quiet().start().resp2().version() >= (7, 2) {
        return;
    }
    assert_memory_usage(quiet().env("LD_PRELOAD", "libc.so.6"));
}

/// Checks the memory of a site from its first article to its deletion.
#[track_caller]
fn assert_memory_usage(setup: Setup) {
    let mut server = setup.start();
    let base = used(&server);
    let assert_taken = |server: &Server, what: &str| assert_used(server, "news", base, what);
    build(&server, "news");
    assert_taken(&server, "a site");
    assert_eq!(server.resp2().info("news").int("votes"), ARTICLES + VOTES + CROWD);

    let dump = server.resp2().dump("news");
    assert_eq!(server.resp2().call("RESTORE", ("restored", 0, dump)), Value::Okay);
    assert_eq!(server.resp2().int("COPY news copied"), 1);
    assert_freed(&server, "restored", "a site that was restored");
    assert_freed(&server, "copied", "a site that was copied");

    let edit = |n: i64| {
        let title = "t".repeat(n as usize % 300 + 1);
        match n % 3 {
            0 => format!("ARTICLE.EDIT news {n} TITLE {title}"),
            1 => format!("ARTICLE.EDIT news {n} FIELDS 2 note {title} more {title}"),
            _ => format!("ARTICLE.EDIT news {n} LINK x UNSET 2 lang summary"),
        }
    };
    send(&server, (1..=ARTICLES).map(edit));
    assert_taken(&server, "after edits");
    let regroup = |n: i64| match n % 2 {
        0 => format!("ARTICLE.GROUPREM news {n} group-{} of-{}", n % 7, n % 500),
        _ => format!("ARTICLE.GROUPADD news {n} group-{} new-{n}", (n + 1) % 7),
    };
    send(&server, (1..=ARTICLES).map(regroup));
    assert_taken(&server, "after changes of groups");
    let withdraw = |n: i64| format!("ARTICLE.VOTE news one-of-many-7-{n} 1 NONE");
    send(&server, (0..1000).map(withdraw));
    let again = |n: i64| format!("ARTICLE.VOTE news voter-{} {} NONE", n % 5, n % ARTICLES + 1);
    send(&server, (0..VOTES / 2).map(again));
    assert_taken(&server, "after votes were taken back");
    let delete = |n: i64| format!("ARTICLE.DEL news {} {}", n * 3, n * 3 + 1);
    send(&server, (1..ARTICLES / 3).map(delete));
    assert_taken(&server, "after deletions");

    server.resp2().ok("SAVE");
    server.restart();
    assert_freed(&server, "news", "a site that was loaded");
}

#[test]
fn memory_usage_is_right_while_vote_records_are_dropped() {
    let server = quiet().start();
    let base = used(&server);
    let load = |n: i64| {
        let names: Vec<_> = (0..20).map(|voter| format!("voter-{n}-{voter}")).collect();
        let voters = names.join(" ");
        format!("ARTICLE.LOAD news ARTICLE {n} a t l TIME {n} CLOSES {} UP 20 {voters}", n + 9)
    };
    send(&server, (1..=5000).map(load));
    load_voters(&server, "news", 1, CROWD / 1000);
    load_voters(&server, "news", 70, CROWD / 1000);
    let mut held = server.resp2().info("news").int("votes");
    assert_eq!(held, 5000 * 20 + 2 * CROWD);
    for (posts, what) in [
        (0, "before records go"),
        (1, "after the first go"),
        (1, "after more go"),
        (75, "after most are gone"),
        (20, "after all are gone"),
    ] {
        send(&server, (0..posts).map(|_| "ARTICLE.POST news a t l".to_owned()));
        let left = server.resp2().info("news").int("votes");
        assert!(left < held || posts == 0);
        held = left;
        assert_used(&server, "news", base, what);
    }
    assert_eq!(held, 97, "the votes of the posters");
    assert_freed(&server, "news", "a site that has closed");
}

#[test]
fn the_long_names_of_many_groups_are_counted_in_every_copy() {
    let server = quiet().start();
    let base = used(&server);
    let name = |n: i64| format!("{n:0>250}");
    let post = |n: i64| format!("ARTICLE.POST news a t l GROUPS 2 {} {}", name(n), name(-n));
    send(&server, (1..=3000).map(post));
    assert_used(&server, "news", base, "a site of groups");
    assert_eq!(server.resp2().int("COPY news copied"), 1);
    assert_freed(&server, "news", "a site of groups that has a copy");
    assert_used(&server, "copied", base, "a copy that is left alone");
    // What is removed is no longer claimed.
    let leave = |n: i64| format!("ARTICLE.GROUPREM copied {n} {} {}", name(n), name(-n));
    send(&server, (1..=2900).map(leave));
    assert_used(&server, "copied", base, "a copy whose groups have gone");
    assert_freed(&server, "copied", "the copy");
}

#[test]
fn memory_usage_is_unchanged_by_commands_that_change_nothing() {
    let server = quiet().start();
    let base = used(&server);
    send(&server, (1..=5000).map(|n| format!("ARTICLE.POST news alice title-{n} l GROUPS 1 g")));
    let mut c = server.resp2();
    for line in [
        "ARTICLE.DEL news 9001 9002 9003 9004 9005 9006",
        "ARTICLE.VOTE news alice 1",
        "ARTICLE.VOTE news bob 1 NONE",
        "ARTICLE.VOTE news bob 9001",
        "ARTICLE.EDIT news 1 TITLE title-1",
        "ARTICLE.EDIT news 1 UNSET 1 none",
        "ARTICLE.EDIT news 9001 TITLE t FIELDS 1 f v",
        "ARTICLE.GROUPADD news 1 g g",
        "ARTICLE.GROUPREM news 1 h i j",
        "ARTICLE.GROUPADD news 9001 g h",
        "ARTICLE.ALTER news PAGESIZE 25",
        "ARTICLE.POST news bob t l ID 5000 GROUPS 2 g h FIELDS 1 f v",
        "ARTICLE.POST news bob t l TIME 9000000000 GROUPS 2 g h",
        "ARTICLE.LOAD news ARTICLE 5000 a t l TIME 1 CLOSES 2 UP 2 a b GROUPS 2 g h FIELDS 1 f v",
        "ARTICLE.LOAD news ARTICLE 9001 a t l TIME 1 CLOSES 2 UP 2 a a GROUPS 2 g h FIELDS 1 f v",
        "ARTICLE.LOAD news VOTERS 2 UP 3 bob cleo alice",
        "ARTICLE.GET news 1 VIEWER bob",
        "ARTICLE.PAGE news 1 SIZE 50 VIEWER bob",
        "ARTICLE.GROUPS news",
    ] {
        // Once before measuring, so that one-time allocations exist.
        c.run(line);
        let before = memory_usage(&mut c, "news");
        c.run_all(vec![line.to_owned(); 500]);
        assert_eq!(memory_usage(&mut c, "news"), before, "{line}");
    }
    drop(c);
    assert_used(&server, "news", base, "a site that was left alone");
}

#[test]
fn small_sites_are_counted_too() {
    let server = quiet().start();
    let make = |line: &str| {
        server.resp2().ok("FLUSHALL SYNC");
        let base = used(&server);
        send(&server, (0..5000).map(|n| line.replace("NUMBER", &n.to_string())));
        (5000 * claimed(&server, "site-4999"), base)
    };
    // The server itself counts only a part of the key and its entry in the keyspace. Those and the
    // rounding of the block that holds the site are 50 to 400 bytes.
    let (empty, base) = make("ARTICLE.CREATE site-NUMBER");
    let uncounted = used(&server) - base - empty;
    assert!((50..400).contains(&(uncounted / 5000)), "{uncounted} bytes");
    let (one, base) = make("ARTICLE.POST site-NUMBER alice title link GROUPS 1 g");
    let what = "a site of one article, with what the server does not count";
    assert_near(one + uncounted, used(&server) - base, what);
}
