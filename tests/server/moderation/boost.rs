//! ARTICLE.BOOST.

use test_support::*;

const RANGE: &str = "ERR boost must be an integer from -315360000 to 315360000";

/// Runs an ARTICLE.BOOST of the site `news`.
fn boost(c: &mut Client, arguments: &str) -> Value {
    c.run(&format!("ARTICLE.BOOST news {arguments}"))
}

#[in_both_protocols]
fn it_is_set_or_added_to_and_part_of_the_score(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l TIME 1000");
    for (arguments, expected) in [
        ("1 60", 60),
        ("1 60", 60),
        ("1 5 INCR", 65),
        ("1 -100 incr", -35),
        ("1 0 INCR", -35),
        ("1 35 INCR", 0),
        ("1 -7", -7),
        ("1 0", 0),
    ] {
        assert_eq!(boost(c, arguments), int(expected), "{arguments}");
        let article = c.article("news", 1);
        assert_eq!(article.int("score"), 1_432 + expected, "{arguments}");
        // It is shown only if there is one.
        assert_eq!(article.has("boost"), expected != 0, "{arguments}");
        if expected != 0 {
            assert_eq!(article.int("boost"), expected);
        }
    }
}

#[in_both_protocols]
fn it_is_limited_in_both_directions(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l TIME 1000");
    for (first, beyond) in [
        (315_360_000, ["315360001", "9223372036854775807", "-315360001", "-9223372036854775808"]),
        (-315_360_000, ["-315360001", "-9223372036854775808", "315360001", "9223372036854775807"]),
    ] {
        assert_eq!(boost(c, &format!("1 {first}")), int(first));
        assert_eq!(c.article("news", 1).int("score"), 1_432 + first);
        for seconds in beyond {
            let line = format!("ARTICLE.BOOST news 1 {seconds}");
            c.refused("news", &line, RANGE);
        }
        let more = first.signum();
        for seconds in [more, 630_720_001 * -more, i64::MAX * more] {
            let line = format!("ARTICLE.BOOST news 1 {seconds} INCR");
            c.refused("news", &line, RANGE);
        }
        // From one end to the other.
        assert_eq!(boost(c, &format!("1 {} INCR", -2 * first)), int(-first));
    }
}

#[in_both_protocols]
fn what_is_wrong_is_an_error(c: &mut Client) {
    c.run("SET news x");
    assert_error(&boost(c, "1 5"), WRONG_TYPE);
    c.run("DEL news");
    assert_error(&boost(c, "1 5"), NO_ARTICLE);
    assert_eq!(c.run("EXISTS news"), int(0));
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.DEL news 2");
    for id in ["2", "3", "0", "-1", "4294967297"] {
        for arguments in ["5", "0", "5 INCR"] {
            let line = format!("ARTICLE.BOOST news {id} {arguments}");
            c.refused("news", &line, NO_ARTICLE);
        }
    }
}
