//! Kept votes arrive on replicas, in append-only files of each kind and in copies, with any clock
//! and configuration there.

use test_support::*;

use crate::everywhere::Site;

pub const SITE: Site = Site { make, changes: CHANGES, no_changes: NO_CHANGES };

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: &[&str] = &[
    // Frees the vote records of what has closed.
    "ARTICLE.POST news dan t l",
    "ARTICLE.LOAD news ARTICLE 20 e t l TIME 100 CLOSES 2000 COUNTS 9 4 KEPTUP 1 a KEPTDOWN 1 bob",
    "ARTICLE.LOAD news VOTERS 20 KEPTDOWN 2 c d",
    "ARTICLE.LOAD news COMMENT 21 eve 20 text TIME 1000 CLOSES 2000 COUNTS 0 1 KEPTDOWN 1 bob",
    "ARTICLE.LOAD news ARTICLE 22 eve t l TIME 1000 CLOSES 2000 UP 1 a SILENTDOWN 1 bob",
    "ARTICLE.UNVOTE news bob 0 COUNT 2",
    // Frees vote records and removes the vote that would be kept.
    "ARTICLE.UNVOTE news bob 22",
    "ARTICLE.DEL news 1",
    "ARTICLE.MODERATE news HIDE 2",
    "ARTICLE.LOAD news ARTICLE 23 eve t l TIME 1000 CLOSES 2000 COUNTS 1 0 KEPTUP 1 dan",
    "ARTICLE.SEEN news eve 23",
    // Dan's votes on what is open stay, even where the clock says that it has closed.
    "ARTICLE.FORGET news dan",
    "ARTICLE.FORGET news eve",
    "ARTICLE.ALTER news KEEPVOTES no",
    "ARTICLE.ALTER news KEEPVOTES yes VOTESCORE 50",
    "ARTICLE.LOAD news ARTICLE 30 eve t l TIME 1000 CLOSES 2000 UP 1 bob",
    "ARTICLE.POST news dan t l",
    "ARTICLE.LOAD news ARTICLE 40 eve t l TIME 1000 CLOSES 2000 UP 1 bob",
    // Drops what has closed and is not yet kept.
    "ARTICLE.ALTER news KEEPVOTES no",
    "ARTICLE.POST news dan t l",
    "ARTICLE.ALTER news KEEPVOTES yes",
];

/// Lines that change nothing.
const NO_CHANGES: &[&str] = &[
    "ARTICLE.ALTER news KEEPVOTES yes",
    "ARTICLE.LOAD news VOTERS 1 KEPTUP 1 fay",
    "ARTICLE.LOAD news VOTERS 20 KEPTUP 2 fay fay",
    "ARTICLE.VOTE news bob 30 NONE",
    "ARTICLE.VOTED news bob 1",
];

/// Makes a site of eight articles, every second of which has closed, with vote records of bob.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    for id in 1..=8 {
        let closes = if id % 2 == 0 { "3000000000" } else { "2000" };
        let vote = ["UP", "DOWN", "SILENTUP", "SILENTDOWN"][id % 4];
        let line = format!("ARTICLE {id} alice t l TIME 1000 CLOSES {closes} {vote} 1 bob");
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
}
