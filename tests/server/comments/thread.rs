//! ARTICLE.THREAD: the comments below an article or a comment, depth first.

use super::{shape, tree};
use test_support::*;

#[in_both_protocols]
fn a_thread_is_depth_first(c: &mut Client) {
    tree(c);
    let whole = [(2, 1), (3, 2), (4, 3), (5, 2), (6, 1), (7, 2), (8, 1)];
    assert_eq!(shape(c, "ARTICLE.THREAD news 1 BY TIME ASC"), whole);
    let newest_first = [(8, 1), (6, 1), (7, 2), (2, 1), (5, 2), (3, 2), (4, 3)];
    assert_eq!(shape(c, "ARTICLE.THREAD news 1 BY TIME"), newest_first);
    assert_eq!(shape(c, "ARTICLE.THREAD news 1 by time desc"), newest_first);
    // All have the same votes, so the newer comes first.
    for order in ["", "BY BEST", "BY VOTES", "BY CONTROVERSY"] {
        assert_eq!(shape(c, &format!("ARTICLE.THREAD news 1 {order}")), newest_first);
    }
    assert_eq!(shape(c, "ARTICLE.THREAD news 2 BY TIME ASC"), [(3, 1), (4, 2), (5, 1)]);
    assert_eq!(shape(c, "ARTICLE.THREAD news 3"), [(4, 1)]);
    for line in ["THREAD news 4", "THREAD news 9", "THREAD news 0", "THREAD none 1"] {
        assert_eq!(c.run(&format!("ARTICLE.{line}")), bulks(&[]), "{line}");
        let reply = c.run(&format!("ARTICLE.{line} WITHCURSOR"));
        assert_eq!(reply, Value::Array(vec![bulks(&[]), Value::Nil]), "{line}");
    }
}

#[in_both_protocols]
fn the_depth_follows_the_number_of_comments(c: &mut Client) {
    tree(c);
    let comment = c.page("ARTICLE.THREAD news 1 BY TIME ASC VIEWER user-3").remove(1);
    let names = comment.names();
    assert_eq!(names[..4], ["id", "parent", "article", "text"]);
    assert_eq!(names[11..], ["comments", "depth", "vote"]);
    let alone = c.map("ARTICLE.GET news 3 VIEWER user-3");
    assert_eq!(comment.without("depth"), alone);
}

#[in_both_protocols]
fn a_path_leads_from_the_article_to_an_item(c: &mut Client) {
    tree(c);
    let path = |c: &mut Client, id: i64| c.ids(&format!("ARTICLE.PATH news {id}"));
    assert_eq!([1, 4, 8].map(|id| path(c, id)), [vec![1], vec![1, 2, 3, 4], vec![1, 8]]);
    // Each is as GET returns it, hidden or not.
    c.int("ARTICLE.MODERATE news HIDE 1 3");
    for options in ["", "VIEWER user-3", "VIEWER user-3 MARKS 1 saved", "RETURN 2 text title"] {
        let found = c.page(&format!("ARTICLE.PATH news 4 {options}"));
        let each = [1, 2, 3, 4].map(|id| c.map(&format!("ARTICLE.GET news {id} {options}")));
        assert_eq!(found, each, "{options}");
    }
    // What was deleted is a placeholder.
    c.int("ARTICLE.DEL news 1 3");
    let found = c.page("ARTICLE.PATH news 4");
    assert_eq!(found[0].names(), ["id", "comments", "deleted"]);
    assert_eq!(["id", "comments", "deleted"].map(|name| found[0].int(name)), [1, 6, 1]);
    let names = ["id", "parent", "article", "comments", "deleted"];
    assert_eq!(found[2].names(), names);
    assert_eq!(names.map(|name| found[2].int(name)), [3, 2, 1, 1, 1]);
    let named = c.page("ARTICLE.PATH news 4 RETURN 3 deleted id title");
    assert_eq!(named[0].names(), ["deleted", "id"]);
    for id in ["1", "3", "9", "0", "4294967296"] {
        assert_eq!(c.run(&format!("ARTICLE.PATH news {id}")), bulks(&[]), "{id}");
    }
    assert_eq!(c.run("ARTICLE.PATH none 1"), bulks(&[]));
}
