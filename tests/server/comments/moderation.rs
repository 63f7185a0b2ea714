//! Hiding and locking comments and the articles above them.

use super::{LOCKED, counts, tree};
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
fn what_was_hidden_or_locked_still_takes_no_answers_below_it_once_it_is_deleted(c: &mut Client) {
    for (action, error) in [("HIDE", HIDDEN), ("LOCK", LOCKED)] {
        c.run("DEL news");
        tree(c);
        assert_eq!(c.int(&format!("ARTICLE.MODERATE news {action} 2")), 1);
        // Also where something is deleted in between, which was neither.
        for deleted in [None, Some(2), Some(3)] {
            if let Some(id) = deleted {
                assert_eq!(c.int(&format!("ARTICLE.DEL news {id}")), 1);
            }
            for key in ["news", "restored"] {
                c.restore("news", "restored");
                for id in [4, 5] {
                    let line = format!("ARTICLE.COMMENT {key} bob {id} text ID 9");
                    assert_error(&c.run(&line), error);
                }
            }
        }
        c.check("news");
        // Elsewhere in the thread, and where neither was, answers are taken.
        assert_eq!(c.int("ARTICLE.DEL news 6"), 1);
        assert_eq!(c.int("ARTICLE.COMMENT news bob 7 text"), 9);
    }
}
