//! Hiding and locking comments and the articles above them.

use super::{counts, thread, tree};
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

#[in_both_protocols]
fn a_locked_comment_takes_no_votes(c: &mut Client) {
    tree(c);
    c.int("ARTICLE.MODERATE news LOCK 3");
    assert_error(&c.run("ARTICLE.VOTE news bob 3"), VOTE_CLOSED);
    assert_eq!(c.int("ARTICLE.VOTE news bob 4"), 1);
    // A locked article takes no comments, but votes on those that it has.
    c.int("ARTICLE.MODERATE news LOCK 1");
    assert_eq!(c.int("ARTICLE.VOTE news bob 2"), 1);
    assert_eq!(thread(c, "BY TIME ASC"), [2, 3, 4, 5, 6, 7, 8]);
    c.int("ARTICLE.MODERATE news UNLOCK 3");
    assert_eq!(c.int("ARTICLE.VOTE news bob 3"), 1);
    c.check("news");
}

#[in_both_protocols]
fn the_comments_of_a_hidden_article_are_in_no_listing(c: &mut Client) {
    tree(c);
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.COMMENT news bob 9 text");
    assert_eq!(c.int("ARTICLE.MODERATE news HIDE 1"), 1);
    for order in ["", "BY SCORE", "BY BEST", "BY VOTES", "BY GRAVITY", "BY TIME ASC"] {
        assert_eq!(c.ids(&format!("ARTICLE.COMMENTS news 1 {order}")), [10], "{order}");
    }
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1 FROM 1 user-3"), [0; 0]);
    // They are not hidden themselves.
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1 HIDDEN"), [0; 0]);
    assert_eq!(thread(c, "BY TIME ASC"), [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(counts(c, [1, 2]), [7, 3]);
    c.int("ARTICLE.MODERATE news HIDE 5");
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1 HIDDEN"), [5]);
    c.int("ARTICLE.MARK news reader saved 1 4 10");
    assert_eq!(c.ids("ARTICLE.MARKED news reader saved 1"), [10]);
    assert_eq!(c.ids("ARTICLE.VOTED news user-4 1"), [0; 0]);
    c.refused("news", "ARTICLE.VOTE news bob 4", HIDDEN);
    c.int("ARTICLE.MODERATE news SHOW 1");
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1"), [10, 8, 7, 6, 4, 3, 2]);
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1 HIDDEN"), [5]);
    c.check("news");
}
