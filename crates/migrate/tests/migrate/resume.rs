//! An import that is interrupted continues, and never doubles anything.

use test_support::classic::{Choice, Design};
use test_support::{Connect, Random, rounds, seed};

use crate::harness::{assert_same, between, digest, fail, kill_when, last_id, run};
use crate::servers::{ClassicSite, Pair, plain_server};

#[test]
fn the_report_of_a_second_run_is_about_the_whole_site() {
    let mut pair = Pair::new(Design::PYTHON, 0);
    pair.classic.post_many(3_000, "Title");
    for id in [2, 1_502, 2_998] {
        pair.classic.run(&[&format!("HDEL article:{id} title")]);
    }
    pair.classic.run(&["HINCRBY article:1001 votes 1"]);
    let problems = [
        "3 articles without a title: skipped",
        "article 1502",
        "1 open articles whose voters disagree with their votes: the voters count",
        "article 1001: 2 votes, 1 by its voters",
    ];
    pair.run("import").assert_lines(&problems);
    pair.classic.post_now("ann", "New", "");
    let second = pair.run("import");
    assert_eq!((second.number("articles"), second.number("there before")), (1, 2_997));
    second.assert_lines(&problems);
    // Without most of what was loaded before.
    pair.classic.post_now("ann", "Newer", "");
    let third = pair.run("import --only-new");
    assert_eq!((third.number("articles"), third.number("there before")), (1, 2_998));
    assert!(!third.out.contains("article 1502"), "{}", third.out);
    pair.assert_equal("verify");
}

#[test]
fn votes_and_groups_of_loaded_articles_are_brought_up_to_date() {
    let mut pair = Pair::imported(Design::GO_WITH_CONTENT, 10);
    assert!(pair.classic.vote("late", 3, Choice::For));
    assert!(pair.classic.vote("late", 4, Choice::Against));
    pair.classic.run(&[
        "HSET voted:5 poster5 2",
        "HINCRBY article:5 votes -2",
        "ZINCRBY score: -200 article:5",
        "SADD group:new article:6",
        "SREM group:rust article:6",
        "HSET article:7 title Changed extra field",
    ]);
    // In the site only: a vote that the classic site does not have was withdrawn there.
    assert_eq!(pair.c.int("ARTICLE.VOTE news gone 8"), 1);
    pair.run_any("verify").assert_differences(&[
        "article 3: vote of late: up in the source, none in the target",
        "article 5: vote of poster5: down in the source, up in the target",
        "article 6: group new: only in the source",
        "article 7: title: Changed in the source, Title 7 in the target",
        "article 7: field extra: field in the source, missing in the target",
        "article 8: vote of gone: none in the source, up in the target",
    ]);
    for updated in [6, 0] {
        let report = pair.run("import --update");
        assert_eq!(report.number("of these, brought up to date"), updated);
        pair.assert_equal("verify");
    }
}

#[test]
fn another_site_is_refused() {
    let (mut pair, other) = (Pair::imported(Design::PYTHON, 10), plain_server());
    let mut site = ClassicSite::new(other.resp2(), Design::PYTHON);
    site.post_many(12, "Other");
    let before = digest(&pair.to, "news");
    pair.c.ok("ARTICLE.CREATE empty VOTESCORE 7");
    // An empty site with the same settings is fine. Articles that the source does not have are
    // not.
    pair.c.ok("ARTICLE.CREATE same");
    run(&between("import", &pair.from, &pair.to, "same"));
    pair.c.run("ARTICLE.POST foreign ann Title link ID 20");
    site.post_with_id(30, "Title");
    for (from, key, message) in [
        (&other, "news", "the key holds another site: with the id"),
        (&pair.from, "empty", "a site with VOTESCORE 7 where the import has 432"),
        (&other, "foreign", "the source has none of its articles"),
    ] {
        fail(&between("import", from, &pair.to, key), message);
    }
    assert_eq!(digest(&pair.to, "news"), before);
}

#[test]
fn kills_lose_and_double_nothing() {
    let mut random = Random::new(seed("resume"));
    let mut pair = Pair::new(Design::PYTHON, 300);
    // Voter lists that take several commands and transactions.
    for id in [100, 300] {
        let c = &mut pair.classic.client;
        let users: Vec<String> = (0..9_500).map(|number| format!("user{number}")).collect();
        c.call("SADD", (format!("voted:{id}"), &users));
        c.call("HINCRBY", (format!("article:{id}"), "votes", users.len()));
        c.call("ZINCRBY", ("score:", 432 * users.len(), format!("article:{id}")));
    }
    run(&between("import", &pair.from, &pair.to, "whole"));
    for _ in 0..rounds() {
        pair.c.run("DEL news");
        for _ in 0..3 {
            let wanted = random.below(301);
            kill_when(&pair.line("import"), || last_id(&mut pair.c, "news") >= wanted);
        }
        pair.run("import");
        assert_same(&pair.to, "news", &pair.to, "whole");
        pair.c.check("news");
    }
}
