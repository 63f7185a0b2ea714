//! What is wrong in a classic site is reported, and does no harm.

use test_support::classic::{Choice, Design, WEEK};
use test_support::{Connect, Server, Value};

use crate::program::{Run, fail, import, run, verify};
use crate::sites::{ClassicSite, fill, module_server, plain_server};

/// Imports a site of ten articles after a change, and returns its server and the report.
fn imported_after(change: impl FnOnce(&mut ClassicSite)) -> (Server, Run) {
    let (from, to) = (plain_server(), module_server());
    let mut site = fill(&from, Design::JAVA, 10);
    change(&mut site);
    let report = run(&import(&from, &to));
    assert_eq!(to.resp2().run("ARTICLE.DEBUG CHECK news"), Value::Okay);
    // Verify knows about the same problems and finds no difference beyond them.
    assert!(run(&verify(&from, &to)).out.is_empty());
    (to, report)
}

#[test]
fn half_articles_are_skipped() {
    let (to, report) = imported_after(|site| {
        let c = &mut site.client;
        for line in [
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
        ] {
            c.run(line);
        }
    });
    report.assert_lines(&[
        "1 articles in time: or score: without a hash: skipped",
        "article 1",
        "2 articles without a title: skipped",
        "article 2",
        "article 99",
        "1 articles without a poster, or with one over 255 bytes: skipped",
        "3 articles without a valid time: skipped",
        "article 4",
        "article 5",
        "article 6",
        "1 voters of articles that do not exist: skipped",
        "3 keys or members whose id is not a number from 1 to 4294967295: skipped",
        "article:x",
        "the member other",
        "the member junk of group:rust",
        "1 members of groups that are not articles: skipped",
        "article:77 in group:rust",
    ]);
    assert_eq!(report.number("articles"), 4);
    assert_eq!(to.resp2().ids("ARTICLE.PAGE news 1 BY TIME"), [10, 9, 8, 7]);
}

#[test]
fn articles_without_a_place_in_the_rankings_are_hidden_as_they_were() {
    let (to, report) = imported_after(|site| {
        for line in ["ZREM time: article:3", "ZREM score: article:3", "ZREM time: article:4"] {
            site.client.run(line);
        }
    });
    report.assert_lines(&[
        "1 articles in neither time: nor score:: loaded as hidden",
        "1 articles in only one of time: and score:: loaded and listed",
    ]);
    let mut c = to.resp2();
    assert_eq!(c.article("news", 3).int("hidden"), 1);
    assert!(!c.article("news", 4).has("hidden"));
}

#[test]
fn voters_count_while_voting_is_open() {
    let (to, report) = imported_after(|site| {
        // A client died between its commands, or two of them voted at once.
        site.client.run("SADD voted:2 late");
        site.client.run("HINCRBY article:3 votes 5");
        site.client.run("HDEL article:4 votes");
        site.client.run("ZINCRBY score: 1000 article:5");
    });
    report.assert_lines(&[
        "2 open articles whose voters disagree with their votes: the voters count",
        "article 2: 3 votes, 4 by its voters",
        "article 3: 9 votes, 4 by its voters",
        "1 articles without a valid number of votes: the voters count",
        "1 scores that do not follow from the votes: recomputed if open, kept if closed",
    ]);
    let mut c = to.resp2();
    let article = c.article("news", 2);
    assert_eq!((article.int("votes"), article.int("score")), (4, article.int("time") + 4 * 432));
    let article = c.article("news", 5);
    assert_eq!(article.int("score"), article.int("time") + 432 * article.int("votes"));
}

#[test]
fn users_with_both_votes_count_as_neither() {
    let (to, report) = imported_after(|site| {
        assert!(site.vote("voter0", 4, Choice::Against));
    });
    report.assert_lines(&[
        "1 users who voted both for and against an article: counted as neither",
        "voter0 on article 4",
    ]);
    let mut c = to.resp2();
    assert_eq!(c.article("news", 4).int("votes"), 2);
    assert_eq!(c.int("ARTICLE.VOTE news voter0 4"), 1);
}

#[test]
fn counts_count_where_voters_have_expired() {
    let (to, report) = imported_after(|site| {
        site.client.run("DEL voted:4 oppose:4");
        // A vote in the second in which the set expired left a set that stays for ever.
        let old = site.client.now() - WEEK - 100;
        let id = site.post("ann", "Old", "", old);
        site.client.run(&format!("SADD voted:{id} late"));
        // A closed article whose score has drifted keeps it, because its pages had it.
        site.client.run(&format!("ZINCRBY score: 50 article:{id}"));
    });
    report.assert_lines(&[
        "1 open articles whose voters have expired: loaded with their counts, voting closed",
        "article 4, 3 votes",
        "1 closed articles that still have voters: the counts count",
        "1 scores that do not follow from the votes: recomputed if open, kept if closed",
    ]);
    let mut c = to.resp2();
    assert_eq!(c.article("news", 4).int("votes"), 3);
    test_support::assert_error(&c.run("ARTICLE.VOTE news new 4"), test_support::VOTE_CLOSED);
    let old = c.article("news", 11);
    assert_eq!((old.int("votes"), old.int("score")), (1, old.int("time") + 432 + 50));
}

#[test]
fn what_the_module_cannot_store_is_cut_or_left_out() {
    let (to, report) = imported_after(|site| {
        let long = |length: usize| "ä".repeat(length / 2);
        let c = &mut site.client;
        c.call("HSET", ("article:1", "title", long(65_540)));
        c.call("HSET", ("article:2", "link", long(65_540)));
        c.call("HSET", ("article:3", "user", long(256)));
        c.call("HSET", ("article:4", "text", "x".repeat(1_048_577)));
        c.call("HSET", ("article:5", "score", "7", "id", "5", "closes", "soon"));
        c.call("SADD", ("voted:6", long(256), ""));
        for field in 0..40 {
            c.call("HSET", ("article:7", format!("field{field:02}"), field));
        }
        for group in 0..33 {
            c.call("SADD", (format!("group:g{group:02}"), "article:8"));
        }
        c.call("SADD", (format!("group:{}", long(256)), "article:9"));
        c.call("SET", ("oppose:9", "x"));
    });
    report.assert_lines(&[
        "1 titles over 65535 bytes: cut",
        "1 links over 65535 bytes: left out",
        "1 articles without a poster, or with one over 255 bytes: skipped",
        "1 fields with a name over 255 bytes or a value over 1048576 bytes: left out",
        "2 fields with a name that the module reserves: left out",
        "score of article 5",
        "2 voters whose names are empty or over 255 bytes: left out",
        "1 articles with more than 32 custom fields: the first 32 kept",
        "1 articles in more than 32 groups: the first 32 kept",
        "1 groups whose names are empty or over 255 bytes: left out",
        "1 keys of another type than the layout has: ignored",
        "oppose:9",
    ]);
    let mut c = to.resp2();
    let title = c.article("news", 1).text("title");
    assert_eq!(title, "ä".repeat(32_767));
    assert_eq!(c.article("news", 2).text("link"), "");
    assert_eq!(c.article("news", 7).text("field31"), "31");
    assert!(!c.article("news", 7).has("field32"));
}

#[test]
fn articles_above_the_counter_are_loaded() {
    let (to, report) = imported_after(|site| {
        let now = site.client.now();
        site.post_with_id(20, "ann", "Above", "", now);
    });
    report.assert_lines(&["1 articles with an id above the counter: loaded", "article 20"]);
    assert_eq!(to.resp2().info("news").int("last_id"), 20);
}

#[test]
fn keys_of_other_applications_are_ignored_or_named() {
    imported_after(|site| {
        site.client.run("RPUSH settings: other");
    });
    let (from, to) = (plain_server(), module_server());
    fill(&from, Design::PYTHON, 3);
    from.resp2().run("SET time: other");
    fail(&import(&from, &to), "replied to ZSCAN 'time:': WRONGTYPE");
}
