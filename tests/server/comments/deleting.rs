//! Deleting comments and commented articles: placeholders, and what is freed.

use super::{shape, tree};
use test_support::*;

#[in_both_protocols]
fn a_placeholder_has_its_place_and_nothing_else(c: &mut Client) {
    tree(c);
    assert_eq!(c.int("ARTICLE.DEL news 2"), 1);
    assert_eq!(c.int("ARTICLE.MODERATE news HIDE 3"), 1);
    for viewer in ["", "VIEWER user-2"] {
        let page = c.page(&format!("ARTICLE.THREAD news 1 BY TIME ASC {viewer}"));
        let whole = |kind| ["id", "parent", "article", "depth", "comments", kind];
        assert_eq!(page[0].names(), whole("deleted"));
        assert_eq!(whole("deleted").map(|name| page[0].int(name)), [2, 1, 1, 1, 2, 1]);
        assert_eq!(page[1].names(), whole("hidden"));
        assert_eq!(whole("hidden").map(|name| page[1].int(name)), [3, 2, 1, 2, 1, 1]);
    }
    assert_eq!(shape(c, "ARTICLE.THREAD news 2 BY TIME ASC"), [(3, 1), (4, 2), (5, 1)]);
    // Nothing else knows the deleted one, and GET still returns the hidden one.
    assert_eq!(c.run("ARTICLE.GET news 2"), Value::Nil);
    assert_eq!(c.run("ARTICLE.MGET news 1 2"), Value::Array(vec![Value::Nil]));
    assert_eq!(c.article("news", 3).int("hidden"), 1);
    assert_eq!(c.article("news", 3).int("parent"), 2);
    c.check("news");
}

#[in_both_protocols]
fn the_comments_of_a_deleted_article_stay(c: &mut Client) {
    tree(c);
    c.int("ARTICLE.MARK news reader saved 1 4");
    c.int("ARTICLE.MODERATE news HIDE 5");
    let thread = c.run("ARTICLE.THREAD news 1 BY TIME ASC");
    assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
    for listing in [
        "COMMENTS news 1",
        "COMMENTS news 1 BY BEST FROM 1 user-4",
        "COMMENTS news 1 HIDDEN",
        "VOTED news user-4 1",
        "ANSWERS news user-3 1",
        "MARKED news reader saved 1",
    ] {
        assert_eq!(c.ids(&format!("ARTICLE.{listing}")), [0; 0], "{listing}");
    }
    assert_eq!(c.map("ARTICLE.USER news user-3").int("unseen"), 0);
    assert_eq!(c.run("ARTICLE.THREAD news 1 BY TIME ASC"), thread);
    assert_eq!(c.run("ARTICLE.GET news 1"), Value::Nil);
    assert_eq!(c.article("news", 4).int("article"), 1);
    c.refused("news", "ARTICLE.VOTE news bob 4", VOTE_CLOSED);
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [0; 0]);
    let info = c.info("news");
    assert_eq!([info.int("articles"), info.int("comments"), info.int("last_id")], [0, 7, 8]);
    // The site goes on, and is empty once they are deleted.
    assert_eq!(c.int("ARTICLE.DEL news 1 2 3 4 5 6 7 8"), 7);
    assert_eq!(c.run("ARTICLE.THREAD news 1"), bulks(&[]));
    assert_eq!(c.info("news").int("votes"), 0);
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 9);
    c.check("news");
}

#[in_both_protocols]
fn a_deleted_comment_frees_its_votes_and_texts(c: &mut Client) {
    tree(c);
    await_rest(c);
    let before = c.info("news").int("memory");
    let text = "x".repeat(60_000);
    assert_eq!(c.call("ARTICLE.COMMENT", ("news", "bob", 8, &text)), int(9));
    c.int("ARTICLE.COMMENT news bob 9 below");
    for user in 0..200 {
        c.int(&format!("ARTICLE.VOTE news voter-{user} 9"));
    }
    assert_eq!(c.info("news").int("votes"), 8 + 202);
    assert!(c.info("news").int("memory") > before + 60_000);
    assert_eq!(c.int("ARTICLE.DEL news 9"), 1);
    assert_eq!(c.info("news").int("votes"), 8 + 1);
    await_rest(c);
    assert!(c.info("news").int("memory") < before + 5_000, "the votes are swept");
    c.check("news");
}
