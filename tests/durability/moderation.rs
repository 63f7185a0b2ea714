//! Settings, moderation, boosts, duplicates and loads with flags arrive on replicas, in
//! append-only files of each kind and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::Site;

pub const SITE: Site = Site { make, changes: CHANGES, no_changes: NO_CHANGES };

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: &[&str] = &[
    "ARTICLE.MODERATE news HIDE 1 2 99",
    "ARTICLE.GROUPADD news 1 joined-while-hidden",
    "ARTICLE.GROUPREM news 2 g",
    "ARTICLE.EDIT news 2 LINK https://example.com/edited FIELDS 1 f w",
    "ARTICLE.MODERATE news SHOW 1",
    "ARTICLE.MODERATE news LOCK 3 4",
    "ARTICLE.MODERATE news UNLOCK 3",
    "ARTICLE.VOTE news bob 3 DOWN",
    "ARTICLE.MODERATE news PIN 4 5 6",
    "ARTICLE.MODERATE news UNPIN 6",
    "ARTICLE.MODERATE news PINLOCAL 6 3",
    "ARTICLE.MODERATE news PINLOCAL 5",
    "ARTICLE.MODERATE news HIDE 6",
    "ARTICLE.MODERATE news PUBLISH 6 99",
    "ARTICLE.VOTE news bob 5",
    "ARTICLE.BOOST news 5 1000",
    "ARTICLE.BOOST news 5 -3000 INCR",
    "ARTICLE.BOOST news 6 -315360000",
    "ARTICLE.BOOST news 5 0",
    // Closed.
    "ARTICLE.BOOST news 9 77",
    "ARTICLE.ALTER news FORMULA log",
    "ARTICLE.VOTE news cleo 5",
    "ARTICLE.ALTER news VOTESCORE 45000",
    "ARTICLE.ALTER news DEDUPE 3153600000",
    "ARTICLE.POST news dan again https://example.com/7 GROUPS 1 g",
    "ARTICLE.POST news dan again https://example.com/other GROUPS 1 g",
    "ARTICLE.VOTE news eve 3 DOWN SILENT",
    "ARTICLE.VOTE news bob 5 SILENT",
    "ARTICLE.VOTE news fay 7 SILENT",
    "ARTICLE.LOAD news VOTERS 5 UP 1 a SILENTUP 1 b SILENTDOWN 2 c d",
    "ARTICLE.ALTER news DOWNVOTES no DEDUPE 0 SELFVOTE no",
    "ARTICLE.POST news dan again https://example.com/7",
    "ARTICLE.VOTE news bob 3 NONE",
    "ARTICLE.LOAD news ARTICLE 20 eve t l TIME 1000 CLOSES 3000000000 HIDDEN UP 2 a b GROUPS 1 g",
    "ARTICLE.LOAD news ARTICLE 21 eve t l TIME 1000 CLOSES 2000 LOCKED PINNED BOOST -9 COUNTS 9 4",
    "ARTICLE.LOAD news ARTICLE 22 eve t l TIME 1000 CLOSES 3000000000 BOOST 5 SCORE 3 DOWN 1 bob",
    "ARTICLE.LOAD news VOTERS 22 UP 2 cleo dan",
    "ARTICLE.LOAD news ARTICLE 23 eve t l TIME 1000 CLOSES 3000000000 UP 1 a SILENTUP 1 bob",
    "ARTICLE.LOAD news ARTICLE 24 eve t l TIME 1000 CLOSES 2000 UP 1 a SILENTDOWN 1 bob",
    "ARTICLE.UNVOTE news bob 0 COUNT 2",
    "ARTICLE.UNVOTE news bob 0 COUNT 5",
    // Only frees the votes on an article that has closed.
    "ARTICLE.LOAD news ARTICLE 25 eve t l TIME 1000 CLOSES 2000 UP 2 a gus",
    "ARTICLE.UNVOTE news gus 0",
    "ARTICLE.TRANSFER news user-1 user-2 COUNT 2",
    "ARTICLE.TRANSFER news user-2 [deleted]",
    "ARTICLE.DEL news 20 4",
    "ARTICLE.ALTER news FORMULA linear",
    // Posts that are votes, and posts that are not, by a setting that comes and goes.
    "ARTICLE.POST news alice t twice",
    "ARTICLE.POST news bob t twice",
    "ARTICLE.ALTER news DEDUPE 100",
    "ARTICLE.POST news cleo t twice",
    "ARTICLE.ALTER news DEDUPE 0",
    "ARTICLE.POST news dan t twice",
    "ARTICLE.VOTE news eve 28 SILENT",
    "ARTICLE.POST news dan t hidden TIME 5",
    "ARTICLE.MODERATE news HIDE 29",
    // The hidden one is too old for the site, but not for the replica's configuration.
    "ARTICLE.ALTER news DEDUPE 5",
    "ARTICLE.POST news dan t hidden",
    "ARTICLE.ALTER news DEDUPE 3153600000",
];

/// Lines that change nothing.
const NO_CHANGES: &[&str] = &[
    "ARTICLE.MODERATE news SHOW 1 99",
    "ARTICLE.MODERATE news UNPIN 1",
    "ARTICLE.BOOST news 1 0",
    "ARTICLE.BOOST news 1 0 INCR",
    "ARTICLE.BOOST news 1 315360001",
    "ARTICLE.BOOST news 99 1",
    "ARTICLE.ALTER news FORMULA linear DEDUPE 3153600000",
    "ARTICLE.MODERATE none HIDE 1",
    // A vote that is silent, and such as are not possible.
    "ARTICLE.POST news eve t twice",
    "ARTICLE.POST news dan t twice",
    "ARTICLE.POST news dan t hidden",
];

/// Makes a site of eight articles that are open and one that has closed.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 100");
    for id in 1..=9 {
        let time = if id == 9 { "TIME 1000" } else { "" };
        let line = format!("user-{} title https://example.com/{id} GROUPS 1 g {time}", id % 3);
        assert_eq!(c.int(&format!("ARTICLE.POST news {line}")), id);
    }
}
