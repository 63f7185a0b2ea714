//! Cursors: positions in listings that do not depend on page numbers.

use super::{ALL, NAMES, ORDERS, eight, order_of, sequence};
use test_support::*;

#[in_both_protocols]
fn after_a_cursor_pages_go_on_with_the_article_that_follows(c: &mut Client) {
    eight(c);
    for order in ORDERS.iter().filter(|(options, _)| !options.contains("AFTER")) {
        let ids = sequence(order, &ALL);
        for (place, (id, value)) in order.1.into_iter().enumerate() {
            let rest = &ids[place + 1..];
            let (options, name) = (order.0, order_of(order.0));
            let line = format!("ARTICLE.PAGE news # SIZE 2 {options} AFTER {name}:{value}-{id}");
            // Page 2 is the second page after the cursor.
            for (index, part) in rest.chunks(2).chain([&[][..]]).enumerate() {
                let (found, next) = c.ids_and_cursor(&line.replace('#', &(index + 1).to_string()));
                assert_eq!(found, part, "{line}");
                let is_followed = rest.len() > 2 * index + 2;
                assert_eq!(next.is_some(), is_followed, "{line}, page {}", index + 1);
            }
        }
    }
}

#[in_both_protocols]
fn a_position_is_what_the_cursor_after_it_would_be(c: &mut Client) {
    eight(c);
    c.run_all([
        "ARTICLE.COMMENT news bob 1 text".to_owned(),
        "ARTICLE.COMMENT news bob 1 text".to_owned(),
    ]);
    let of_comments = ("BY TIME", "ARTICLE.COMMENTS news 1 BY TIME".to_owned());
    let pages = ORDERS.iter().map(|(order, _)| (*order, format!("ARTICLE.PAGE news 1 {order}")));
    for (order, line) in pages.chain([of_comments]) {
        let at = if order.contains("AFTER") { "" } else { " AT 1000009600" };
        for size in [1, 2, 7] {
            let line = format!("{line}{at} SIZE {size}");
            let (_, next) = c.ids_and_cursor(&line);
            // Twice: the reply cache keeps neither.
            for _ in 0..2 {
                let page = c.page(&format!("{line} RETURN 2 position id"));
                let position = page.last().map(|last| last.text("position"));
                assert!(next.is_none() || position == next, "{line}");
                let json = text(&c.run(&format!("{line} RETURN 1 position FORMAT JSON")));
                let position = position.unwrap_or_default();
                assert!(json.ends_with(&format!("\"position\":\"{position}\"}}]")), "{json}");
            }
        }
    }
    assert_eq!(c.map("ARTICLE.GET news 1 RETURN 2 position id").names(), ["id"]);
    assert_some_error(&c.run("ARTICLE.POST news bob t l FIELDS 1 position 1"));
    assert_error(&c.run("ARTICLE.POST none bob t l XX"), "ERR no such key");
    assert_eq!(c.int("EXISTS none"), 0);
    assert_eq!(c.int("ARTICLE.POST news bob t l XX"), 11);
}

#[in_both_protocols]
fn a_cursor_may_be_at_any_value_and_of_any_article(c: &mut Client) {
    eight(c);
    let page = |c: &mut Client, options: &str| c.ids(&format!("ARTICLE.PAGE news 1 {options}"));
    assert_eq!(page(c, "BY TIME AFTER time:1000006000-9"), [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(page(c, "BY TIME AFTER time:1000006000-4294967295"), [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(page(c, "BY TIME AFTER time:1000006000-1"), [6, 5, 4, 3, 2, 1]);
    assert_eq!(page(c, "BY TIME AFTER time:1000001500-3"), [2, 1]);
    assert_eq!(page(c, "BY TIME AFTER time:-1-1"), [0_i64; 0]);
    assert_eq!(page(c, "BY TIME ASC AFTER time:1000006000-1"), [7, 8]);
    assert_eq!(page(c, "BY TIME ASC AFTER time:1000006000-7"), [8]);
    assert_eq!(page(c, "BY TIME ASC AFTER time:1000006000-8"), [0_i64; 0]);
    assert_eq!(
        page(c, "BY VOTES AFTER votes:9223372036854775807-4294967295"),
        [3, 1, 8, 4, 7, 5, 2, 6]
    );
    assert_eq!(page(c, "BY VOTES AFTER votes:-9223372036854775808-1"), [0_i64; 0]);
    assert_eq!(page(c, "ASC AFTER score:-9223372036854775808-1"), [2, 6, 4, 5, 1, 7, 3, 8]);
    assert_eq!(page(c, "BY BEST AFTER best:0-6"), [5]);
    assert_eq!(page(c, "BY CONTROVERSY AFTER controversy:0-5"), [4, 1]);
    assert_eq!(page(c, "BY GRAVITY AFTER gravity:0-5-1000009600"), [4, 2, 5, 7, 6]);
    // At the time 0, every article counts as new.
    assert_eq!(page(c, "BY GRAVITY AFTER gravity:-1-1-0"), [7, 5, 2, 6]);
}

#[in_both_protocols]
fn no_cursor_follows_the_last_article(c: &mut Client) {
    eight(c);
    for (page, is_followed) in [
        ("1 SIZE 7", true),
        ("1 SIZE 8", false),
        ("2 SIZE 4", false),
        ("4 SIZE 2", false),
        ("7 SIZE 1", true),
        ("8 SIZE 1", false),
        ("9 SIZE 1", false),
        ("1 SIZE 1 SINCE 1000006000", true),
        ("2 SIZE 1 SINCE 1000006000", false),
        ("1 SIZE 2 SINCE 1000006000", false),
    ] {
        for order in NAMES {
            let line = format!("ARTICLE.PAGE news {page} BY {order}");
            assert_eq!(c.ids_and_cursor(&line).1.is_some(), is_followed, "{line}");
        }
    }
}

#[in_both_protocols]
fn a_cursor_is_of_one_order(c: &mut Client) {
    for prepare in ["DEL news", "ARTICLE.POST news alice t l GROUPS 1 g"] {
        c.run(prepare);
        for (order, other) in NAMES.iter().flat_map(|order| NAMES.map(|other| (order, other))) {
            let name = other.to_lowercase();
            let time = if matches!(other, "GRAVITY" | "ACTIVE") { "-1000009600" } else { "" };
            for text in [format!("{name}:1-1{time}"), format!("1-1{time}"), "\"\"".to_owned()] {
                let line = format!("ARTICLE.PAGE news 1 BY {order} AFTER {text}");
                let reply = c.run(&line);
                assert!(!is_error(&reply) || error_text(&reply) == BAD_CURSOR, "{line}");
                assert_eq!(
                    is_error(&reply),
                    *order != other || !text.starts_with(&name),
                    "{line}"
                );
            }
        }
        for text in ["SCORE:1-1", "score:", "score", "score:1-0", "score:score:1-1", ":1-1"] {
            assert_error(&c.run(&format!("ARTICLE.PAGE news 1 AFTER {text}")), BAD_CURSOR);
        }
    }
}

#[in_both_protocols]
fn a_malformed_cursor_is_an_error(c: &mut Client) {
    let malformed = "- -- 1 -1 1- 1-x x-1 1-0 1--1 1-+1 +1-1 01-1 1-01 1.5-1 1-1.5 1-4294967296 \
                     9223372036854775808-1 1-1- -1-1-1-1 P1-1 pp1-1 p p1 p1-0 p01-1 p-1 1-p1 1_1 \
                     1-1x";
    let malformed: Vec<_> = malformed.split(' ').chain([""]).collect();
    for prepare in ["DEL news", "ARTICLE.POST news alice t l GROUPS 1 g", "SET news x"] {
        c.run(prepare);
        for order in NAMES {
            // Some cursors have a time, which the others do not have, and only in some orders
            // do pinned articles come first.
            let others = match order {
                "GRAVITY" | "ACTIVE" => vec!["1-1", "1-1--1", "1-1-9007199254740993", "p1-1"],
                "SCORE" | "BUMPED" => vec!["1-1-1", "0-1-1000000000", "1-1-0", "p1-1-1"],
                _ => vec!["1-1-1", "0-1-1000000000", "1-1-0", "p1-1", "p1-1-1"],
            };
            for cursor in malformed.iter().chain(&others) {
                for page in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1"] {
                    let name = order.to_lowercase();
                    let line = format!("{page} AFTER {name}:{cursor} BY {order}");
                    assert_eq!(error_text(&c.run(&line)), BAD_CURSOR, "{line}");
                }
            }
        }
        assert_error(&c.call("ARTICLE.PAGE", ("news", 1, "AFTER", "score:1-1 ")), BAD_CURSOR);
        assert_error(&c.call("ARTICLE.PAGE", ("news", 1, "AFTER", BINARY)), BAD_CURSOR);
    }
}
