//! An import that is interrupted continues, and never doubles anything.

use std::thread;
use std::time::Duration;

use test_support::classic::{Choice, Design};
use test_support::{Connect, Random, Value, number_from_env, report, seed, wait_until};

use crate::program::{digest, fail, import, import_as, import_with, run, spawn, verify};
use crate::sites::{ClassicSite, fill, imported, module_server, plain_server};

#[test]
fn the_report_of_a_second_run_is_about_the_whole_site() {
    let (from, to) = (plain_server(), module_server());
    let mut site = ClassicSite::new(from.resp2(), Design::PYTHON);
    let now = site.client.now();
    for number in 0..3_000 {
        site.post("ann", "Title", "", now - 3_000 + number);
    }
    for id in [2, 1_502, 2_998] {
        site.client.run(&format!("HDEL article:{id} title"));
    }
    site.client.run("HINCRBY article:1001 votes 1");
    let problems = [
        "3 articles without a title: skipped",
        "article 1502",
        "1 open articles whose voters disagree with their votes: the voters count",
        "article 1001: 2 votes, 1 by its voters",
    ];
    run(&import(&from, &to)).assert_lines(&problems);
    site.post("ann", "New", "", now);
    let mut options = import(&from, &to);
    let second = run(&options);
    assert_eq!((second.number("articles"), second.number("there before")), (1, 2_997));
    second.assert_lines(&problems);
    // Without most of what was loaded before.
    site.post("ann", "Newer", "", now);
    options.push("--only-new".to_owned());
    let third = run(&options);
    assert_eq!((third.number("articles"), third.number("there before")), (1, 2_998));
    assert!(!third.out.contains("article 1502"), "{}", third.out);
    assert!(run(&verify(&from, &to)).out.is_empty());
}

#[test]
fn votes_and_groups_of_loaded_articles_are_brought_up_to_date() {
    let (from, to, mut site) = imported(Design::GO_WITH_CONTENT, 10);
    assert!(site.vote("late", 3, Choice::For));
    assert!(site.vote("late", 4, Choice::Against));
    site.client.run("HSET voted:5 poster5 2");
    site.client.run("HINCRBY article:5 votes -2");
    site.client.run("ZINCRBY score: -200 article:5");
    site.join(6, "new");
    site.client.run("SREM group:rust article:6");
    site.client.run("HSET article:7 title Changed extra field");
    // In the site only: a vote that the classic site does not have was withdrawn there.
    let mut c = to.resp2();
    assert_eq!(c.int("ARTICLE.VOTE news gone 8"), 1);
    let differing = crate::program::run_any(&verify(&from, &to));
    assert_eq!(differing.code, Some(1));
    differing.assert_lines(&[
        "article 3: vote of late: up in the source, none in the target",
        "article 5: vote of poster5: down in the source, up in the target",
        "article 6: group new: only in the source",
        "article 7: title: Changed in the source, Title 7 in the target",
        "article 7: field extra: field in the source, missing in the target",
        "article 8: vote of gone: none in the source, up in the target",
    ]);
    let options = import_with(&from, &to, "--update");
    assert_eq!(run(&options).number("of these, brought up to date"), 6);
    assert!(run(&verify(&from, &to)).out.is_empty());
    assert_eq!(run(&options).number("of these, brought up to date"), 0);
}

#[test]
fn another_site_is_refused() {
    let (from, other, to) = (plain_server(), plain_server(), module_server());
    fill(&from, Design::PYTHON, 10);
    let mut site = ClassicSite::new(other.resp2(), Design::PYTHON);
    let now = site.client.now();
    for number in 1..=12 {
        site.post("mallory", &format!("Other {number}"), "", now - 100 + number);
    }
    run(&import(&from, &to));
    let before = digest(&to, "news");
    fail(&import(&other, &to), "the key holds another site: with the id");
    let mut c = to.resp2();
    c.ok("ARTICLE.CREATE empty VOTESCORE 7");
    c.run("SET text x");
    for (key, message) in
        [("empty", "a site with VOTESCORE 7 where the import has 432"), ("text", "holds a string")]
    {
        fail(&import_as(&from, &to, key), message);
    }
    // An empty site with the same settings is fine. Articles that the source does not have are
    // not.
    c.ok("ARTICLE.CREATE same");
    run(&import_as(&from, &to, "same"));
    c.run("ARTICLE.POST foreign ann Title link ID 20");
    site.post_with_id(30, "ann", "Title", "", now);
    fail(&import_as(&other, &to, "foreign"), "the source has none of its articles");
    assert_eq!(digest(&to, "news"), before);
}

#[test]
fn kills_lose_and_double_nothing() {
    let mut random = Random::new(seed("resume"));
    let from = plain_server();
    let mut site = fill(&from, Design::PYTHON, 300);
    // Voter lists that take several commands and transactions.
    for id in [100, 300] {
        let users: Vec<String> = (0..9_500).map(|number| format!("user{number}")).collect();
        site.client.call("SADD", (format!("voted:{id}"), &users));
        site.client.call("HINCRBY", (format!("article:{id}"), "votes", users.len()));
        site.client.call("ZINCRBY", ("score:", 432 * users.len(), format!("article:{id}")));
    }
    let to = module_server();
    run(&import_as(&from, &to, "whole"));
    let expected = digest(&to, "whole");
    let (mut kills, mut parts) = (0, 0);
    let mut c = to.resp2();
    for _ in 0..number_from_env("TORTURE_ROUNDS").unwrap_or(3) {
        c.run("DEL news");
        for _ in 0..3 {
            let mut process = spawn(&import(&from, &to));
            let wanted = random.below(301);
            let last_id = |c: &mut test_support::Client| match c.run("ARTICLE.INFO news") {
                Value::Nil => 0,
                reply => c.fields(&reply).int("last_id"),
            };
            let mut ended = false;
            wait_until(test_support::DEADLINE, "some articles", || {
                ended = process.try_wait().expect("a process").is_some();
                ended || last_id(&mut c) >= wanted
            });
            thread::sleep(Duration::from_micros(random.below(3_000) as u64));
            process.kill().expect("a process");
            process.wait().expect("a process");
            kills += u64::from(!ended);
            parts += u64::from((1..300).contains(&last_id(&mut c)));
        }
        run(&import(&from, &to));
        assert_eq!(digest(&to, "news"), expected);
        assert_eq!(c.run("ARTICLE.DEBUG CHECK news"), Value::Okay);
    }
    report(format!("{kills} imports killed, {parts} of them between two articles"));
}
