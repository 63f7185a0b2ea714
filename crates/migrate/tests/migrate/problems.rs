//! What is wrong in a classic site is reported, and does no harm.

use std::collections::BTreeSet;

use test_support::classic::{Choice, Design, WEEK};
use test_support::{VOTE_CLOSED, assert_error};

use crate::harness::fail;
use crate::servers::{ClassicSite, Pair};

/// Imports a site of 20 articles after a change, which must have these problems.
fn imported_after(problems: &str, change: impl FnOnce(&mut ClassicSite)) -> Pair {
    let mut pair = Pair::new(Design::JAVA, 20);
    change(&mut pair.classic);
    let report = pair.run("import").out;
    // Redis has the members of sets and hashes in any order.
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(sorted(report.split_once("Problems:\n").unwrap().1), sorted(problems));
    pair.c.check("news");
    pair
}

#[test]
fn half_articles_are_skipped() {
    let mut pair = imported_after(include_str!("data/half.txt"), |site| {
        site.run(&[
            "DEL article:1 voted:1",
            "HDEL article:2 title",
            "HDEL article:3 user",
            "HSET article:4 now never",
            "ZREM time: article:4",
            "HSET article:5 now -1",
            "HSET article:6 now 1e300",
            // The time in the sorted set is that of an article without the field.
            "HDEL article:7 now",
            // A vote on an article that is not there makes half an article.
            "HINCRBY article:99 votes 1",
            "SADD voted:98 ann",
            "SET article:x y",
            "ZADD score: 1 other",
            "SADD group:rust article:77 junk",
        ]);
    });
    let ids = pair.c.ids("ARTICLE.PAGE news 1 BY TIME");
    assert!(ids.into_iter().eq((7..=20).rev()));
    pair.c.run("DEL news");
    pair.classic.run(&["DEL time:", "SET time: other"]);
    fail(&pair.line("import"), "replied to ZSCAN 'time:': WRONGTYPE");
}

#[test]
fn what_disagrees_is_settled() {
    let mut pair = imported_after(include_str!("data/disagrees.txt"), |site| {
        // A vote in the second in which the set expired left a set that stays for ever.
        let old = site.client.now() - WEEK - 100;
        assert_eq!(site.post("ann", "Old", "", old), 21);
        assert!(site.vote("voter0", 9, Choice::Against));
        site.post_with_id(30, "Above");
        site.run(&[
            "SADD voted:21 late",
            // A closed article whose score has drifted keeps it, because its pages had it.
            "ZINCRBY score: 50 article:21",
            "ZREM time: article:12",
            "ZREM score: article:12",
            "ZREM time: article:13",
            // A client died between its commands, or two of them voted at once.
            "SADD voted:2 late",
            "HINCRBY article:3 votes 5",
            "HDEL article:4 votes",
            "ZINCRBY score: 1000 article:5",
            "DEL voted:14 oppose:14",
            "RPUSH settings: other",
        ]);
    });
    let c = &mut pair.c;
    let mut votes_and_more = |id| {
        let article = c.article("news", id);
        let votes = article.int("votes");
        (votes, article.int("score") - article.int("time") - 432 * votes)
    };
    let found = [2, 5, 9, 14, 21].map(&mut votes_and_more);
    assert_eq!(found, [(4, 0), (1, 0), (2, 0), (3, 0), (1, 50)]);
    assert_eq!(c.article("news", 12).int("hidden"), 1);
    assert!(!c.article("news", 13).has("hidden"));
    assert_eq!(c.int("ARTICLE.VOTE news voter0 9"), 1);
    assert_error(&c.run("ARTICLE.VOTE news new 14"), VOTE_CLOSED);
    assert_eq!(c.info("news").int("last_id"), 30);
}

#[test]
fn what_the_module_cannot_store_is_cut_or_left_out() {
    let mut pair = imported_after(include_str!("data/limits.txt"), |site| {
        let long = |length: usize| "ä".repeat(length / 2);
        let c = &mut site.client;
        c.call("HSET", ("article:1", "title", long(65_540)));
        c.call("HSET", ("article:2", "link", long(65_540)));
        c.call("HSET", ("article:3", "user", long(256)));
        c.call("HSET", ("article:4", "text", "x".repeat(1_048_577)));
        c.call("HSET", ("article:5", "score", "7", "id", "5", "closes", "soon"));
        c.call("SADD", ("voted:6", long(256), ""));
        c.run_all((0..40).map(|field| format!("HSET article:7 field{field:02} {field}")));
        c.run_all((0..33).map(|group| format!("SADD group:g{group:02} article:8")));
        c.call("SADD", (format!("group:{}", long(256)), "article:9"));
        c.call("SET", ("oppose:10", "x"));
    });
    let c = &mut pair.c;
    assert_eq!(c.article("news", 1).text("title"), "ä".repeat(32_767));
    assert_eq!(c.article("news", 2).text("link"), "");
    let article = c.article("news", 7);
    assert_eq!((article.text("field31"), article.has("field32")), ("31".into(), false));
}
