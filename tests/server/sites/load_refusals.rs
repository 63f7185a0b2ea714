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
fn a_user_who_votes_twice_is_refused() {
    let article =
        ["UP 2 ann ann", "DOWN 2 ann ann", "UP 1 ann DOWN 1 ann", "UP 3 bob ann bob DOWN 1 dan"]
            .map(|votes| format!("ARTICLE 7 alice t l {TIMES} {votes}"));
    assert_refused(TWO_VOTES, &article);
    let lines = ["VOTERS 5 UP 2 dan dan", "VOTERS 5 UP 1 dan DOWN 1 dan"];
    assert_refused(TWO_VOTES, &lines);
}

#[in_both_protocols]
fn a_user_who_has_a_vote_gets_the_one_that_is_loaded(c: &mut Client) {
    prepare(c);
    let shown = |c: &mut Client| {
        let article = c.article("news", 5);
        (article.counts(), c.info("news").int("votes"))
    };
    let before = shown(c);
    let votes = before.1;
    assert_eq!(before.0, (1, 2, 1, 1432));
    for (line, expected) in [
        ("VOTERS 5 UP 1 ann", (1, 2, 1, 1432)),
        ("VOTERS 5 DOWN 2 ann dan", (-2, 1, 3, 136)),
        ("VOTERS 5 SILENTUP 1 ann", (-1, 1, 2, 568)),
        ("VOTERS 5 UP 1 ann SCORE 7", (0, 2, 2, 7)),
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
        let votes = votes + i64::from(line != "VOTERS 5 UP 1 ann");
        assert_eq!(shown(c), (expected, votes), "{line}");
        c.check("news");
    }
}

#[in_both_protocols]
fn voters_with_counts_close_voting(c: &mut Client) {
    prepare(c);
    c.ok("ARTICLE.LOAD news VOTERS 5 COUNTS 9 4");
    assert_eq!(c.article("news", 5).counts(), (5, 9, 4, 1000 + 5 * 432));
    assert_error(&c.run("ARTICLE.VOTE news eve 5"), VOTE_CLOSED);
    c.ok("ARTICLE.LOAD news VOTERS 5 COUNTS 9 4 SCORE 3");
    assert_eq!(c.article("news", 5).counts(), (5, 9, 4, 3));
    c.check("news");
}

#[in_both_protocols]
fn thousands_of_voters_are_refused_if_the_last_votes_twice(c: &mut Client) {
    prepare(c);
    for several in [100, 3000] {
        let names: Vec<_> = (0..several).map(|number| format!("voter{number}")).collect();
        let names = names.join(" ");
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
    assert_refused(error, &["VOTERS 5 COUNTS 1 0 UP 1 dan", "VOTERS 6 DOWN 1 dan COUNTS 0 1"]);
    assert_refused("ERR COUNTS needs downvotes", &[&line("COUNTS 1")]);
    let lines = ["COUNTS 4294967295 1", "COUNTS 2147483648 2147483648"].map(line);
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
            ("VOTERS 6 KEPTUP 1 eve KEPTDOWN 2 fay eve", TWO_VOTES),
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

#[in_both_protocols]
fn a_mark_that_is_loaded_never_goes_down(c: &mut Client) {
    prepare(c);
    for line in ["alice 5", "alice 4", "alice 5", "zoe 6"] {
        c.ok(&format!("ARTICLE.LOAD news SEEN {}", line.replace(' ', " time:1000-")));
        c.check("news");
    }
    let seen = ["alice 5", "alice 6", "zoe 6"].map(|to| to.replace(' ', " time:1000-"));
    let seen = seen.map(|to| c.int(&format!("ARTICLE.SEEN news {to}")));
    assert_eq!(seen, [0, 1, 0]);
}

#[test]
fn voters_of_an_article_that_is_missing_or_without_records_are_refused() {
    let lines = ["7", "1", "0", "-1", "4294967301", "9223372036854775807"];
    let lines = lines.map(|id| format!("VOTERS {id} UP 1 dan"));
    assert_refused(NO_ARTICLE, &lines);
    assert_refused(VOTE_CLOSED, &["VOTERS 6 UP 1 dan", "VOTERS 6 SCORE 7", "VOTERS 6"]);
}
