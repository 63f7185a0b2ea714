//! Cursors of threads.

use super::tree;
use test_support::*;

#[in_both_protocols]
fn depths_are_those_below_the_item_named_on_each_page(c: &mut Client) {
    tree(c);
    c.int("ARTICLE.MODERATE news PIN 5 6");
    let (_, cursor) = c.ids_and_cursor("ARTICLE.THREAD news 1 BY TIME ASC SIZE 5");
    let line = format!("ARTICLE.THREAD news 1 BY TIME ASC AFTER {}", cursor.expect("a cursor"));
    assert_eq!(super::shape(c, &line), [(4, 3), (8, 1)]);
}

#[in_both_protocols]
fn a_cursor_belongs_to_its_id_order_and_options(c: &mut Client) {
    tree(c);
    let (_, cursor) = c.ids_and_cursor("ARTICLE.THREAD news 1 BY TIME ASC SIZE 2");
    let cursor = cursor.expect("a cursor");
    for (id, options, is_valid) in [
        (1, "BY TIME ASC", true),
        (1, "BY TIME ASC SIZE 5", true),
        (1, "BY TIME ASC VIEWER bob RETURN 1 id", true),
        (1, "BY TIME", false),
        (1, "BY SCORE ASC", false),
        (1, "BY BEST", false),
        (1, "", false),
        (2, "BY TIME ASC", false),
        (9, "BY TIME ASC", false),
        (1, "BY TIME ASC CHILDREN 3", false),
        (1, "BY TIME ASC DEPTH 1", false),
    ] {
        let reply = c.run(&format!("ARTICLE.THREAD news {id} {options} AFTER {cursor}"));
        assert_eq!(!is_error(&reply), is_valid, "{id} {options}: {reply:?}");
        if !is_valid {
            assert_error(&reply, BAD_CURSOR);
        }
    }
}

#[in_both_protocols]
fn anything_else_is_not_a_cursor(c: &mut Client) {
    tree(c);
    let (_, cursor) = c.ids_and_cursor("ARTICLE.THREAD news 1 SIZE 1");
    let cursor = cursor.expect("a cursor");
    let long = cursor.clone() + &".1-2".repeat(20_000);
    let changed = |from: &str, to: &str| cursor.replacen(from, to, 1);
    let others = [
        "0".to_owned(),
        "\"\"".to_owned(),
        cursor.to_uppercase(),
        changed("-8", "-0"),
        changed("-8", "-08"),
        changed("-8", "-4294967296"),
        changed("-8", "--8"),
        changed(".", ".."),
        changed(".", ".pp"),
        format!("{cursor}."),
        format!("{cursor}.x"),
        format!("{cursor} ").trim_end().to_owned() + "-",
        long,
    ];
    for other in others {
        assert_error(&c.run(&format!("ARTICLE.THREAD news 1 AFTER {other}")), BAD_CURSOR);
    }
    assert_error(&c.call("ARTICLE.THREAD", ("news", 1, "AFTER", BINARY)), BAD_CURSOR);
}
