//! ARTICLE.LOAD refuses what breaks a rule, and changes nothing.

use test_support::*;

const TWO_VOTES: &str = "ERR a user can have only one vote on an article";
/// The options that article 7 needs.
const TIMES: &str = "TIME 1000 CLOSES 2000";

/// Makes a site with article 5, which is open and has voters, and article 6, which has counts
/// only.
fn prepare(c: &mut Client) {
    let five = "ARTICLE 5 alice t l TIME 1000 CLOSES 3000000000 UP 2 ann bob DOWN 1 cleo";
    c.ok(&format!("ARTICLE.LOAD news {five} GROUPS 1 g FIELDS 1 f v"));
    c.ok("ARTICLE.LOAD news ARTICLE 6 alice t l TIME 1000 CLOSES 3000000000 COUNTS 9 4");
}

/// Returns the reply to the line, which must not change the site, nor mark it as changed, nor
/// create a site in a key that does not exist.
#[track_caller]
fn refuse(c: &mut Client, line: &str) -> Value {
    let dirty = |c: &mut Client| info_number(c, "persistence", "rdb_changes_since_last_save");
    let before = dirty(c);
    let reply = assert_unchanged(c, "news", |c| c.run(&format!("ARTICLE.LOAD news {line}")));
    assert_eq!(dirty(c), before, "{line}");
    c.check("news");
    let line = line.replace("VOTERS 5", "VOTERS 1").replace(" 7 ", " 1 ");
    let elsewhere = c.run(&format!("ARTICLE.LOAD none {line}"));
    if matches!(elsewhere, Value::ServerError(_)) {
        assert_eq!(c.run("EXISTS none"), int(0), "{line}");
    }
    c.run("DEL none");
    reply
}

/// Checks that each line gets this error.
fn assert_refused(error: &str, lines: &[impl AsRef<str>]) {
    in_both_protocols(|c| {
        prepare(c);
        for line in lines.iter().map(AsRef::as_ref) {
            assert_eq!(error_text(&refuse(c, line)), error, "{line}");
        }
    });
}

/// Checks that each line gets an error that names this limit.
fn assert_limited(limit: &str, lines: &[impl AsRef<str>]) {
    in_both_protocols(|c| {
        prepare(c);
        for line in lines.iter().map(AsRef::as_ref) {
            println!("{}", &line[..line.len().min(80)]);
            assert_error_naming(&refuse(c, line), limit);
        }
    });
}

#[in_both_protocols]
fn an_id_that_is_not_new_is_refused(c: &mut Client) {
    let error = "ERR id must be greater than every id assigned so far";
    let lines = [6, 5, 1].map(|id| format!("ARTICLE {id} alice t l {TIMES}"));
    assert_refused(error, &lines);
    let lowered = "ERR LASTID must not be less than the last id assigned";
    assert_refused(lowered, &["LASTID 5", "LASTID 1"]);
    prepare(c);
    assert_eq!(c.int("ARTICLE.DEL news 5 6"), 2);
    for id in [5, 6] {
        let reply = refuse(c, &format!("ARTICLE {id} alice t l {TIMES}"));
        assert_error(&reply, error);
    }
}

#[test]
fn an_id_out_of_range_is_refused() {
    let ids = ["4294967296", "9223372036854775807", "0", "-1", "-9223372036854775808"];
    let article = ids.map(|id| format!("ARTICLE {id} alice t l {TIMES}"));
    let error = "ERR id must be an integer from 1 to 4294967295";
    assert_refused(error, &article);
    let last_id = ids.map(|id| format!("LASTID {id}"));
    let error = "ERR LASTID must be an integer from 1 to 4294967295";
    assert_refused(error, &last_id);
    let seen = ids.map(|id| format!("SEEN ann {id}"));
    assert_refused("ERR id must be an integer from 1 to 4294967295", &seen);
    assert_refused("ERR id must be at most the last id of the site", &["SEEN ann 7", "SEEN u 99"]);
}

#[test]
fn a_user_who_votes_twice_or_has_voted_is_refused() {
    let article =
        ["UP 2 ann ann", "DOWN 2 ann ann", "UP 1 ann DOWN 1 ann", "UP 3 bob ann bob DOWN 1 dan"]
            .map(|votes| format!("ARTICLE 7 alice t l {TIMES} {votes}"));
    assert_refused(TWO_VOTES, &article);
    let lines = [
        "VOTERS 5 UP 1 ann",
        "VOTERS 5 DOWN 1 ann",
        "VOTERS 5 UP 1 cleo",
        "VOTERS 5 UP 3 dan eve ann",
        "VOTERS 5 UP 1 dan DOWN 2 eve bob SCORE 5",
        "VOTERS 5 UP 2 dan dan",
        "VOTERS 5 UP 1 dan DOWN 1 dan",
    ];
    assert_refused(TWO_VOTES, &lines);
}

#[in_both_protocols]
fn thousands_of_voters_are_refused_if_the_last_has_voted(c: &mut Client) {
    prepare(c);
    for several in [100, 3000] {
        let names: Vec<_> = (0..several).map(|number| format!("voter{number}")).collect();
        let names = names.join(" ");
        refuse(c, &format!("VOTERS 5 UP {} {names} ann", several + 1));
        refuse(c, &format!("VOTERS 5 DOWN {} {names} cleo", several + 1));
        let reply = refuse(c, &format!("VOTERS 5 UP {several} {names} DOWN 1 voter7"));
        assert_some_error(&reply);
    }
    assert_eq!(c.map("ARTICLE.GET news 5 VIEWER voter7").int("vote"), 0);
    assert_eq!(c.article("news", 5).counts(), (1, 2, 1, 1432));
    assert_eq!(c.int("ARTICLE.VOTE news voter7 5"), 1);
    assert_eq!(c.int("ARTICLE.VOTE news ann 5"), 0);
}

#[test]
fn times_that_are_out_of_order_or_range_are_refused() {
    let line = |times: &str| format!("ARTICLE 7 alice t l {times}");
    let lines =
        [1000, 999, 0, -1, i64::MIN, i64::MAX].map(|closes| format!("TIME 1000 CLOSES {closes}"));
    let lines = lines.each_ref().map(|times| line(times));
    assert_limited("CLOSES", &lines);
    let lines = ["TIME 0 CLOSES 3153600001", "TIME 1000 CLOSES 3153601001"].map(line);
    assert_limited("3153600000", &lines);
    let lines = [
        "TIME -1 CLOSES 1000",
        "TIME 4503599627370497 CLOSES 4503599627370498",
        "TIME 9223372036854775807 CLOSES 9223372036854775807",
    ]
    .map(line);
    assert_limited("4503599627370496", &lines);
}

#[in_both_protocols]
fn clients_load_no_times_in_the_future(c: &mut Client) {
    c.ok("ARTICLE.LOAD news ARTICLE 1 a t l TIME 1 CLOSES 2");
    let future = c.now() + 100;
    for (line, what) in [
        (format!("ARTICLE 2 a t l TIME {future} CLOSES {}", future + 1), "TIME"),
        (format!("ARTICLE 2 a t l TIME 1 CLOSES 2 BUMPED {future}"), "BUMPED"),
        (format!("COMMENT 2 a 1 t TIME {future} CLOSES {}", future + 1), "TIME"),
        (format!("PLACE 2 1 TIME {future}"), "TIME"),
    ] {
        let error = format!("ERR {what} must not be in the future");
        c.refused("news", &format!("ARTICLE.LOAD news {line}"), &error);
    }
}

#[test]
fn a_score_out_of_range_is_refused() {
    let mut lines = Vec::new();
    for score in ["2305843009213693953", "-2305843009213693953", "9223372036854775807"] {
        lines.push(format!("ARTICLE 7 alice t l {TIMES} SCORE {score}"));
        lines.push(format!("VOTERS 5 UP 1 dan SCORE {score}"));
    }
    assert_limited("2305843009213693952", &lines);
}

#[test]
fn counts_exclude_voters_and_are_in_range() {
    let line = |counts: &str| format!("ARTICLE 7 alice t l {TIMES} {counts}");
    let lines = ["COUNTS 1 0 UP 1 ann", "DOWN 1 ann COUNTS 0 1", "COUNTS 1 1 UP 1 ann DOWN 1 bob"]
        .map(line);
    let error = "ERR COUNTS cannot be combined with UP or DOWN";
    assert_refused(error, &lines);
    assert_refused("ERR COUNTS is given twice", &[&line("COUNTS 1 1 COUNTS 1 1")]);
    assert_refused("ERR COUNTS needs upvotes and downvotes", &[&line("COUNTS")]);
    assert_refused("ERR COUNTS needs downvotes", &[&line("COUNTS 1")]);
    let lines = [
        "COUNTS -1 0",
        "COUNTS 0 -1",
        "COUNTS 4294967296 0",
        "COUNTS 0 4294967296",
        "COUNTS 4294967295 1",
        "COUNTS 2147483648 2147483648",
    ]
    .map(line);
    assert_limited("4294967295", &lines);
}

#[test]
fn kept_votes_need_counts_and_a_site_that_keeps_them() {
    let line = |votes: &str| format!("ARTICLE 7 alice t l {TIMES} {votes}");
    let needs_keeping = "ERR kept votes need a site with KEEPVOTES yes";
    let lines = ["COUNTS 1 0 KEPTUP 1 dan", "KEPTDOWN 1 dan COUNTS 0 0"].map(line);
    assert_refused(needs_keeping, &lines);
    assert_refused(needs_keeping, &["VOTERS 6 KEPTUP 1 dan", "VOTERS 5 KEPTUP 1 dan"]);
    let needs_counts = "ERR kept votes need an article that was loaded with COUNTS";
    assert_refused(needs_counts, &["KEPTUP 1 dan", "KEPTDOWN 2 dan eve"].map(line));
    let lines = ["COUNTS 1 0 KEPTUP 1 dan UP 1 eve", "KEPTUP 1 dan DOWN 1 eve"].map(line);
    assert_refused("ERR COUNTS cannot be combined with UP or DOWN", &lines);
    assert_refused("ERR KEPTUP is given twice", &[line("KEPTUP 1 dan KEPTUP 1 eve COUNTS 1 0")]);
    assert_refused("ERR KEPTDOWN needs numusers", &[line("COUNTS 1 0 KEPTDOWN")]);
    in_both_protocols(|c| {
        prepare(c);
        c.ok("ARTICLE.ALTER news KEEPVOTES yes");
        c.ok("ARTICLE.LOAD news VOTERS 6 KEPTUP 1 dan");
        for (line, error) in [
            (&*line("KEPTUP 1 dan"), needs_counts),
            ("VOTERS 5 KEPTUP 1 dan", needs_counts),
            ("VOTERS 9 KEPTUP 1 dan", NO_ARTICLE),
            ("VOTERS 6 KEPTUP 1 eve UP 1 fay", "ERR COUNTS cannot be combined with UP or DOWN"),
            ("VOTERS 6 UP 1 eve", VOTE_CLOSED),
            ("VOTERS 6 KEPTUP 1 dan", TWO_VOTES),
            ("VOTERS 6 KEPTUP 1 eve KEPTDOWN 2 fay dan", TWO_VOTES),
            (&line("COUNTS 2 0 KEPTUP 2 dan dan"), TWO_VOTES),
            (&line("COUNTS 1 1 KEPTUP 1 dan KEPTDOWN 1 dan"), TWO_VOTES),
        ] {
            let reply =
                assert_unchanged(c, "news", |c| c.run(&format!("ARTICLE.LOAD news {line}")));
            assert_error(&reply, error);
            c.check("news");
        }
    });
}

#[test]
fn an_answer_that_does_not_exist_yet_cannot_be_loaded_as_seen() {
    let above = "ERR id must be at most the last id of the site";
    assert_refused(above, &["SEEN ann 7", "SEEN zoe 4294967295"]);
    let range = "ERR id must be an integer from 1 to 4294967295";
    let ids = ["4294967296", "0", "-1", "x"].map(|id| format!("SEEN ann {id}"));
    assert_refused(range, &ids);
    assert_refused("ERR user must be 1 to 255 bytes long", &["SEEN \"\" 5"]);
}

#[test]
fn lists_without_a_name_or_a_user_are_refused() {
    let long = "x".repeat(65);
    let lines = ["ann \"\" 1 5".to_owned(), format!("ann {long} 1 5"), format!("ann {long} 0")];
    let lines = lines.map(|line| format!("MARKS {line}"));
    assert_refused("ERR list must be 1 to 64 bytes long", &lines);
    assert_refused("ERR user must be 1 to 255 bytes long", &["MARKS \"\" saved 1 5"]);
    assert_refused("ERR numids must be an integer from 0", &["MARKS ann saved -1 5"]);
}

#[in_both_protocols]
fn a_mark_that_is_loaded_never_goes_down(c: &mut Client) {
    prepare(c);
    for line in ["SEEN alice 5", "SEEN alice 4", "SEEN alice 5", "SEEN zoe 6"] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
        c.check("news");
    }
    let seen = ["alice 5", "alice 6", "zoe 6"].map(|to| c.int(&format!("ARTICLE.SEEN news {to}")));
    assert_eq!(seen, [0, 1, 0]);
}

#[test]
fn more_than_32_groups_or_fields_are_refused() {
    let groups: Vec<_> = (0..33).map(|number| format!("g{number}")).collect();
    let fields: Vec<_> = (0..33).map(|number| format!("f{number} v")).collect();
    let groups = format!("ARTICLE 7 alice t l {TIMES} GROUPS 33 {}", groups.join(" "));
    let fields = format!("ARTICLE 7 alice t l {TIMES} FIELDS 33 {}", fields.join(" "));
    assert_limited("32", &[&groups, &fields]);
}

#[test]
fn texts_and_names_over_their_limits_are_refused() {
    let long = |length: usize| "x".repeat(length);
    let line = |head: &str, more: &str| format!("ARTICLE 7 {head} {TIMES} {more}");
    let user = long(256);
    let mut lines = Vec::new();
    for name in [user.as_str(), "\"\""] {
        lines.push(line(&format!("{name} t l"), ""));
        for option in ["UP 1", "DOWN 2 dan", "GROUPS 1", "GROUPS 2 g"] {
            lines.push(line("alice t l", &format!("{option} {name}")));
        }
        lines.push(line("alice t l", &format!("FIELDS 1 {name} v")));
        lines.push(format!("VOTERS 5 UP 2 dan {name}"));
        lines.push(format!("VOTERS 5 DOWN 1 {name}"));
    }
    assert_limited("255", &lines);
    let text = long(65_536);
    let lines = [format!("alice {text} l"), format!("alice t {text}"), "alice \"\" l".to_owned()]
        .map(|head| line(&head, ""));
    assert_limited("65535", &lines);
    let value = long(1_048_577);
    assert_limited("1048576", &[&line("alice t l", &format!("FIELDS 1 f {value}"))]);
}

#[test]
fn a_field_with_a_reserved_name_is_refused() {
    let lines: Vec<_> =
        "id title link poster time closes votes upvotes downvotes score comments bumped groups \
                         vote marks boost hidden locked pinned"
            .split_whitespace()
            .map(|name| format!("ARTICLE 7 alice t l {TIMES} FIELDS 2 f v {name} v"))
            .collect();
    assert_refused(
        "ERR field name is reserved, as are id, title, link, poster, time, closes, votes, \
         upvotes, downvotes, score, comments, bumped, groups, vote, marks, boost, hidden, locked \
         and pinned",
        &lines,
    );
}

#[test]
fn wrong_syntax_is_refused() {
    for (rest, error) in [
        ("", "ERR TIME is missing"),
        ("TIME 1000", "ERR CLOSES is missing"),
        ("CLOSES 2000", "ERR TIME is missing"),
        ("TIME 1000 CLOSES", "ERR CLOSES needs a value"),
        ("TIME 1000 CLOSES 2000 NOPE", "ERR unknown option at argument 11"),
        ("TIME 1000 CLOSES 2000 LASTID 9", "ERR unknown option at argument 11"),
        ("TIME 1000 CLOSES 2000 ID 9", "ERR unknown option at argument 11"),
        ("TIME 1000 CLOSES 2000 TIME 1000", "ERR TIME is given twice"),
        ("TIME 1000 CLOSES 2000 CLOSES 2000", "ERR CLOSES is given twice"),
        ("TIME 1000 CLOSES 2000 UP 1 ann UP 1 bob", "ERR UP is given twice"),
        ("TIME 1000 CLOSES 2000 UP", "ERR UP needs numusers"),
        ("TIME 1000 CLOSES 2000 SCORE", "ERR SCORE needs a value"),
        ("TIME 1000 CLOSES 2000 SCORE 1 SCORE 1", "ERR SCORE is given twice"),
    ] {
        assert_refused(error, &[&format!("ARTICLE 7 alice t l {rest}")]);
    }
    for (line, error) in [
        ("NOPE 7", "ERR LOAD takes ARTICLE, COMMENT, PLACE, VOTERS, LASTID, SEEN or MARKS"),
        ("ARTICLE 7", "ERR ARTICLE needs user, title, link, TIME and CLOSES"),
        ("ARTICLE 7 alice", "ERR ARTICLE needs title, link, TIME and CLOSES"),
        ("ARTICLE 7 alice t", "ERR ARTICLE needs link, TIME and CLOSES"),
        ("COMMENT 7", "ERR COMMENT needs user, parent, text, TIME and CLOSES"),
        ("COMMENT 7 alice 5", "ERR COMMENT needs text, TIME and CLOSES"),
        ("PLACE 7", "ERR PLACE needs parent and TIME"),
        ("SEEN ann", "ERR SEEN needs id"),
        ("MARKS ann", "ERR MARKS needs list and ids"),
        ("MARKS ann saved", "ERR MARKS needs numids"),
        ("VOTERS 5 NOPE", "ERR unknown option at argument 4"),
        ("VOTERS 5 COUNTS 1 1", "ERR unknown option at argument 4"),
        ("VOTERS 5 TIME 1000", "ERR unknown option at argument 4"),
        ("VOTERS 5 UP 1 dan UP 1 eve", "ERR UP is given twice"),
        ("VOTERS 5 SCORE", "ERR SCORE needs a value"),
    ] {
        assert_refused(error, &[line]);
    }
    assert_refused(
        "ERR wrong number of arguments for 'article.load' command",
        &[
            "",
            "ARTICLE",
            "VOTERS",
            "LASTID",
            "LASTID 7 8",
            "SEEN",
            "SEEN ann 5 6",
            "MARKS",
            "MARKS ann saved 1 5 6",
        ],
    );
}

#[test]
fn a_number_of_items_must_match_the_arguments() {
    let line = |rest: &str| format!("ARTICLE 7 alice t l {TIMES} {rest}");
    for (name, lines) in [
        ("numusers", [line("UP 2 ann"), line("DOWN 1"), "VOTERS 5 UP 9 dan eve".to_owned()]),
        ("numgroups", ["GROUPS 1", "GROUPS 2 g", "GROUPS 1000 g"].map(line)),
        ("numfields", ["FIELDS 1", "FIELDS 1 f", "FIELDS 1000 f v"].map(line)),
        (
            "numids",
            ["1", "2 5", "9223372036854775807 5"].map(|ids| format!("MARKS ann saved {ids}")),
        ),
    ] {
        let error = format!("ERR {name} does not match the number of arguments");
        assert_refused(&error, &lines);
    }
}

#[test]
fn an_argument_that_must_be_an_integer_is_named() {
    let article = "ARTICLE 7 alice t l TIME 1000 CLOSES 2000";
    for (name, place) in [
        ("id", "ARTICLE # alice t l TIME 1000 CLOSES 2000"),
        ("TIME", "ARTICLE 7 alice t l TIME # CLOSES 2000"),
        ("CLOSES", "ARTICLE 7 alice t l TIME 1000 CLOSES #"),
        ("SCORE", &format!("{article} SCORE #")),
        ("upvotes", &format!("{article} COUNTS # 1")),
        ("downvotes", &format!("{article} COUNTS 1 #")),
        ("numusers", &format!("{article} UP # ann")),
        ("numgroups", &format!("{article} GROUPS # g")),
        ("numfields", &format!("{article} FIELDS # f v")),
        ("id", "VOTERS # UP 1 ann"),
        ("numusers", "VOTERS 5 DOWN # ann"),
        ("LASTID", "LASTID #"),
        ("numids", "MARKS ann saved # 5"),
        ("id", "MARKS ann saved 2 5 #"),
    ] {
        let words = ["x", "1.5", "+7", "07", "\"\"", "9223372036854775808"];
        let lines = words.map(|word| place.replace('#', word));
        let error = format!("{name} must be an integer");
        assert_limited(&error, &lines);
    }
    for (name, limit, options) in [
        ("numusers", "", ["UP -1", "DOWN -1 ann", "UP -9 ann"]),
        ("numgroups", " to 1000", ["GROUPS -1", "GROUPS 1001 g", "GROUPS -9 g"]),
        ("numfields", " to 1000", ["FIELDS -1", "FIELDS 1001 f v", "FIELDS -9 f v"]),
    ] {
        let lines = options.map(|options| format!("{article} {options}"));
        let error = format!("ERR {name} must be an integer from 0{limit}");
        assert_refused(&error, &lines);
    }
}

#[in_both_protocols]
fn voters_of_an_article_that_is_missing_or_without_records_are_refused(c: &mut Client) {
    let lines = ["7", "1", "0", "-1", "4294967301", "9223372036854775807"];
    let lines = lines.map(|id| format!("VOTERS {id} UP 1 dan"));
    assert_refused(NO_ARTICLE, &lines);
    assert_refused(VOTE_CLOSED, &["VOTERS 6 UP 1 dan", "VOTERS 6 SCORE 7", "VOTERS 6"]);
    assert_error(&c.run("ARTICLE.LOAD none VOTERS 1 UP 1 dan"), NO_ARTICLE);
    assert_eq!(c.run("EXISTS none"), int(0));
    c.ok("SET text x");
    for line in ["ARTICLE 7 alice t l TIME 1 CLOSES 2", "VOTERS 5 UP 1 dan", "LASTID 7"] {
        assert_error(&c.run(&format!("ARTICLE.LOAD text {line}")), WRONG_TYPE);
    }
}
