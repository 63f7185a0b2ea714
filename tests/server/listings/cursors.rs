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
    c.run_all((1..=8).map(|id| format!("ARTICLE.MARK news bob saved {id}")));
    let pages = ORDERS.iter().map(|(order, _)| {
        let order = order.split(" AFTER").next().unwrap();
        format!("ARTICLE.PAGE news 1 {order} AT 1000009600")
    });
    let others = [
        "ARTICLE.GROUPPAGE news a 1",
        "ARTICLE.USERPAGE news alice 1 BY BEST",
        "ARTICLE.COMMENTS news 1 BY TIME",
        "ARTICLE.COMMENTS news 1 BY GRAVITY AT 1000009600",
        "ARTICLE.ANSWERS news alice 1",
        "ARTICLE.VOTED news bob 1",
        "ARTICLE.MARKED news bob saved 1",
    ];
    for line in pages.chain(others.map(str::to_owned)) {
        let all = c.ids_and_cursor(&format!("{line} SIZE 1000")).0;
        for size in [1, 2, 7] {
            let line = format!("{line} SIZE {size}");
            // Twice: the reply cache keeps the first.
            for _ in 0..2 {
                let with_cursor = c.run(&format!("{line} WITHCURSOR RETURN 1 id"));
                let line = format!("{line} WITHPOSITIONS RETURN 1 id");
                let reply = c.run(&line);
                let [page, positions, next] = items(&reply) else { panic!("{line}: {reply:?}") };
                let without = Value::Array(vec![page.clone(), next.clone()]);
                assert_eq!(with_cursor, without, "{line}");
                assert_eq!(items(page).len(), size.min(all.len()), "{line}");
                for (at, position) in items(positions).iter().map(text).enumerate() {
                    let rest = line.replace("WITHPOSITIONS", &format!("AFTER {position}"));
                    let end = (at + 1 + size).min(all.len());
                    assert_eq!(c.ids(&rest), all[at + 1..end], "{rest}");
                }
            }
        }
        let json = text(&c.run(&format!("{line} SIZE 1 WITHPOSITIONS RETURN 0 FORMAT JSON")));
        assert!(json.starts_with("[[{}],[\"") && json.ends_with(']'), "{json}");
        let both = format!("{line} WITHCURSOR WITHPOSITIONS");
        assert_error(&c.run(&both), "ERR only one of WITHCURSOR and WITHPOSITIONS can be given");
        for format in ["RESP", "JSON"] {
            let none = line.replace("news", "none");
            assert_eq!(c.run(&format!("{none} WITHPOSITIONS FORMAT {format}")), Value::Nil);
        }
    }
    c.ok("ARTICLE.CREATE none");
    let nothing = Value::Array(vec![bulks(&[]), bulks(&[]), Value::Nil]);
    assert_eq!(c.run("ARTICLE.PAGE none 1 WITHPOSITIONS"), nothing);
    assert_some_error(&c.run("ARTICLE.THREAD news 1 WITHPOSITIONS"));
    assert_eq!(c.int("ARTICLE.POST news bob t l FIELDS 1 position 1"), 11);
}

#[in_both_protocols]
fn where_nothing_is_pinned_a_cursor_has_no_pin(c: &mut Client) {
    eight(c);
    let comment = c.int("ARTICLE.COMMENT news bob 1 text");
    c.int(&format!("ARTICLE.MODERATE news PIN {comment} 1"));
    for (line, cursor) in [
        ("PAGE news 1 BY BUMPED", "bumped:p5-1"),
        ("GROUPPAGE news g 1 BY GRAVITY", "gravity:p5-1-0"),
        ("USERPAGE news alice 1", "score:p5-1"),
    ] {
        assert!(!is_error(&c.run(&format!("ARTICLE.{line} AFTER {cursor}"))), "{line}");
    }
    for (line, cursor) in [
        ("COMMENTS news 1 BY SCORE", "score:p5-1"),
        ("COMMENTS news 1 BY GRAVITY", "gravity:p5-1-0"),
        ("COMMENTS news 1", "time:p5-1"),
        ("ANSWERS news alice 1", "id:p5"),
        ("ANSWERS news alice 1", "time:p5-1"),
        ("VOTED news alice 1", "id:p5"),
        ("MARKED news alice saved 1", "marked:p5-1"),
    ] {
        assert_error(&c.run(&format!("ARTICLE.{line} AFTER {cursor}")), BAD_CURSOR);
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
                for page in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news a 1"] {
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
