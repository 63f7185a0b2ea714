//! Typical mistakes, and the errors that say what to write instead.

use test_support::*;

/// Each line, and the error that it gets whether or not the key is a site.
const MISTAKES: &[(&str, &str)] = &[
    // Arguments in another order than the command's.
    ("ARTICLE.VOTE news 1 alice", "ERR id must be an integer; the user comes before the id"),
    ("ARTICLE.VOTE news alice UP 1", "ERR id must be an integer"),
    ("ARTICLE.VOTES news 1 alice", "ERR id must be an integer; the user comes before the id"),
    ("ARTICLE.SEEN news 1 alice", "ERR id must be an integer; the user comes before the id"),
    ("ARTICLE.GROUPADD news rust 1", "ERR id must be an integer; the id comes before the group"),
    (
        "ARTICLE.GROUPPAGE news 1 rust",
        "ERR page must be an integer from 1; the group comes before the page",
    ),
    (
        "ARTICLE.USERPAGE news 1 alice",
        "ERR page must be an integer from 1; the user comes before the page",
    ),
    (
        "ARTICLE.VOTED news 1 bob",
        "ERR page must be an integer from 1; the user comes before the page",
    ),
    (
        "ARTICLE.ANSWERS news 1 bob",
        "ERR page must be an integer from 1; the user comes before the page",
    ),
    (
        "ARTICLE.COMMENT news 1 alice Hello",
        "ERR parent must be an integer; the user comes before the parent",
    ),
    (
        "ARTICLE.COMMENT news alice Hello 1",
        "ERR parent must be an integer; the parent comes before the text",
    ),
    ("ARTICLE.THREAD news BY TIME", "ERR id must be an integer"),
    ("ARTICLE.EDIT news TITLE Better 1", "ERR id must be an integer"),
    ("ARTICLE.BOOST news 1 INCR 5", "ERR seconds must be an integer"),
    ("ARTICLE.MODERATE news 1 HIDE", ACTION),
    // Words that are not among the choices.
    ("ARTICLE.MODERATE news BAN 1", ACTION),
    ("ARTICLE.VOTE news alice 1 +1", "ERR VOTE takes UP, DOWN or NONE"),
    ("ARTICLE.VOTERS news 1 0 NONE", "ERR VOTERS takes UP or DOWN"),
    ("ARTICLE.PAGE news 1 BY NEW", BY),
    (
        "ARTICLE.LOAD news 7 alice Hello",
        "ERR LOAD takes ARTICLE, COMMENT, PLACE, VOTERS, LASTID, SEEN, UNSEEN, SILENCED, MARKS, \
         FOLLOWS or MUTES",
    ),
    (
        "ARTICLE.DEBUG INFO news",
        "ERR DEBUG takes CHECK, PLACES, BUMPS, KEPT, READERS, MARKS or HELP",
    ),
    // Options that the command lacks, or without their keyword.
    ("ARTICLE.PAGE news 1 LIMIT 10", "ERR unknown option at argument 3"),
    (
        "ARTICLE.THREAD news 1 TIME",
        "ERR BY comes before SCORE, TIME, VOTES, BEST, CONTROVERSY or GRAVITY",
    ),
    (
        "ARTICLE.COMMENTS news 1 FROM alice",
        "ERR numusers must be an integer from 0 to 10000; the number of users comes first",
    ),
    ("ARTICLE.THREAD news 1 25", "ERR unknown option at argument 3"),
    ("ARTICLE.PAGE news 1 25", "ERR unknown option at argument 3"),
    ("ARTICLE.GET news 1 2", "ERR unknown option at argument 3"),
    ("ARTICLE.MGET news 1 2 3", "ERR unknown option at argument 4"),
    ("ARTICLE.VOTE news alice 1 UP WITHCOUNT", "ERR unknown option at argument 5"),
    ("ARTICLE.POST news alice Hello l rust", "ERR unknown option at argument 5"),
    ("ARTICLE.EDIT news 1 GROUPS 1 rust", "ERR unknown option at argument 3"),
    ("ARTICLE.GROUPS news 0 10", "ERR unknown option at argument 2"),
    ("ARTICLE.LOAD news ARTICLE 7 alice t l TIME 5", "ERR CLOSES is missing"),
    ("ARTICLE.LOAD news FOLLOWS alice", "ERR FOLLOWS needs kind and names"),
    ("ARTICLE.LOAD news ARTICLE 7 alice", "ERR ARTICLE needs title, link, TIME and CLOSES"),
    // Texts that are forgotten before the options.
    (
        "ARTICLE.POST news alice Hello GROUPS 1 x",
        "ERR unknown option at argument 5: is the link missing?",
    ),
    (
        "ARTICLE.POST news alice GROUPS 1 x",
        "ERR unknown option at argument 5: is the title missing?",
    ),
    (
        "ARTICLE.COMMENT news alice 1 TIME 5",
        "ERR unknown option at argument 5: is the text missing?",
    ),
    ("ARTICLE.FIND news COUNT 5", "ERR unknown option at argument 3: is the link missing?"),
    (
        "ARTICLE.TRANSFER news alice COUNT 5",
        "ERR unknown option at argument 4: is the newuser missing?",
    ),
    (
        "ARTICLE.LOAD news ARTICLE 7 alice Hello TIME 5 CLOSES 6",
        "ERR unknown option at argument 7: is the link missing?",
    ),
];

const ACTION: &str =
    "ERR action must be HIDE, SHOW, PUBLISH, LOCK, UNLOCK, PIN, PINLOCAL or UNPIN";
const BY: &str = "ERR BY must be SCORE, TIME, VOTES, BEST, CONTROVERSY, GRAVITY, BUMPED, \
                      COMMENTS or ACTIVE";

#[in_both_protocols]
fn a_typical_mistake_gets_an_error_that_says_what_to_write(c: &mut Client) {
    for (line, error) in MISTAKES {
        c.always_refused(line, error);
    }
}
