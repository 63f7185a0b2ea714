//! The syntax of the options of listings.

use super::contract::LISTINGS;
use super::eight;
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

/// Options that all listings take.
const SHARED: [&str; 6] =
    ["SIZE 5", "AFTER 5", "VIEWER bob", "RETURN 2 id vote", "MARKS 1 a", "WITHCURSOR"];
/// Options of pages of articles.
const OWN: [&str; 15] = [
    "BY VOTES",
    "ASC",
    "DESC",
    "SINCE 1000001000",
    "UNTIL 1000006000",
    "MINVOTES -6",
    "ANYOF 2 a b",
    "ALLOF 1 c",
    "NONEOF 1 d",
    "FROM 1 ann",
    "NOTFROM 1 bob",
    "EXCEPT 1 1",
    "UNVOTED ann",
    "MARKED ann 1 b",
    "UNMARKED ann 1 b",
];

/// Checks the errors of a listing with an option twice, without its value, and with something else
/// after it.
fn assert_option(c: &mut Client, line: &str, option: &str) {
    let (keyword, value) = option.split_once(' ').unwrap_or((option, ""));
    let twice = match keyword {
        "ASC" | "DESC" => "ERR only one of ASC and DESC can be given".to_owned(),
        keyword => format!("ERR {keyword} is given twice"),
    };
    c.always_refused(&format!("{line} {option} {} {value}", keyword.to_lowercase()), &twice);
    let at = format!("{line} {option}").split(' ').count() - 1;
    let unknown = format!("ERR unknown option at argument {}", at + 1);
    c.always_refused(&format!("{line} {option} NOPE"), &unknown);
    let needs = match keyword {
        "BY" => BY.to_owned(),
        "RETURN" => "ERR RETURN needs numnames".to_owned(),
        "ANYOF" | "ALLOF" | "NONEOF" => format!("ERR {keyword} needs numgroups"),
        "FROM" | "NOTFROM" => format!("ERR {keyword} needs numusers"),
        "MARKS" => "ERR MARKS needs numlists".to_owned(),
        "EXCEPT" => "ERR EXCEPT needs numids".to_owned(),
        "MARKED" | "UNMARKED" => format!("ERR {keyword} needs user and numlists"),
        keyword => format!("ERR {keyword} needs a value"),
    };
    if !value.is_empty() {
        c.always_refused(&format!("{line} {keyword}"), &needs);
    }
}

const BY: &str = "ERR BY must be SCORE, TIME, VOTES, BEST, CONTROVERSY, GRAVITY, BUMPED, \
                  COMMENTS or ACTIVE";

#[in_both_protocols]
fn an_option_that_is_repeated_incomplete_or_unknown_is_named(c: &mut Client) {
    for line in LISTINGS.map(|line| line.replace('#', "1")) {
        SHARED.iter().for_each(|option| assert_option(c, &line, option));
    }
    for line in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1", "ARTICLE.USERPAGE news a 1"]
    {
        OWN.iter().for_each(|option| assert_option(c, line, option));
        for by in ["BY ID", "BY VOTE", "BY -SCORE"] {
            c.always_refused(&format!("{line} {by}"), BY);
        }
        c.always_refused(&format!("{line} VOTES"), &BY.replace("must be", "comes before"));
        c.always_refused(&format!("{line} BY VOTES ASC"), "ERR ASC needs BY SCORE or BY TIME");
    }
}

#[in_both_protocols]
fn a_number_of_an_option_must_be_an_integer(c: &mut Client) {
    for (option, error) in [
        ("SINCE #", "ERR SINCE must be an integer"),
        ("UNTIL #", "ERR UNTIL must be an integer"),
        ("MINVOTES #", "ERR MINVOTES must be an integer"),
        (
            "RETURN # id",
            "ERR numnames must be an integer from 0 to 100; the number of names comes first",
        ),
        (
            "ANYOF # g",
            "ERR numgroups must be an integer from 0 to 10000; the number of groups comes first",
        ),
        (
            "ALLOF # g",
            "ERR numgroups must be an integer from 0 to 10000; the number of groups comes first",
        ),
        (
            "NONEOF # g",
            "ERR numgroups must be an integer from 0 to 10000; the number of groups comes first",
        ),
        (
            "FROM # alice",
            "ERR numusers must be an integer from 0 to 10000; the number of users comes first",
        ),
        (
            "NOTFROM # alice",
            "ERR numusers must be an integer from 0 to 10000; the number of users comes first",
        ),
        (
            "EXCEPT # 1",
            "ERR numids must be an integer from 0 to 10000; the number of ids comes first",
        ),
        ("EXCEPT 1 #", "ERR id must be an integer"),
    ] {
        for number in ["x", "\"\"", "1.5", "+1", "01", "-0", "9223372036854775808"] {
            let line = format!("ARTICLE.PAGE news 1 {}", option.replace('#', number));
            c.always_refused(&line, error);
        }
    }
}
