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
        cursor.to_lowercase(),
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

#[in_both_protocols]
fn a_cursor_works_whatever_became_of_its_comment(c: &mut Client) {
    let rest = |c: &mut Client, cursor: &str| {
        c.walk("ARTICLE.THREAD news 1 BY TIME ASC SIZE 2", Some(cursor)).concat()
    };
    for (change, expected) in [
        ("", &[5, 6, 7, 8][..]),
        ("ARTICLE.MODERATE news HIDE 4", &[5, 6, 7, 8]),
        ("ARTICLE.MODERATE news HIDE 2 3", &[5, 6, 7, 8]),
        ("ARTICLE.DEL news 4", &[5, 6, 7, 8]),
        ("ARTICLE.DEL news 4 3", &[5, 6, 7, 8]),
        ("ARTICLE.DEL news 2 3 4 5", &[6, 7, 8]),
        ("ARTICLE.DEL news 1", &[5, 6, 7, 8]),
        ("ARTICLE.COMMENT news bob 3 text", &[9, 5, 6, 7, 8]),
        ("ARTICLE.COMMENT news bob 4 text", &[9, 5, 6, 7, 8]),
        ("ARTICLE.COMMENT news bob 1 text", &[5, 6, 7, 8, 9]),
        // It moves before the cursor, where it is not returned any more.
        ("ARTICLE.MODERATE news PIN 8", &[5, 6, 7]),
    ] {
        c.run("DEL news");
        tree(c);
        let (ids, cursor) = c.ids_and_cursor("ARTICLE.THREAD news 1 BY TIME ASC SIZE 3");
        assert_eq!(ids, [2, 3, 4]);
        if !change.is_empty() {
            assert!(!is_error(&c.run(change)), "{change}");
        }
        assert_eq!(rest(c, &cursor.expect("a cursor")), expected, "{change}");
    }
}

#[test]
fn later_pages_by_gravity_are_as_of_the_first() {
    with_shared_clock(|clock, c| {
        tree(c);
        for (user, id) in [("a", 2), ("b", 2), ("a", 8)] {
            c.int(&format!("ARTICLE.VOTE news {user} {id}"));
        }
        let line = "ARTICLE.THREAD news 1 BY GRAVITY SIZE 3";
        let whole = c.ids("ARTICLE.THREAD news 1 BY GRAVITY SIZE 1000");
        let (mut ids, cursor) = c.ids_and_cursor(line);
        clock.pass(c, 86_400 * 30);
        ids.extend(c.walk(line, cursor.as_deref()).concat());
        assert_eq!(ids, whole);
    });
}
