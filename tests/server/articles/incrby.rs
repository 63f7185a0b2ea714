//! ARTICLE.INCRBY.

use test_support::*;

const NOT_AN_INTEGER: &str = "ERR field value is not an integer";
const OVERFLOW: &str = "ERR increment would overflow";

#[in_both_protocols]
fn a_missing_field_counts_as_0_and_comes_last(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l FIELDS 1 lang en");
    assert_eq!(c.run("ARTICLE.INCRBY news 1 views 5"), int(5));
    assert_eq!(c.run("ARTICLE.INCRBY news 1 views -7"), int(-2));
    assert_eq!(c.run("ARTICLE.INCRBY news 1 zero 0"), int(0));
    let article = c.article("news", 1);
    assert_eq!(article.names()[13..], ["lang", "views", "zero"]);
    assert_eq!((article.text("views"), article.text("zero")), ("-2".into(), "0".into()));
}

#[in_both_protocols]
fn the_ends_of_64_bits_are_reached_and_not_passed(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    for (increment, end) in [(1, i64::MAX), (-1, i64::MIN)] {
        c.ok(&format!("ARTICLE.EDIT news 1 FIELDS 1 n {}", end - increment));
        assert_eq!(c.run(&format!("ARTICLE.INCRBY news 1 n {increment}")), int(end));
        assert_error(&c.run(&format!("ARTICLE.INCRBY news 1 n {increment}")), OVERFLOW);
        assert_eq!(c.article("news", 1).text("n"), end.to_string());
    }
}

#[in_both_protocols]
fn what_is_not_an_integer_is_refused_and_stays(c: &mut Client) {
    for value in ["x", "1.5", "01", "+1", "-0", " 1", "9223372036854775808"] {
        c.run("DEL news");
        c.call("ARTICLE.POST", ("news", "alice", "t", "l", "FIELDS", 1, "n", value));
        c.refused("news", "ARTICLE.INCRBY news 1 n 1", NOT_AN_INTEGER);
    }
}
