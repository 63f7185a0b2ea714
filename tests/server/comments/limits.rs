//! The limits of comments, one within and one beyond.

use super::tree;
use test_support::*;

#[in_both_protocols]
fn a_text_has_1_to_65535_bytes(c: &mut Client) {
    tree(c);
    let longest = "x".repeat(65_535);
    assert_eq!(c.call("ARTICLE.COMMENT", ("news", "bob", 1, &longest)), int(9));
    assert_eq!(c.article("news", 9).text("text"), longest);
    assert_eq!(c.call("ARTICLE.EDIT", ("news", 2, "TEXT", &longest)), Value::Okay);
    c.restore("news", "other");
    assert_eq!(c.article("other", 2), c.article("news", 2));
    c.check("news");
}

#[in_both_protocols]
fn comments_are_nested_up_to_255_deep(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    for parent in 1..=255 {
        assert_eq!(c.int(&format!("ARTICLE.COMMENT news bob {parent} text")), parent + 1);
    }
    let error = "ERR comments can be nested at most 255 deep";
    for line in [
        "ARTICLE.COMMENT news bob 256 text",
        "ARTICLE.LOAD news COMMENT 257 bob 256 text TIME 1 CLOSES 2",
        "ARTICLE.LOAD news PLACE 257 256 TIME 1",
    ] {
        c.refused("news", line, error);
    }
    assert_eq!(c.article("news", 1).int("comments"), 255);
    let thread = c.page("ARTICLE.THREAD news 1 SIZE 1000");
    assert_eq!((thread.len(), thread[254].int("depth")), (255, 255));
    for size in [1, 100] {
        let pages = c.walk(&format!("ARTICLE.THREAD news 1 CHILDREN 5 SIZE {size}"), None);
        assert_eq!(pages.concat(), (2..=256).collect::<Vec<_>>());
    }
    c.restore("news", "news");
    assert_eq!(c.ids("ARTICLE.THREAD news 1 DEPTH 200 SIZE 1000").len(), 200);
    // Places keep the depth.
    assert_eq!(c.int("ARTICLE.DEL news 2 255"), 2);
    assert_error(&c.run("ARTICLE.COMMENT news bob 256 text"), error);
    assert_eq!(c.int("ARTICLE.DEL news 256"), 1);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 254 text"), 257);
    c.check("news");
}

#[in_both_protocols]
fn the_last_id_can_be_a_comments(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    c.ok("ARTICLE.LOAD news LASTID 4294967294");
    assert_eq!(c.int("ARTICLE.COMMENT news bob 1 text"), 4_294_967_295);
    let error = "ERR ids go up to 4294967295, and this site has assigned them all";
    assert_error(&c.run("ARTICLE.COMMENT news bob 1 text"), error);
    assert_eq!(c.ids("ARTICLE.THREAD news 1"), [4_294_967_295]);
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1"), [4_294_967_295]);
    assert_eq!(c.int("ARTICLE.VOTE news carol 4294967295"), 1);
    c.restore("news", "news");
    assert_eq!(c.article("news", 4_294_967_295).int("parent"), 1);
    c.check("news");
}
