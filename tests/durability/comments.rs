//! Comments, their places, and what is done with them arrive on replicas, in append-only files of
//! each kind, in RDB files and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::Site;

pub const SITE: Site = Site { make, lines: include_str!("everywhere/comments.txt") };

fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 100 BUMPWINDOW 100000");
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
}
