//! The syntax of the options of listings.

use super::{NAMES, eight};
use test_support::*;

/// Every option of a listing.
const OPTIONS: [&str; 12] = [
    "BY VOTES",
    "DESC",
    "SINCE 1000001000",
    "UNTIL 1000006000",
    "MINVOTES -6",
    "ANYOF 2 a b",
    "ALLOF 1 c",
    "NONEOF 1 d",
    "AFTER votes:1-9",
    "SIZE 5",
    "VIEWER bob",
    "RETURN 3 id vote groups",
];

#[in_both_protocols]
fn options_come_in_any_order_and_any_case(c: &mut Client) {
    eight(c);
    let line = format!("ARTICLE.PAGE news 1 WITHCURSOR {}", OPTIONS.join(" "));
    let expected = c.run(&line);
    assert_eq!(c.articles(&items(&expected)[0]).len(), 2);
    let mut random = Random::new(seed("options"));
    for _ in 0..200 {
        let mut options: Vec<String> = OPTIONS.map(str::to_owned).to_vec();
        options.push("WITHCURSOR".to_owned());
        let mut line = "ARTICLE.PAGE news 1".to_owned();
        while !options.is_empty() {
            let option = options.swap_remove(random.below(options.len() as i64) as usize);
            let (keyword, value) = option.split_once(' ').unwrap_or((&option, ""));
            let keyword = match random.below(3) {
                0 => keyword.to_lowercase(),
                1 => keyword[..2].to_lowercase() + &keyword[2..],
                _ => keyword.to_owned(),
            };
            let value = if keyword.eq_ignore_ascii_case("BY") {
                value.to_lowercase()
            } else {
                value.to_owned()
            };
            line.push_str(&format!(" {keyword} {value}"));
        }
        assert_eq!(c.run(&line), expected, "{line}");
    }
}

const BY: &str = "ERR BY must be SCORE, TIME, VOTES, BEST, CONTROVERSY, GRAVITY, BUMPED, \
                  COMMENTS or ACTIVE";
const ASC: &str = "ERR ASC needs BY SCORE or BY TIME";

#[in_both_protocols]
fn an_order_is_named_after_by_and_only_two_ascend(c: &mut Client) {
    for line in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1", "ARTICLE.USERPAGE news a 1"]
    {
        for by in ["BY ID", "BY VOTE", "BY -SCORE"] {
            c.always_refused(&format!("{line} {by}"), BY);
        }
        c.always_refused(&format!("{line} VOTES"), &BY.replace("must be", "comes before"));
        for order in &NAMES[2..] {
            c.always_refused(&format!("{line} ASC BY {order} WITHCURSOR"), ASC);
        }
    }
    let orders = "ERR BY must be SCORE, TIME, VOTES, BEST, CONTROVERSY or GRAVITY";
    for line in ["ARTICLE.COMMENTS news 1", "ARTICLE.THREAD news 1"] {
        for order in &NAMES[6..] {
            c.always_refused(&format!("{line} BY {order}"), orders);
        }
        c.always_refused(&format!("{line} BY VOTES ASC"), ASC);
    }
    c.always_refused("ARTICLE.THREAD news 1 ASC", ASC);
    for option in ["ANYOF 1 g", "BY TIME ALLOF 1 g", "noneof 1 g", "SIZE 5 NONEOF"] {
        c.always_refused(&format!("ARTICLE.COMMENTS news 1 {option}"), "ERR syntax error");
    }
}
