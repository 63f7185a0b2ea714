//! Every dialect of classic sites arrives with all that it has.

use test_support::classic::{Choice, Design, WEEK};
use test_support::{Connect, Server, Value, int};

use crate::program::{import, import_with, run, verify};
use crate::sites::{fill, module_server, plain_server};

const WEEKLY: &str = "WINDOW 604800";

/// Imports a site of a design, compares every article with the classic one, and verifies it.
fn imported(design: Design, settings: &[&str]) -> (Server, Server) {
    let (from, to) = (plain_server(), module_server());
    let mut classic = fill(&from, design, 40);
    let report = run(&import(&from, &to));
    report.assert_no_problems();
    assert!(report.out.contains(&settings.join(", ")), "{}", report.out);
    let mut c = to.resp2();
    for id in 1..=40 {
        let article = c.article("news", id);
        let hash = classic.client.map(&format!("HGETALL article:{id}"));
        let text = |name: &str| if hash.has(name) { hash.text(name) } else { String::new() };
        assert_eq!(article.text("title"), text("title"));
        assert_eq!(article.text("link"), text("link"));
        let has_content = design == Design::GO_WITH_CONTENT;
        assert_eq!(article.has("content"), has_content);
        assert!(!has_content || article.text("content") == text("content"));
        assert_eq!(article.text("poster"), text(design.poster));
        let seconds = text(design.time).parse::<f64>().unwrap() as i64;
        assert_eq!((article.int("time"), article.int("closes")), (seconds, seconds + WEEK));
        assert_eq!(article.int("votes").to_string(), text("votes"));
        let score = classic.client.run(&format!("ZSCORE score: article:{id}"));
        let score = test_support::text(&score).parse::<f64>().unwrap().floor() as i64;
        assert_eq!(article.int("score"), score, "{id}");
        assert_eq!(article.groups(), [["rust", "news", "c"][(id % 3) as usize]]);
    }
    assert_eq!(c.info("news").int("last_id"), 40);
    assert_eq!(c.run("ARTICLE.DEBUG CHECK news"), Value::Okay);
    assert!(run(&verify(&from, &to)).out.is_empty());
    (from, to)
}

#[test]
fn the_book_in_python() {
    let (from, to) = imported(Design::PYTHON, &["VOTESCORE 432", WEEKLY, "SELFVOTE yes"]);
    let mut c = to.resp2();
    for (user, vote) in [("voter0", 1), ("voter3", 1), ("voter4", 0), ("poster4", 1)] {
        let votes = c.run(&format!("ARTICLE.VOTES news {user} 4"));
        assert_eq!(votes, Value::Array(vec![int(vote)]), "{user}");
    }
    // The whole site's order, newest and best first, is the same.
    for (ranking, by) in [("time:", "TIME"), ("score:", "SCORE")] {
        let classic = from.resp2().run(&format!("ZREVRANGE {ranking} 0 -1"));
        let members: Vec<String> =
            test_support::items(&classic).iter().map(test_support::text).collect();
        let ids = c.ids(&format!("ARTICLE.PAGE news 1 SIZE 100 BY {by}"));
        let ours: Vec<String> = ids.iter().map(|id| format!("article:{id}")).collect();
        assert_eq!(ours, members);
    }
}

#[test]
fn ports_with_votes_against() {
    // In Java, in sets of their own, and in Go, in hashes of voters.
    for (design, vote_score) in [(Design::JAVA, 432), (Design::GO_WITH_CONTENT, 100)] {
        let setting = format!("VOTESCORE {vote_score}");
        let (_from, to) = imported(design, &[&setting, WEEKLY, "SELFVOTE yes"]);
        let article = to.resp2().article("news", 4);
        assert_eq!(article.counts(), (3, 4, 1, article.int("time") + 3 * vote_score));
    }
}

#[test]
fn go_without_votes_of_posters() {
    let (_from, to) = imported(Design::GO_WITH_SETS, &["VOTESCORE 432", WEEKLY, "SELFVOTE no"]);
    let mut c = to.resp2();
    assert_eq!(c.article("news", 5).int("votes"), 0);
    test_support::assert_error(&c.run("ARTICLE.VOTE news poster5 5"), test_support::SELF_VOTE);
    assert_eq!(c.int("ARTICLE.VOTE news voter9 5"), 1);
}

#[test]
fn closed_articles_keep_counts_and_score() {
    let (from, to) = (plain_server(), module_server());
    let mut classic = fill(&from, Design::JAVA, 3);
    let old = classic.client.now() - WEEK - 10;
    let id = classic.post("ann", "Old", "http://old", old);
    // EXPIREAT has removed `voted:4`, as the passage of time would.
    for (name, by) in [("HINCRBY article:4 votes", -8), ("ZINCRBY score:", -8 * 432)] {
        let member = if name.starts_with('Z') { " article:4" } else { "" };
        classic.client.run(&format!("{name} {by}{member}"));
    }
    let report = run(&import(&from, &to));
    report.assert_no_problems();
    let article = to.resp2().article("news", id);
    assert_eq!((article.int("upvotes"), article.int("downvotes")), (0, 7));
    assert_eq!(article.int("score"), old - 7 * 432);
    run(&verify(&from, &to));
}

#[test]
fn options_override_what_is_detected() {
    let (from, to) = (plain_server(), module_server());
    let mut classic = fill(&from, Design::GO_WITH_CONTENT, 5);
    classic.client.run("HSET article:1 author ann posted 1000");
    let mut options = import(&from, &to);
    for option in [
        "--poster-field=author",
        "--time-field=posted",
        "--link-field=content",
        "--vote-score=50",
        "--window=2000000000",
        "--self-vote=no",
    ] {
        options.push(option.to_owned());
    }
    let report = run(&options);
    report.assert_lines(&["4 articles without a poster, or with one over 255 bytes: skipped"]);
    let mut c = to.resp2();
    let article = c.article("news", 1);
    assert_eq!(article.text("poster"), "ann");
    assert_eq!(article.text("link"), "http://x");
    assert_eq!((article.int("time"), article.int("closes")), (1_000, 2_000_001_000));
    let info = c.info("news");
    assert_eq!((info.int("vote_score"), info.int("vote_window")), (50, 2_000_000_000));
    assert_eq!(info.text("self_vote"), "no");
}

#[test]
fn prefixed_keys_are_found_and_others_are_not() {
    let (from, to) = (plain_server(), module_server());
    let mut other = fill(&from, Design::PYTHON, 3);
    other.classic.prefix = "a[b]*:";
    let now = other.client.now();
    let id = other.post("ann", "Prefixed", "http://p", now - 5);
    other.vote("bob", id, Choice::For);
    let mut options = import(&from, &to);
    options.extend(["--prefix".to_owned(), "a[b]*:".to_owned()]);
    let report = run(&options);
    assert_eq!(report.number("articles"), 1);
    assert_eq!(to.resp2().article("news", 1).text("title"), "Prefixed");
    // Some sites repeat the prefix in the members of their sets.
    for ranking in ["time:", "score:"] {
        let key = other.classic.key(ranking);
        let score = other.client.call("ZSCORE", (&key, "article:1"));
        other.client.call("ZREM", (&key, "article:1"));
        let member = other.classic.of("article", 1);
        other.client.call("ZADD", (&key, test_support::text(&score), member));
    }
    options[6] = "again".to_owned();
    let report = run(&options);
    report.assert_no_problems();
    assert_eq!(to.resp2().int("ARTICLE.COUNT again"), 1);
}

#[test]
fn the_window_is_that_after_which_voters_expire() {
    let (from, to) = (plain_server(), module_server());
    let mut site = fill(&from, Design::PYTHON, 9);
    for id in 1..=9 {
        let time = site.client.run(&format!("ZSCORE time: article:{id}"));
        let time = test_support::text(&time).parse::<f64>().unwrap() as i64;
        site.client.run(&format!("EXPIREAT voted:{id} {}", time + 2 * WEEK + 1));
    }
    run(&import(&from, &to));
    assert_eq!(to.resp2().info("news").int("vote_window"), 2 * WEEK);
}

#[test]
fn times_in_milliseconds_are_noticed_and_converted() {
    let (from, to) = (plain_server(), module_server());
    let mut site = fill(&from, Design::JAVA, 9);
    // The time of the last article.
    let mut last = 0;
    // As JavaScript's Date.now() has them, also in the scores.
    for id in 1..=9 {
        let member = format!("article:{id}");
        let time = site.client.run(&format!("HGET {member} now"));
        let seconds: i64 = test_support::text(&time).parse().unwrap();
        let votes = test_support::text(&site.client.run(&format!("HGET {member} votes")));
        let votes: i64 = votes.parse().unwrap();
        let millis = 1_000 * seconds + 789;
        last = seconds;
        site.client.run(&format!("HSET {member} now {millis}"));
        site.client.run(&format!("ZADD time: {millis} {member}"));
        site.client.run(&format!("ZADD score: {} {member}", millis + votes * 432_000));
    }
    let mut options = import_with(&from, &to, "--dry-run");
    let report = run(&options);
    report.assert_lines(&[
        "9 articles or comments with a time in the future: skipped. If a classic \
         site has its times in milliseconds, use --time-unit ms",
    ]);
    options.pop();
    options.push("--time-unit=ms".to_owned());
    let report = run(&options);
    report.assert_lines(&[
        "Dialect: poster in \"user\", time in \"now\" in milliseconds, VOTESCORE 432, \
         WINDOW 604800, SELFVOTE yes",
        "No problems found.",
    ]);
    let mut c = to.resp2();
    let article = c.article("news", 9);
    assert_eq!((article.int("time"), article.int("closes")), (last, last + WEEK));
    assert_eq!(article.int("score"), last + 432 * article.int("votes"));
    let mut options = verify(&from, &to);
    options.push("--time-unit=ms".to_owned());
    assert!(run(&options).out.is_empty());
}
