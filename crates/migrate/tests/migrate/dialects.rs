//! Every dialect of classic sites arrives with all that it has.

use test_support::classic::{Choice, Design, WEEK};
use test_support::{SELF_VOTE, assert_error, items, text, votes};

use crate::harness::{between, run};
use crate::servers::Pair;

/// Imports a site of a design, compares every article with the classic one.
fn imported(design: Design, vote_score: i64, self_vote: &str) -> Pair {
    let mut pair = Pair::new(design, 40);
    let report = pair.run("import");
    report.assert_no_problems();
    let settings = format!("VOTESCORE {vote_score}, WINDOW {WEEK}, SELFVOTE {self_vote}");
    assert!(report.out.contains(&settings), "{}", report.out);
    for id in 1..=40 {
        let article = pair.c.article("news", id);
        let hash = pair.classic.client.map(&format!("HGETALL article:{id}"));
        let text_of = |name: &str| if hash.has(name) { hash.text(name) } else { String::new() };
        for (name, classic) in [("title", "title"), ("link", "link"), ("poster", design.poster)] {
            assert_eq!(article.text(name), text_of(classic));
        }
        let has_content = design == Design::GO_WITH_CONTENT;
        assert_eq!(article.has("content"), has_content);
        assert!(!has_content || article.text("content") == text_of("content"));
        let seconds = text_of(design.time).parse::<f64>().unwrap() as i64;
        assert_eq!((article.int("time"), article.int("closes")), (seconds, seconds + WEEK));
        assert_eq!(article.int("votes").to_string(), text_of("votes"));
        let score = pair.classic.client.run(&format!("ZSCORE score: article:{id}"));
        let score = text(&score).parse::<f64>().unwrap().floor() as i64;
        assert_eq!(article.int("score"), score, "{id}");
        assert_eq!(article.groups(), [["rust", "news", "c"][(id % 3) as usize]]);
    }
    assert_eq!(pair.c.info("news").int("last_id"), 40);
    pair.c.check("news");
    pair
}

#[test]
fn the_book_in_python() {
    let mut pair = imported(Design::PYTHON, 432, "yes");
    let (_, voters) = pair.c.part("ARTICLE.VOTERS news 4 0");
    let mut voters = votes(&voters);
    voters.sort();
    let expected = ["poster4", "voter0", "voter1", "voter2", "voter3"];
    assert_eq!(voters, expected.map(|user| (user.to_owned(), 1)));
    // The whole site's order, newest and best first, is the same.
    for (ranking, by) in [("time:", "TIME"), ("score:", "SCORE")] {
        let members = pair.classic.client.run(&format!("ZREVRANGE {ranking} 0 -1"));
        let ids = pair.c.ids(&format!("ARTICLE.PAGE news 1 SIZE 100 BY {by}"));
        let ours = ids.iter().map(|id| format!("article:{id}"));
        assert!(ours.eq(items(&members).iter().map(text)), "{by}");
    }
}

#[test]
fn ports_with_votes_against_and_without_those_of_posters() {
    // In Java, in sets of their own, and in Go, in hashes of voters.
    for (design, vote_score) in [(Design::JAVA, 432), (Design::GO_WITH_CONTENT, 100)] {
        let mut pair = imported(design, vote_score, "yes");
        let article = pair.c.article("news", 4);
        assert_eq!(article.counts(), (3, 4, 1, article.int("time") + 3 * vote_score));
    }
    let mut pair = imported(Design::GO_WITH_SETS, 432, "no");
    let c = &mut pair.c;
    assert_eq!(c.article("news", 5).int("votes"), 0);
    assert_error(&c.run("ARTICLE.VOTE news poster5 5"), SELF_VOTE);
    assert_eq!(c.int("ARTICLE.VOTE news voter9 5"), 1);
}

#[test]
fn closed_articles_keep_counts_and_score() {
    let mut pair = Pair::new(Design::JAVA, 3);
    let old = pair.classic.client.now() - WEEK - 10;
    // EXPIREAT removes `voted:4` at once, as the passage of time would.
    assert_eq!(pair.classic.post("ann", "Old", "http://old", old), 4);
    let score = format!("ZINCRBY score: {} article:4", -8 * 432);
    pair.classic.run(&["HINCRBY article:4 votes -8", &score]);
    pair.run("import").assert_no_problems();
    assert_eq!(pair.c.article("news", 4).counts(), (-7, 0, 7, old - 7 * 432));
}

#[test]
fn options_override_what_is_detected() {
    let mut pair = Pair::new(Design::GO_WITH_CONTENT, 5);
    pair.classic.run(&["HSET article:1 author ann posted 1000"]);
    let report = pair.run(
        "import --poster-field=author --time-field=posted --link-field=content --vote-score=50 \
         --window=2000000000 --self-vote=no",
    );
    report.assert_lines(&["4 articles without a poster, or with one over 255 bytes: skipped"]);
    let article = pair.c.article("news", 1);
    assert_eq!((article.text("poster"), article.text("link")), ("ann".into(), "http://x".into()));
    assert_eq!((article.int("time"), article.int("closes")), (1_000, 2_000_001_000));
    let info = pair.c.info("news");
    assert_eq!((info.int("vote_score"), info.int("vote_window")), (50, 2_000_000_000));
    assert_eq!(info.text("self_vote"), "no");
}

#[test]
fn prefixed_keys_are_found_and_others_are_not() {
    let mut pair = Pair::new(Design::PYTHON, 3);
    pair.classic.classic.prefix = "a[b]*:";
    assert_eq!(pair.classic.post_now("ann", "Prefixed", "http://p"), 1);
    pair.classic.vote("bob", 1, Choice::For);
    assert_eq!(pair.run("import --prefix a[b]*:").number("articles"), 1);
    assert_eq!(pair.c.article("news", 1).text("title"), "Prefixed");
    // Some sites repeat the prefix in the members of their sets.
    for ranking in ["time:", "score:"] {
        let site = &mut pair.classic;
        let key = site.classic.key(ranking);
        let score = text(&site.client.call("ZSCORE", (&key, "article:1")));
        site.client.call("ZREM", (&key, "article:1"));
        site.client.call("ZADD", (&key, score, site.classic.of("article", 1)));
    }
    run(&between("import --prefix a[b]*:", &pair.from, &pair.to, "again")).assert_no_problems();
    assert_eq!(pair.c.int("ARTICLE.COUNT again"), 1);
}

#[test]
fn times_in_milliseconds_and_longer_windows_are_noticed() {
    let mut pair = Pair::new(Design::JAVA, 9);
    // The time of the last article.
    let mut last = 0;
    // As JavaScript's Date.now() has them, also in the scores.
    for id in 1..=9 {
        let hash = pair.classic.client.map(&format!("HGETALL article:{id}"));
        let [time, votes] = ["now", "votes"].map(|name| hash.text(name).parse::<i64>().unwrap());
        let millis = 1_000 * time + 789;
        last = time;
        pair.classic.run(&[
            &format!("HSET article:{id} now {millis}"),
            &format!("ZADD time: {millis} article:{id}"),
            &format!("ZADD score: {} article:{id}", millis + votes * 432_000),
            // Voters expire when voting closes.
            &format!("EXPIREAT voted:{id} {}", time + 2 * WEEK + 1),
        ]);
    }
    pair.run("import --dry-run").assert_lines(&[
        "9 articles with a time in the future: skipped. If the site has its times in \
         milliseconds, use --time-unit ms",
    ]);
    pair.run("import --time-unit=ms").assert_lines(&[
        "Dialect: poster in \"user\", time in \"now\" in milliseconds, VOTESCORE 432, \
         WINDOW 1209600, SELFVOTE yes",
        "No problems found.",
    ]);
    let article = pair.c.article("news", 9);
    assert_eq!((article.int("time"), article.int("closes")), (last, last + 2 * WEEK));
    assert_eq!(article.int("score"), last + 432 * article.int("votes"));
}
