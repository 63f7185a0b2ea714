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
