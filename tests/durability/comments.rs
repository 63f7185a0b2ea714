//! Comments, their places, and what is done with them arrive on replicas, in append-only files of
//! each kind, in RDB files and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::Site;

pub const SITE: Site = Site { make, changes: CHANGES, no_changes: NO_CHANGES };

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: &[&str] = &[
    "ARTICLE.COMMENT news bob 1 text",
    "ARTICLE.COMMENT news cleo 2 text FIELDS 1 f v",
    "ARTICLE.COMMENT news dan 3 text TIME 1000",
    "ARTICLE.COMMENT news dan 3 text ID 10 WITHCOUNTS",
    "ARTICLE.COMMENT news eve 10 text ID 11 TIME 2000",
    "ARTICLE.COMMENT news eve 1 text",
    "ARTICLE.VOTE news ann 2",
    "ARTICLE.VOTE news ann 3 DOWN",
    "ARTICLE.VOTE news eve 3 SILENT",
    "ARTICLE.VOTE news dan 3 DOWN SILENT",
    "ARTICLE.EDIT news 3 TEXT other",
    "ARTICLE.EDIT news 3 FIELDS 1 g w UNSET 1 f",
    "ARTICLE.INCRBY news 3 count 5",
    "ARTICLE.BOOST news 3 600",
    "ARTICLE.MODERATE news PIN 3",
    "ARTICLE.MODERATE news PIN 12",
    "ARTICLE.COMMENT news bob 11 text",
    "ARTICLE.MODERATE news LOCK 10",
    "ARTICLE.MODERATE news HIDE 10",
    // Places: of a pinned one, of a hidden one, and of the article.
    "ARTICLE.DEL news 3",
    "ARTICLE.DEL news 10",
    "ARTICLE.VOTE news fay 13",
    "ARTICLE.COMMENT news bob 13 text",
    "ARTICLE.DEL news 1",
    "ARTICLE.MODERATE news HIDE 11",
    "ARTICLE.MODERATE news SHOW 11",
    "ARTICLE.MODERATE news UNPIN 12",
    "ARTICLE.LOAD news PLACE 20 0 TIME 1000 COUNTS 5 2",
    "ARTICLE.LOAD news PLACE 21 20 TIME 1500 COUNTS 3 1 BOOST -7 SCORE 99",
    "ARTICLE.LOAD news PLACE 22 2 TIME 1500",
    "ARTICLE.LOAD news COMMENT 23 ann 21 text TIME 1000 CLOSES 3000000000 UP 2 a b SILENTDOWN 1 c",
    "ARTICLE.LOAD news COMMENT 24 ann 22 text TIME 1000 CLOSES 2000 COUNTS 7 2 SCORE 5 PINNED HIDDEN",
    "ARTICLE.LOAD news COMMENT 25 ann 24 text TIME 1700000000 CLOSES 4853600000 LOCKED BOOST 4",
    "ARTICLE.LOAD news VOTERS 23 SILENTUP 1 d DOWN 1 e",
    "ARTICLE.POST news bob t l",
    "ARTICLE.COMMENT news bob 26 text",
    "ARTICLE.ALTER news BUMPWINDOW 1 VOTESCORE 45000",
    "ARTICLE.COMMENT news bob 26 text",
    "ARTICLE.ALTER news FORMULA log",
    "ARTICLE.ALTER news SELFVOTE no DOWNVOTES no",
    "ARTICLE.COMMENT news bob 28 text",
    "ARTICLE.BUMP news 26 COMMENTS 5",
    "ARTICLE.UNVOTE news bob 0",
    "ARTICLE.UNVOTE news eve 3",
    "ARTICLE.TRANSFER news bob [deleted] COUNT 2",
    "ARTICLE.TRANSFER news bob [deleted]",
    "ARTICLE.COMMENT news bob 29 text",
    "ARTICLE.DEL news 26 27 28",
    // The last below a place takes it and those above it along.
    "ARTICLE.DEL news 23",
    "ARTICLE.DEL news 24 25",
];

/// Lines that change nothing.
const NO_CHANGES: &[&str] = &[
    "ARTICLE.COMMENT news bob 10 text",
    "ARTICLE.COMMENT news bob 99 text",
    "ARTICLE.COMMENT none bob 1 text",
    "ARTICLE.EDIT news 2 TEXT text",
    "ARTICLE.EDIT news 2 TITLE t",
    "ARTICLE.MODERATE news SHOW 2 10",
    "ARTICLE.DEL news 10 20 21",
    "ARTICLE.LOAD news COMMENT 90 bob 21 text TIME 1000 CLOSES 2000",
    "ARTICLE.LOAD news PLACE 90 21 TIME 1000",
];

fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 100 BUMPWINDOW 100000");
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
}
