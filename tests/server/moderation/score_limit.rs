//! The limit of a score.

use test_support::*;

const ARTICLE: &str = "alice t l TIME 1000 CLOSES 3000000000";

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
