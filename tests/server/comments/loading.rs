//! ARTICLE.LOAD of comments and of the places of deleted ones.

use super::{counts, shape, tree};
use test_support::*;

const TIMES: &str = "TIME 1000 CLOSES 3000000000";
const NO_PARENT: &str = "ERR the parent must be an article, a comment or a place of a lower id";

fn load(c: &mut Client, line: &str) {
    c.ok(&format!("ARTICLE.LOAD news {line}"));
    c.check("news");
}

#[in_both_protocols]
fn a_comment_is_loaded_with_everything(c: &mut Client) {
    load(c, &format!("ARTICLE 5 alice t l {TIMES}"));
    let more = "BOOST 7 HIDDEN LOCKED PINNED UP 2 a b DOWN 1 c SILENTUP 1 d FIELDS 2 f v title x";
    load(c, &format!("COMMENT 10 bob 5 text {TIMES} {more}"));
    load(c, "COMMENT 11 bob 10 text TIME 1000 CLOSES 1001 COUNTS 9 4 SCORE 77");
    load(c, &format!("COMMENT 12 carol 11 text {TIMES}"));
    load(c, "VOTERS 12 UP 1 bob SILENTDOWN 1 eve SCORE 5");
    let comment = c.article("news", 10);
    let names =
        ["parent", "article", "votes", "upvotes", "downvotes", "score", "comments", "boost"];
    assert_eq!(names.map(|name| comment.int(name)), [5, 5, 1, 2, 1, 1439, 2, 7]);
    assert_eq!(["hidden", "locked", "pinned"].map(|name| comment.int(name)), [1; 3]);
    assert_eq!(comment.names()[16..], ["f", "title"]);
    let second = c.article("news", 11);
    assert_eq!(
        names[..7].iter().map(|name| second.int(name)).collect::<Vec<_>>(),
        [10, 5, 5, 9, 4, 77, 1]
    );
    assert_eq!((second.int("closes"), second.int("time")), (1001, 1000));
    let third = c.article("news", 12);
    assert_eq!((third.int("parent"), third.int("article"), third.int("score")), (11, 5, 5));
    assert_eq!(c.article("news", 5).int("comments"), 0, "LOAD ARTICLE says how many");
    assert_eq!(c.article("news", 5).int("bumped"), 1000);
    let info = c.info("news");
    assert_eq!(["articles", "comments", "last_id", "votes"].map(|n| info.int(n)), [1, 3, 12, 6]);
    assert_eq!(shape(c, "ARTICLE.THREAD news 5"), [(10, 1), (11, 2), (12, 3)]);
}

#[in_both_protocols]
fn places_are_loaded_for_what_answers_them(c: &mut Client) {
    load(c, "PLACE 3 0 TIME 500");
    load(c, "PLACE 5 3 TIME 600 COUNTS 9 2 BOOST -4 SCORE 5000");
    load(c, &format!("COMMENT 6 bob 5 text {TIMES}"));
    load(c, &format!("COMMENT 8 bob 3 text {TIMES} SCORE 4000"));
    assert_eq!(c.run("ARTICLE.MGET news 2 3 5"), Value::Array(vec![Value::Nil; 2]));
    assert_eq!(shape(c, "ARTICLE.THREAD news 3 BY SCORE"), [(5, 1), (6, 2), (8, 1)]);
    assert_eq!(shape(c, "ARTICLE.THREAD news 3 BY TIME"), [(8, 1), (5, 1), (6, 2)]);
    assert_eq!(shape(c, "ARTICLE.THREAD news 3 BY VOTES"), [(5, 1), (6, 2), (8, 1)]);
    let first = c.page("ARTICLE.THREAD news 3 BY SCORE").remove(0);
    let names = ["id", "parent", "article", "depth", "comments", "deleted"];
    assert_eq!(names.map(|name| first.int(name)), [5, 3, 3, 1, 1, 1]);
    assert_eq!(c.info("news").int("articles"), 0);
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1"), [0; 0]);
    // They go when nothing is below them any more.
    assert_eq!(c.int("ARTICLE.DEL news 6"), 1);
    assert_error(&c.run(&format!("ARTICLE.LOAD news COMMENT 9 bob 5 text {TIMES}")), NO_PARENT);
    assert_eq!(c.int("ARTICLE.DEL news 8"), 1);
    assert_error(&c.run(&format!("ARTICLE.LOAD news COMMENT 9 bob 3 text {TIMES}")), NO_PARENT);
    assert_eq!(c.info("news").int("last_id"), 8);
    c.check("news");
}

#[in_both_protocols]
fn a_place_without_comments_is_stored_until_they_come(c: &mut Client) {
    load(c, "PLACE 1 0 TIME 500 COUNTS 4 0");
    load(c, "PLACE 2 1 TIME 600");
    c.restore("news", "news");
    c.check("news");
    assert_eq!(c.run("ARTICLE.THREAD news 1"), bulks(&[]));
    load(c, &format!("COMMENT 3 bob 2 text {TIMES}"));
    assert_eq!(shape(c, "ARTICLE.THREAD news 1"), [(2, 1), (3, 2)]);
}

#[in_both_protocols]
fn what_cannot_be_loaded_changes_nothing(c: &mut Client) {
    tree(c);
    c.int("ARTICLE.DEL news 8");
    let not_greater = "ERR id must be greater than every id assigned so far";
    let twice = "ERR a user can have only one vote on an article";
    for (line, error) in [
        ("COMMENT 9 bob 8 text TIMES", NO_PARENT),
        ("COMMENT 9 bob 9 text TIMES", NO_PARENT),
        ("COMMENT 9 bob 10 text TIMES", NO_PARENT),
        ("COMMENT 8 bob 1 text TIMES", not_greater),
        ("COMMENT 3 bob 1 text TIMES", not_greater),
        (
            "COMMENT 9 bob 1 text TIMES COUNTS 1 0 UP 1 a",
            "ERR COUNTS cannot be combined with UP or DOWN",
        ),
        ("COMMENT 9 bob 1 text TIMES UP 1 a SILENTUP 1 a", twice),
        ("PLACE 9 8 TIME 1", NO_PARENT),
        ("PLACE 9 9 TIME 1", NO_PARENT),
        ("PLACE 8 1 TIME 1", not_greater),
        (
            "PLACE 9 1 TIME 1 COUNTS 4294967295 1",
            "ERR an article can have at most 4294967295 votes",
        ),
        ("VOTERS 8 UP 1 a", NO_ARTICLE),
    ] {
        let line = format!("ARTICLE.LOAD news {}", line.replace("TIMES", TIMES));
        c.refused("news", &line, error);
    }
    assert_eq!(counts(c, [1, 2]), [6, 3]);
}

#[in_both_protocols]
fn loading_is_no_activity(c: &mut Client) {
    load(c, &format!("ARTICLE 1 alice t l {TIMES} COMMENTS 9 BUMPED 2000"));
    load(c, "COMMENT 2 bob 1 text TIME 5000 CLOSES 3000000000");
    let article = c.article("news", 1);
    assert_eq!((article.int("comments"), article.int("bumped")), (9, 2000));
    // What is posted later counts.
    c.int("ARTICLE.COMMENT news bob 2 text TIME 6000");
    let article = c.article("news", 1);
    assert_eq!((article.int("comments"), article.int("bumped")), (10, 6000));
    assert_eq!(counts(c, [2]), [1]);
    c.check("news");
}
