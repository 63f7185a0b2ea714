//! ARTICLE.LOAD of boosts and flags.

use super::moderate;
use test_support::*;

const ARTICLE: &str = "alice t l TIME 1000 CLOSES 3000000000";

#[in_both_protocols]
fn boosts_and_flags_are_loaded(c: &mut Client) {
    for (id, options, names) in [
        (1, "", ""),
        (2, "BOOST 0", ""),
        (3, "BOOST -5 HIDDEN", "boost hidden"),
        (4, "pinned locked", "locked pinned"),
        (5, "PINNED GROUPS 1 g BOOST 315360000 LOCKED HIDDEN", "boost hidden locked pinned"),
    ] {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} {ARTICLE} {options}"));
        let article = c.article("news", id);
        assert_eq!(article.names()[13..].join(" "), names, "{options}");
    }
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [4, 2, 1]);
    assert_eq!(c.run("ARTICLE.GROUPS news"), Value::Array(vec![]));
    let info = c.info("news");
    assert_eq!((info.int("hidden"), info.int("users")), (2, 1));
    assert_eq!(moderate(c, "SHOW", &[3, 5]), 2);
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [5, 4, 2, 1, 3]);
    assert_error(&c.run("ARTICLE.VOTE news bob 4"), VOTE_CLOSED);
    c.check("news");
}

#[in_both_protocols]
fn the_score_is_the_whole_score(c: &mut Client) {
    let load = |c: &mut Client, id, options: &str| {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} {ARTICLE} {options}"));
        c.article("news", id).int("score")
    };
    // Without SCORE, it comes from the formula.
    assert_eq!(load(c, 1, "UP 2 bob cleo BOOST 70"), 1_934);
    // With it, the gain is what time and boost leave of it.
    assert_eq!(load(c, 2, "UP 1 bob SCORE 5000 BOOST 70"), 5_000);
    assert_eq!(load(c, 3, "COUNTS 9 0 SCORE -5000 BOOST -70"), -5_000);
    for (id, boost, score) in [(1, 0, 1_864), (2, 0, 4_930), (2, -30, 4_900), (3, 0, -4_930)] {
        c.int(&format!("ARTICLE.BOOST news {id} {boost}"));
        assert_eq!(c.article("news", id).int("score"), score);
    }
    // A vote puts the formula's in its place.
    let voted = c.map("ARTICLE.VOTE news dan 2 WITHCOUNTS");
    assert_eq!(voted.int("score"), 1_000 + 2 * 432 - 30);
    c.ok("ARTICLE.LOAD news VOTERS 2 UP 1 eve SCORE 7000");
    c.int("ARTICLE.BOOST news 2 0");
    assert_eq!(c.article("news", 2).int("score"), 7_030);
    c.check("news");
}

#[test]
fn the_limit_of_a_score_is_that_without_the_boost() {
    let limit: i64 = 1 << 61;
    let setup = with_module().config("appendonly yes").config("aof-use-rdb-preamble no");
    in_both_protocols_with(setup, |server, c| {
        for (id, score, boost, boosted) in [
            (1, limit, 0, 315_360_000),
            (2, -limit, 0, -315_360_000),
            (3, limit - 315_360_000, -315_360_000, 315_360_000),
            (4, limit + 315_360_000, 315_360_000, 315_360_000),
        ] {
            let options = format!("SCORE {score} BOOST {boost} UP 1 bob PINNED");
            c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} {ARTICLE} {options}"));
            c.int(&format!("ARTICLE.BOOST news {id} {boosted}"));
            assert_eq!(c.article("news", id).int("score"), score - boost + boosted);
        }
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [4, 3, 1, 2]);
        assert_eq!(c.walk("ARTICLE.PAGE news 1 SIZE 1", None).concat(), [4, 3, 1, 2]);
        for (score, boost) in [(limit + 1, 0), (limit, -1), (-limit, 1), (i64::MIN, 1)] {
            let options = format!("SCORE {score} BOOST {boost}");
            let line = format!("ARTICLE.LOAD news ARTICLE 9 {ARTICLE} {options}");
            assert_error_naming(&c.run(&line), &limit.to_string());
        }
        let line = format!("ARTICLE.LOAD news VOTERS 4 UP 1 cleo SCORE {limit}");
        c.ok(&line);
        assert_error_naming(&c.run(&line.replace("SCORE ", "SCORE -")), &limit.to_string());
        // Such sites are restored, and loaded from a rewritten append-only file.
        let before = SiteSnapshot::of(c, "news");
        c.restore("news", "again");
        before.assert_same(&SiteSnapshot::of(c, "again"));
        aof::rewrite(c);
        server.restart();
        before.assert_same(&SiteSnapshot::of(&mut server.client(c.protocol), "news"));
    });
}

#[in_both_protocols]
fn more_voters_keep_boosts_and_flags(c: &mut Client) {
    let options = "BOOST 9 HIDDEN LOCKED PINNED UP 1 bob";
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 {ARTICLE} {options}"));
    c.ok("ARTICLE.LOAD news VOTERS 1 UP 2 cleo dan DOWN 1 eve");
    let article = c.article("news", 1);
    assert_eq!(article.names()[13..], ["boost", "hidden", "locked", "pinned"]);
    assert_eq!(article.counts(), (2, 3, 1, 1_000 + 864 + 9));
    assert_eq!(c.map("ARTICLE.USER news alice").int("karma"), 1);
}

#[in_both_protocols]
fn a_boost_is_within_its_limits(c: &mut Client) {
    c.ok("ARTICLE.CREATE news");
    let range = "ERR boost must be an integer from -315360000 to 315360000";
    for (options, error) in [("BOOST 315360001", range), ("BOOST -315360001", range)] {
        let line = format!("ARTICLE.LOAD news ARTICLE 1 {ARTICLE} {options}");
        c.refused("news", &line, error);
    }
}
