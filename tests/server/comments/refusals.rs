//! What COMMENT refuses, and commands that need an article.

use super::{LOCKED, tree};
use test_support::*;

#[in_both_protocols]
fn neither_a_deleted_article_nor_anything_below_it_takes_comments(c: &mut Client) {
    tree(c);
    assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
    for parent in [1, 2, 4] {
        c.refused("news", &format!("ARTICLE.COMMENT news bob {parent} text"), NO_ARTICLE);
    }
    c.check("news");
}

#[in_both_protocols]
fn nothing_below_what_is_hidden_or_locked_takes_comments(c: &mut Client) {
    tree(c);
    let line = |parent: i64| format!("ARTICLE.COMMENT news bob {parent} text");
    for (changes, refused, error, accepted) in [
        (&["HIDE 2"][..], &[2, 3, 4, 5][..], HIDDEN, &[1, 6][..]),
        (&["SHOW 2", "LOCK 2"], &[2, 3, 4, 5], LOCKED, &[1, 7]),
        (&["HIDE 4"], &[4], HIDDEN, &[]),
        (&["DEL 3", "SHOW 4"], &[4, 5], LOCKED, &[6]),
        (&["UNLOCK 2", "HIDE 1"], &[1, 2, 4, 7], HIDDEN, &[]),
        (&["LOCK 1 2"], &[1, 2, 4], HIDDEN, &[]),
        (&["SHOW 1"], &[1, 2, 4, 7], LOCKED, &[]),
        (&["HIDE 2"], &[2], HIDDEN, &[]),
        (&["UNLOCK 1"], &[2, 4], HIDDEN, &[1]),
    ] {
        for change in changes {
            let deletion = change.strip_prefix("DEL ").map(|id| format!("ARTICLE.DEL news {id}"));
            c.int(&deletion.unwrap_or_else(|| format!("ARTICLE.MODERATE news {change}")));
        }
        for parent in refused {
            c.refused("news", &line(*parent), error);
        }
        for parent in accepted {
            assert!(c.int(&line(*parent)) > 8, "{parent} after {changes:?}");
        }
    }
    c.check("news");
}

#[in_both_protocols]
fn comments_are_taken_after_voting_has_closed(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l TIME 1000");
    assert_eq!(c.int("ARTICLE.COMMENT news bob 1 text"), 2);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 2 text TIME 1001"), 3);
    assert_eq!(c.int("ARTICLE.VOTE news carol 2"), 1);
    assert_error(&c.run("ARTICLE.VOTE news carol 3"), VOTE_CLOSED);
}

#[in_both_protocols]
fn commands_about_articles_take_a_comment_for_none(c: &mut Client) {
    tree(c);
    for (line, expected) in [
        ("ARTICLE.GROUPADD news 2 g", NO_ARTICLE),
        ("ARTICLE.GROUPREM news 2 g", NO_ARTICLE),
        ("ARTICLE.BUMP news 2", NO_ARTICLE),
    ] {
        c.refused("news", line, expected);
    }
    for by in ["", "BY TIME", "BY TIME ASC"] {
        assert_eq!(c.run(&format!("ARTICLE.RANK news 2 {by}")), Value::Nil);
    }
    assert_eq!(c.int("ARTICLE.COUNT news"), 1);
    for order in crate::listings::NAMES {
        assert_eq!(c.ids(&format!("ARTICLE.PAGE news 1 BY {order}")), [1], "{order}");
    }
    c.int("ARTICLE.MODERATE news HIDE 2 3");
    assert_eq!(c.ids("ARTICLE.PAGE news 1 HIDDEN"), [0; 0]);
    assert_eq!(c.info("news").int("hidden"), 0);
    assert_eq!(c.run("ARTICLE.FIND news text-2"), Value::Nil);
}
