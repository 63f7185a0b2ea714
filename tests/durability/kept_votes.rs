//! Kept votes arrive on replicas, in append-only files of each kind and in copies, with any clock
//! and configuration there.

use test_support::*;

use crate::everywhere::Site;

pub const SITE: Site = Site { make, lines: include_str!("everywhere/kept_votes.txt") };

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
