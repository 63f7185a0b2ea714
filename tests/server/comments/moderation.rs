//! Hiding and locking comments and the articles above them.

use super::{counts, tree};
use test_support::*;

#[in_both_protocols]
fn a_hidden_comment_takes_no_votes_and_counts_nowhere(c: &mut Client) {
    tree(c);
    assert_eq!(c.int("ARTICLE.MODERATE news HIDE 3 3 99 1001"), 1);
    assert_error(&c.run("ARTICLE.VOTE news bob 3"), HIDDEN);
    assert_eq!(c.int("ARTICLE.VOTE news bob 4"), 1);
    // What is below it still counts.
    assert_eq!(counts(c, [1, 2, 3]), [6, 2, 1]);
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1"), [8, 7, 6, 5, 4, 2]);
    assert_eq!(c.int("ARTICLE.MODERATE news HIDE 4"), 1);
    assert_eq!(counts(c, [1, 2, 3]), [5, 1, 0]);
    assert_eq!(c.int("ARTICLE.MODERATE news SHOW 3 4"), 2);
    assert_eq!(counts(c, [1, 2, 3]), [7, 3, 1]);
    c.check("news");
}
