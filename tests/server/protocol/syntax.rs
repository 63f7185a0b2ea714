//! Syntax that all commands share: options in any order and case, each at most once, and errors
//! that say what to do.

use test_support::{commands, *};

#[in_both_protocols]
fn a_wrong_number_of_arguments_has_the_error_of_every_redis_command(c: &mut Client) {
    for command in commands::all() {
        let name = command.event();
        let expected = format!("ERR wrong number of arguments for '{name}' command");
        let least = command.arity.unsigned_abs() as usize - 1;
        let numbers = (0..least).chain((command.arity > 0).then_some(least + 1));
        for number in numbers {
            assert_error(&c.call(&name, vec!["news"; number]), &expected);
        }
    }
    assert_eq!(c.run("DBSIZE"), int(0));
}

/// Checks that the lines get their errors.
fn assert_errors(lines: &[(&str, &str)]) {
    in_both_protocols(|c| {
        for (line, error) in lines {
            c.always_refused(line, error);
        }
        assert_eq!(c.run("EXISTS other"), int(0));
    });
}

const VOTE: &str = "ERR VOTE takes UP, DOWN or NONE";
const ONE_VOTE: &str = "ERR only one of UP, DOWN and NONE can be given";

/// Lines with an option that is unknown, incomplete or repeated.
const OPTIONS: &[(&str, &str)] = &[
    ("ARTICLE.CREATE news NOPE", "ERR unknown option at argument 2"),
    ("ARTICLE.CREATE news VOTESCORE", "ERR VOTESCORE needs a value"),
    ("ARTICLE.CREATE news VOTESCORE 1 VOTESCORE 1", "ERR VOTESCORE is given twice"),
    ("ARTICLE.CREATE news 5", "ERR unknown option at argument 2"),
    ("ARTICLE.ALTER news NOPE 1", "ERR unknown option at argument 2"),
    ("ARTICLE.ALTER news WINDOW 5 PAGESIZE", "ERR PAGESIZE needs a value"),
    ("ARTICLE.ALTER news WINDOW 5 window 5", "ERR WINDOW is given twice"),
    ("ARTICLE.ALTER news VOTESCORE 5 TIME 5", "ERR unknown option at argument 4"),
    ("ARTICLE.POST news a t l NOPE", "ERR unknown option at argument 5"),
    ("ARTICLE.POST news a t l ID", "ERR ID needs a value"),
    ("ARTICLE.POST news a t l ID 5 ID 6", "ERR ID is given twice"),
    ("ARTICLE.POST news a t l TIME", "ERR TIME needs a value"),
    ("ARTICLE.POST news a t l TIME 5 time 5", "ERR TIME is given twice"),
    ("ARTICLE.POST news a t l GROUPS", "ERR GROUPS needs numgroups"),
    ("ARTICLE.POST news a t l GROUPS 1 g h", "ERR unknown option at argument 8"),
    ("ARTICLE.POST news a t l GROUPS 1 g GROUPS 1 h", "ERR GROUPS is given twice"),
    ("ARTICLE.POST news a t l FIELDS", "ERR FIELDS needs numfields"),
    ("ARTICLE.POST news a t l FIELDS 1 f v g w", "ERR unknown option at argument 9"),
    ("ARTICLE.POST news a t l FIELDS 1 f v FIELDS 1 g w", "ERR FIELDS is given twice"),
    ("ARTICLE.EDIT news 1 NOPE x", "ERR unknown option at argument 3"),
    ("ARTICLE.EDIT news 1 TITLE x TITLE y", "ERR TITLE is given twice"),
    ("ARTICLE.EDIT news 1 TITLE x LINK", "ERR LINK needs a value"),
    ("ARTICLE.EDIT news 1 LINK x LINK x", "ERR LINK is given twice"),
    ("ARTICLE.EDIT news 1 FIELDS 1 f v FIELDS 1 f v", "ERR FIELDS is given twice"),
    ("ARTICLE.EDIT news 1 UNSET 1 f UNSET 1 g", "ERR UNSET is given twice"),
    ("ARTICLE.GET news 1 NOPE", "ERR unknown option at argument 3"),
    ("ARTICLE.GET news 1 VIEWER", "ERR VIEWER needs a value"),
    ("ARTICLE.GET news 1 VIEWER bob VIEWER bob", "ERR VIEWER is given twice"),
    ("ARTICLE.GET news 1 bob", "ERR unknown option at argument 3"),
    ("ARTICLE.VOTE news bob 1 SIDEWAYS", VOTE),
    ("ARTICLE.VOTE news bob 1 \"\"", VOTE),
    ("ARTICLE.VOTE news bob 1 1", VOTE),
    ("ARTICLE.VOTE news bob 1 UP DOWN", ONE_VOTE),
    ("ARTICLE.VOTE news bob 1 UP UP", ONE_VOTE),
    ("ARTICLE.VOTE news bob 1 WITHCOUNTS WITHCOUNTS", "ERR WITHCOUNTS is given twice"),
    ("ARTICLE.VOTE news bob 1 UP WITHCOUNTS NONE", ONE_VOTE),
    ("ARTICLE.ANSWERS news bob 1 COMMENTS", "ERR unknown option at argument 4"),
    ("ARTICLE.GET news 1 MARKS", "ERR MARKS needs numlists"),
    ("ARTICLE.GET news 1 MARKS 1 a MARKS 1 b", "ERR MARKS is given twice"),
    ("ARTICLE.GET news 1 MARKS 1 a b", "ERR unknown option at argument 6"),
    ("ARTICLE.THREAD news 1 MARKED bob 0", "ERR unknown option at argument 3"),
    ("ARTICLE.GROUPS news NOPE", "ERR unknown option at argument 2"),
    ("ARTICLE.GROUPS news 1 2", "ERR unknown option at argument 2"),
    ("ARTICLE.GROUPS news LIMIT", "ERR LIMIT needs offset and count"),
    ("ARTICLE.GROUPS news LIMIT 1", "ERR LIMIT needs count"),
    ("ARTICLE.GROUPS news LIMIT 0 1 LIMIT 0 1", "ERR LIMIT is given twice"),
    ("ARTICLE.GROUPS news LIMIT 0 1 2", "ERR unknown option at argument 5"),
];

#[test]
fn an_unknown_incomplete_or_repeated_option_is_named() {
    assert_errors(OPTIONS);
}

#[test]
fn a_number_of_items_must_match_the_arguments() {
    let (groups, fields, lists) = (
        "ERR numgroups does not match the number of arguments",
        "ERR numfields does not match the number of arguments",
        "ERR numlists does not match the number of arguments",
    );
    assert_errors(&[
        ("ARTICLE.POST news a t l GROUPS 1", groups),
        ("ARTICLE.POST news a t l GROUPS 2 g", groups),
        ("ARTICLE.POST news a t l GROUPS 1000 g", groups),
        ("ARTICLE.POST news a t l FIELDS 1", fields),
        ("ARTICLE.POST news a t l FIELDS 1 f", fields),
        ("ARTICLE.POST news a t l FIELDS 2 f v g", fields),
        ("ARTICLE.POST news a t l FIELDS 1000 f v", fields),
        ("ARTICLE.EDIT news 1 FIELDS 2 f v", fields),
        ("ARTICLE.EDIT news 1 UNSET 2 f", fields),
        ("ARTICLE.EDIT news 1 UNSET 1000 f", fields),
        ("ARTICLE.GET news 1 MARKS 2 a", lists),
        ("ARTICLE.GET news 1 MARKS 10000 a VIEWER bob", lists),
    ]);
}

#[in_both_protocols]
fn create_and_alter_have_the_same_errors(c: &mut Client) {
    c.ok("ARTICLE.CREATE news");
    for options in [
        "NOPE 1",
        "PAGESIZE 5 NOPE",
        "PAGESIZE 5 VOTESCORE",
        "PAGESIZE 5 PAGESIZE 5",
        "VOTESCORE 0",
        "VOTESCORE 31536001",
        "VOTESCORE x",
        "WINDOW 0",
        "WINDOW 3153600001",
        "WINDOW 1.5",
        "PAGESIZE 0",
        "PAGESIZE 1001",
        "PAGESIZE \"\"",
        "SELFVOTE maybe",
        "SELFVOTE yes SELFVOTE no",
        "SIZE 5",
        "PAGESIZE 0 NOPE",
        "PAGESIZE 0 PAGESIZE 5",
        "VOTESCORE 0 WINDOW x",
        "SELFVOTE maybe PAGESIZE x",
        "PAGESIZE 5 SELFVOTE",
        "KEEPVOTES maybe",
        "KEEPVOTES 1",
        "KEEPVOTES yes KEEPVOTES yes",
    ] {
        let create = error_text(&c.run(&format!("ARTICLE.CREATE other {options}")));
        let alter = error_text(&c.run(&format!("ARTICLE.ALTER news {options}")));
        assert_eq!(create, alter, "{options}");
    }
}

const ID: &str = "ERR ID must be an integer from 1 to 4294967295";
const SIZE: &str = "ERR SIZE must be an integer from 1 to 1000";
const PAGESIZE: &str = "ERR PAGESIZE must be an integer from 1 to 1000";
const VOTESCORE: &str = "ERR VOTESCORE must be an integer from 1 to 31536000";
const LISTS: &str = "ERR numlists must be an integer from 0 to 10000";
const WINDOW: &str = "ERR WINDOW must be an integer from 1 to 3153600000";

/// Lines with an integer in place of `#`.
const NUMBERS: &[(&str, &str)] = &[
    ("ARTICLE.CREATE other VOTESCORE #", VOTESCORE),
    ("ARTICLE.CREATE other WINDOW #", WINDOW),
    ("ARTICLE.CREATE other PAGESIZE #", PAGESIZE),
    ("ARTICLE.ALTER news VOTESCORE #", VOTESCORE),
    ("ARTICLE.ALTER news WINDOW #", WINDOW),
    ("ARTICLE.ALTER news PAGESIZE #", PAGESIZE),
    ("ARTICLE.POST news a t l ID #", ID),
    ("ARTICLE.POST news a t l TIME #", "ERR TIME must be an integer from 0"),
    ("ARTICLE.POST news a t l GROUPS # g", "ERR numgroups must be an integer from 0 to 1000"),
    ("ARTICLE.POST news a t l FIELDS # f v", "ERR numfields must be an integer from 0 to 1000"),
    ("ARTICLE.EDIT news # TITLE t", "ERR id must be an integer"),
    ("ARTICLE.EDIT news 1 FIELDS # f v", "ERR numfields must be an integer from 0 to 1000"),
    ("ARTICLE.EDIT news 1 UNSET # f", "ERR numfields must be an integer from 0 to 1000"),
    ("ARTICLE.DEL news #", "ERR id must be an integer"),
    ("ARTICLE.DEL news 1 #", "ERR id must be an integer"),
    ("ARTICLE.GET news #", "ERR id must be an integer"),
    ("ARTICLE.VOTE news bob #", "ERR id must be an integer"),
    ("ARTICLE.SEEN news bob #", "ERR id must be an integer"),
    ("ARTICLE.MARK news bob saved #", "ERR id must be an integer"),
    ("ARTICLE.MARK news bob saved 1 #", "ERR id must be an integer"),
    ("ARTICLE.UNMARK news bob saved #", "ERR id must be an integer"),
    ("ARTICLE.GET news 1 MARKS # a", LISTS),
    ("ARTICLE.PAGE news 1 MARKED bob # a", LISTS),
    ("ARTICLE.COMMENTS news 1 UNMARKED bob # a", LISTS),
    ("ARTICLE.PAGE news #", "ERR page must be an integer from 1"),
    ("ARTICLE.PAGE news 1 SIZE #", SIZE),
    ("ARTICLE.GROUPADD news # g", "ERR id must be an integer"),
    ("ARTICLE.GROUPREM news # g", "ERR id must be an integer"),
    ("ARTICLE.GROUPS news LIMIT # 1", "ERR offset must be an integer from 0"),
    ("ARTICLE.GROUPS news LIMIT 0 #", "ERR count must be an integer"),
    ("ARTICLE.LOAD news LASTID #", "ERR LASTID must be an integer from 1 to 4294967295"),
];

const NOT_INTEGERS: [&str; 14] = [
    "x",
    "\"\"",
    "1.5",
    "+1",
    "01",
    "1x",
    "--1",
    "-",
    "0x1",
    "1e3",
    "-0",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999",
];

#[in_both_protocols]
fn an_argument_that_must_be_an_integer_is_named_with_its_range(c: &mut Client) {
    for prepare in ["DEL news", "ARTICLE.POST news a t l GROUPS 1 g", "SET news x"] {
        c.run(prepare);
        for (place, error) in NUMBERS {
            let (_, least) = error.split_once(" from ").unwrap_or_default();
            let below = match least.chars().next() {
                Some('0') => &["-1"][..],
                Some(_) => &["0", "-1", "-9223372036854775808"],
                None => &[],
            };
            for number in below {
                let line = place.replace('#', number);
                assert_eq!(error_text(&c.run(&line)), *error, "{line}");
            }
            let list = error.strip_prefix("ERR num").and_then(|list| list.split_once(' '));
            let hint = list.map(|(items, _)| format!("; the number of {items} comes first"));
            let error = &format!("{error}{}", hint.unwrap_or_default());
            for number in NOT_INTEGERS {
                let line = place.replace('#', number);
                assert_eq!(error_text(&c.run(&line)), *error, "{line}");
            }
            let mut words = place.split(' ').map(|word| if word == "#" { " 1" } else { word });
            let name = words.next().unwrap_or_default();
            assert_error(&c.call(name, words.collect::<Vec<_>>()), error);
        }
    }
    assert_eq!(c.run("EXISTS other"), int(0));
}

#[in_both_protocols]
fn options_come_in_any_order_and_any_case(c: &mut Client) {
    c.ok("ArTiCle.cReaTE news selfVOTE No pageSIZE 3 Window 1000 voteScore 5");
    assert_eq!(c.info("news").text("self_vote"), "no");
    let time = c.now() - 10;
    let post = format!("article.post news alice t l fields 1 f v id 4 time {time} groups 1 g");
    assert_eq!(c.run(&post), int(4));
    let post = format!("article.post news alice t l Time {time} Groups 1 g Id 9 Fields 1 f v");
    assert_eq!(c.run(&post), int(9));
    let (one, two) = (c.article("news", 4), c.article("news", 9));
    assert_eq!(one.clone().without("id"), two.without("id"));
    c.ok("article.edit news 4 unset 1 f link l2 title t2");
    assert_eq!(c.article("news", 4).text("link"), "l2");
    for words in ["down withcounts", "withCounts DOWN", "WITHCOUNTS Down", "Down WithCounts"] {
        let reply = c.map(&format!("article.vote news bob 4 {words}"));
        assert_eq!(reply.int("downvotes"), 1, "{words}");
    }
    let words = ["by time", "asc", "size 1", "viewer bob"];
    let first = c.page(&format!("article.page news 2 {}", words.join(" ")));
    assert_eq!(first[0].int("id"), 9);
    let mut order = [0, 1, 2, 3];
    for swap in [(0, 1), (1, 2), (2, 3), (0, 3), (1, 3), (0, 2)] {
        order.swap(swap.0, swap.1);
        let options = order.map(|index| words[index]).join(" ");
        for page in ["article.page news 2", "article.grouppage news g 2"] {
            assert_eq!(c.page(&format!("{page} {options}")), first, "{options}");
        }
    }
    assert_eq!(c.groups("article.groups news limit 0 5"), [("g".to_owned(), 2)]);
    assert_eq!(c.map("article.get news 4 Viewer bob").int("vote"), -1);
}

#[in_both_protocols]
fn errors_do_not_repeat_what_the_client_sent(c: &mut Client) {
    c.int("ARTICLE.POST news a t l");
    for line in [
        "ARTICLE.VOTE news SECRET 2",
        "ARTICLE.VOTE news bob SECRET",
        "ARTICLE.VOTE news bob 1 SECRET",
        "ARTICLE.POST news a t l SECRET",
        "ARTICLE.POST news a t l ID SECRET",
        "ARTICLE.POST news a t l GROUPS SECRET g",
        "ARTICLE.CREATE other SELFVOTE SECRET",
        "ARTICLE.ALTER SECRET PAGESIZE 5",
        "ARTICLE.PAGE news 1 BY SECRET",
        "ARTICLE.PAGE news 1 AFTER SECRET",
        "ARTICLE.PAGE news 1 SINCE SECRET",
        "ARTICLE.PAGE news 1 NONEOF 2 SECRET",
        "ARTICLE.GET news 1 RETURN 3 SECRET title",
        "ARTICLE.RANK news 1 BY SECRET",
        "ARTICLE.VOTERS news 1 SECRET",
        "ARTICLE.EDIT news 1 FIELDS 2 SECRET x title y",
        "ARTICLE.MARK news bob saved SECRET",
        "ARTICLE.UNMARK news bob SECRET x",
        "ARTICLE.PAGE news 1 MARKED bob 2 SECRET",
        "ARTICLE.LOAD news MARKS bob SECRET x 1",
        "ARTICLE.DEBUG MARKS news bob saved SECRET",
    ] {
        let error = error_text(&c.run(line));
        assert!(error.is_ascii() && !error.contains("SECRET"), "{error}");
    }
}
