//! What is created and deleted leaves no memory allocated, however often.
//!
//! `MEMORY_OPERATIONS` is the number of operations per test.

use crate::measure::{claimed, load_voters, quiet, send, used};
use test_support::*;

/// The bytes by which the server's own memory may grow.
const SLACK: i64 = 65_536;

fn operations() -> i64 {
    number_from_env("MEMORY_OPERATIONS").unwrap_or(100_000).try_into().expect("a number")
}

#[test]
fn sites_that_are_created_filled_and_deleted_leave_nothing() {
    let server = quiet().start();
    let round = |number: i64| {
        let now = server.resp2().now();
        let key = format!("site-{}", number % 3);
        let post = |n: i64| {
            let more = format!("GROUPS 2 g{} h{n} FIELDS 1 f {n} TIME {}", n % 9, now - n);
            format!("ARTICLE.POST {key} user{} title{n} link {more}", n % 7)
        };
        send(&server, (0..100).map(post));
        let kind = |n: i64| ["UP", "DOWN", "NONE"][(n / 7 % 3) as usize];
        let vote = |n| format!("ARTICLE.VOTE {key} user{} {} {}", n % 97, n % 100 + 1, kind(n));
        send(&server, (0..700).map(vote));
        let edit = |n| format!("ARTICLE.EDIT {key} {n} TITLE other{n} UNSET 1 f FIELDS 1 g {n}");
        send(&server, (1..=100).map(edit));
        send(&server, (1..=98).map(|n| format!("ARTICLE.DEL {key} {n}")));
        let end = ["DEL", "UNLINK"][number as usize % 2];
        send(&server, [format!("{end} {key}")].into_iter());
    };
    (0..10).for_each(&round);
    let before = used(&server);
    let rounds = operations() / 1000;
    (0..rounds).for_each(&round);
    let grown = used(&server) - before;
    report(format!("{} operations on sites that come and go: {grown} bytes more", rounds * 1000));
    assert!(grown < SLACK, "{grown} bytes");
}

#[test]
fn the_same_users_voting_over_and_over_need_no_more_memory() {
    let server = quiet().start();
    send(&server, (1..=10).map(|n| format!("ARTICLE.POST news alice t{n} l GROUPS 1 g")));
    // Some articles have a small ledger, one has a large ledger.
    load_voters(&server, "news", 10, 5);
    let vote = |n: i64| {
        let kind = ["UP", "NONE", "DOWN", "UP", "NONE"][(n / 3000 % 5) as usize];
        format!("ARTICLE.VOTE news voter-number-{} {} {kind}", n % 300, n % 3000 / 300 + 1)
    };
    let cycle = 15_000;
    send(&server, (0..cycle).map(vote));
    let before = (claimed(&server, "news"), used(&server));
    let cycles = (operations() / cycle).max(2);
    (0..cycles).for_each(|_| send(&server, (0..cycle).map(vote)));
    let after = (claimed(&server, "news"), used(&server));
    report(format!(
        "{} votes by the same users: {} bytes more in the site, {} in the server",
        cycles * cycle,
        after.0 - before.0,
        after.1 - before.1
    ));
    assert!(after.0 - before.0 <= before.0 / 100);
    assert!(after.1 - before.1 < SLACK);
}

#[test]
fn articles_that_come_and_go_in_one_site_leave_nothing_in_it() {
    let server = quiet().start();
    let (mut next, mut done) = (1, 0);
    let mut round = |articles: i64| {
        let post = |n| format!("ARTICLE.POST news u{} t l GROUPS 1 g{}", n % 9, n % 50);
        send(&server, (next..next + articles).map(post));
        let delete = |n| format!("ARTICLE.DEL news {n}");
        send(&server, (next..next + articles).map(delete));
        next += articles;
    };
    // The site remembers the last 100,000 deletions.
    (0..101).for_each(|_| round(1000));
    let before = used(&server);
    while done < operations() {
        round(1000);
        done += 2000;
    }
    let grown = used(&server) - before;
    report(format!("{} articles came and went: {grown} bytes more", done / 2));
    // Ids are not assigned again, but the ids of deleted articles must not use memory.
    assert!(grown < SLACK, "{grown} bytes");
    assert_eq!(server.resp2().int("ARTICLE.COUNT news"), 0);
    server.resp2().check("news");
}

#[test]
fn pages_and_votes_over_and_over_need_no_more_memory_for_replies_than_configured() {
    let server = quiet().module_args("reply-cache 1mb").start();
    send(&server, (1..=5000).map(|n| format!("ARTICLE.POST news alice title{n} l GROUPS 1 g")));
    let line = |n: i64| match n % 10 {
        0 => format!(
            "ARTICLE.VOTE news voter{} {} {}",
            n % 30,
            n % 99 + 1,
            ["UP", "DOWN"][n as usize / 300 % 2]
        ),
        1..4 => format!("ARTICLE.PAGE news {}", n / 20 % 200 + 1),
        4 => format!("ARTICLE.PAGE news 1 BY BEST MINVOTES {}", n / 10 % 99),
        _ => "ARTICLE.PAGE news 1 BY VOTES VIEWER voter1".to_owned(),
    };
    let cycle = 10_000;
    send(&server, (0..cycle).map(line));
    let before = used(&server);
    // A page takes longer than other operations.
    let cycles = (operations() / 10 / cycle).max(2);
    (0..cycles).for_each(|_| send(&server, (0..cycle).map(line)));
    let kept = info_number(&mut server.resp2(), "article", "article_reply_cache_bytes");
    let grown = used(&server) - before;
    report(format!("{} pages and votes: {kept} bytes kept, {grown} more", cycles * cycle));
    // No page is shown so often, unchanged, that it is kept as a whole in the last quarter.
    assert!((700_000..=1 << 20).contains(&kept), "{kept} bytes");
    assert!(grown.abs() < 2 * SLACK, "{grown} bytes");
}
