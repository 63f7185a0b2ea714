//! Deleting comments and commented articles: placeholders, and what is freed.

use super::{counts, shape, thread, tree};
use test_support::*;

/// Returns each comment of a thread, `h` and `d` standing for the two placeholders.
fn marked(c: &mut Client, line: &str) -> String {
    let mark = |comment: &Fields| {
        let id = comment.int("id");
        match (comment.has("text"), comment.has("hidden"), comment.has("deleted")) {
            (true, false, false) => id.to_string(),
            (false, true, false) => format!("{id}h"),
            (false, false, true) => format!("{id}d"),
            _ => panic!("{comment:?}"),
        }
    };
    c.page(line).iter().map(mark).collect::<Vec<_>>().join(" ")
}

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
fn placeholders_are_where_listed_comments_are_below(c: &mut Client) {
    let line = "ARTICLE.THREAD news 1 BY TIME ASC";
    for (changes, expected) in [
        (&["DEL news 4"][..], "2 3 5 6 7 8"),
        (&["DEL news 3"], "2 3d 4 5 6 7 8"),
        (&["DEL news 3", "DEL news 4"], "2 5 6 7 8"),
        (&["DEL news 2 3 4"], "2d 5 6 7 8"),
        (&["DEL news 4 3 2 5"], "6 7 8"),
        (&["DEL news 2 3 4 5"], "6 7 8"),
        (&["DEL news 8 7 6"], "2 3 4 5"),
        (&["MODERATE news HIDE 4"], "2 3 5 6 7 8"),
        (&["MODERATE news HIDE 3"], "2 3h 4 5 6 7 8"),
        (&["MODERATE news HIDE 3 4"], "2 5 6 7 8"),
        (&["MODERATE news HIDE 4", "DEL news 3"], "2 5 6 7 8"),
        (&["MODERATE news HIDE 4", "DEL news 3", "MODERATE news SHOW 4"], "2 3d 4 5 6 7 8"),
        (&["MODERATE news HIDE 3", "DEL news 2"], "2d 3h 4 5 6 7 8"),
        (&["MODERATE news HIDE 2 3 4 5 6 7 8"], ""),
        (&["MODERATE news HIDE 2 3 4 5 6 7 8", "MODERATE news SHOW 7"], "6h 7"),
        (&["DEL news 1"], "2 3 4 5 6 7 8"),
        (&["DEL news 1 2 3"], "2d 3d 4 5 6 7 8"),
        (&["DEL news 2 3", "COMMENT news bob 4 text"], "2d 3d 4 9 5 6 7 8"),
        (&["MODERATE news HIDE 1"], "2 3 4 5 6 7 8"),
    ] {
        c.run("DEL news");
        tree(c);
        for change in changes {
            assert!(!is_error(&c.run(&format!("ARTICLE.{change}"))), "{change}");
            c.check("news");
        }
        assert_eq!(marked(c, line), expected, "{changes:?}");
        // It survives being stored.
        c.restore("news", "news");
        assert_eq!(marked(c, line), expected, "{changes:?}");
        c.check("news");
    }
}

#[in_both_protocols]
fn numbers_of_comments_follow_deletions(c: &mut Client) {
    tree(c);
    assert_eq!(c.int("ARTICLE.DEL news 3 3 9"), 1);
    assert_eq!(counts(c, [1, 2, 4]), [6, 2, 0]);
    assert_eq!(c.int("ARTICLE.DEL news 3"), 0);
    c.int("ARTICLE.COMMENT news bob 4 text");
    assert_eq!(counts(c, [1, 2, 4]), [7, 3, 1]);
    c.int("ARTICLE.MODERATE news HIDE 4");
    assert_eq!(counts(c, [1, 2, 4]), [6, 2, 1]);
    // What is hidden has been subtracted already.
    assert_eq!(c.int("ARTICLE.DEL news 4"), 1);
    assert_eq!(counts(c, [1, 2, 9]), [6, 2, 0]);
    assert_eq!(c.int("ARTICLE.DEL news 2 5 6 7 8 9"), 6);
    assert_eq!(counts(c, [1]), [0]);
    assert_eq!(c.info("news").int("comments"), 0);
    assert_eq!(c.run("ARTICLE.THREAD news 1"), bulks(&[]));
    c.check("news");
}

#[in_both_protocols]
fn a_place_keeps_its_position_among_its_siblings(c: &mut Client) {
    tree(c);
    for (user, id) in [("a", 6), ("b", 6), ("a", 2)] {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news {user} {id}")), 1);
    }
    c.int("ARTICLE.BOOST news 2 100000");
    let orders = ["", "BY VOTES", "BY SCORE", "BY SCORE ASC", "BY TIME", "BY GRAVITY"];
    let before = orders.map(|order| thread(c, order));
    assert_eq!(before[0], [6, 7, 2, 5, 3, 4, 8]);
    assert_eq!(before[2], [2, 5, 3, 4, 6, 7, 8]);
    assert_eq!(c.int("ARTICLE.DEL news 6 2"), 2);
    assert_eq!(orders.map(|order| thread(c, order)), before);
    // A new formula does not move places, as it does not move what has closed.
    c.ok("ARTICLE.ALTER news FORMULA log");
    assert_eq!(thread(c, "BY VOTES"), before[1]);
    c.check("news");
}

#[in_both_protocols]
fn a_place_is_not_pinned_any_more(c: &mut Client) {
    tree(c);
    c.int("ARTICLE.MODERATE news PIN 6 8");
    assert_eq!(thread(c, "BY TIME ASC DEPTH 1"), [6, 8, 2]);
    assert_eq!(c.int("ARTICLE.DEL news 6"), 1);
    assert_eq!(thread(c, "BY TIME ASC"), [8, 2, 3, 4, 5, 6, 7]);
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
