//! Cursors: positions in listings that do not depend on page numbers.

use super::{NAMES, ORDERS, eight};
use test_support::*;

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
