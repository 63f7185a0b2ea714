//! The orders of listings, with values computed by hand.

use super::{GRAVITY, ORDERS, Order, eight, order_of, sequence};
use test_support::*;

/// The suffix of the cursors of an order.
fn suffix(options: &str) -> &'static str {
    if options.contains("GRAVITY") { "-1000009600" } else { "" }
}

#[in_both_protocols]
fn every_order_has_its_sequence_and_the_cursor_of_each_article_its_value(c: &mut Client) {
    eight(c);
    for (options, entries) in ORDERS {
        for end in 1..=entries.len() {
            let (id, value) = entries[end - 1];
            let line = format!("ARTICLE.PAGE news 1 SIZE {end} {options}");
            let (ids, cursor) = c.ids_and_cursor(&line);
            let expected: Vec<i64> = entries[..end].iter().map(|(id, _)| *id).collect();
            assert_eq!(ids, expected, "{options}");
            let expected = format!("{}:{value}-{id}{}", order_of(options), suffix(options));
            let expected = (end < entries.len()).then_some(expected);
            assert_eq!(cursor, expected, "{options}");
        }
    }
}

#[in_both_protocols]
fn gravity_subtracts_the_posters_vote_where_the_site_counts_it(c: &mut Client) {
    // As of the time of article 5. The articles that are newer count as new.
    let counted = [
        (3, "1071322977"),
        (1, "751875733"),
        (8, "0"),
        (4, "0"),
        (2, "-153413717"),
        (7, "-287174589"),
        (5, "-287174589"),
    ];
    let not_counted = [
        (3, "1165537932"),
        (1, "817997658"),
        (8, "287174588"),
        (4, "227237272"),
        (7, "0"),
        (5, "0"),
        (2, "0"),
    ];
    eight(c);
    for (setting, entries) in [("yes", counted), ("no", not_counted)] {
        c.run(&format!("ARTICLE.ALTER news SELFVOTE {setting}"));
        let mut cursor = "gravity:9223372036854775807-4294967295-1000004000".to_owned();
        for (id, value) in entries {
            let line = format!("ARTICLE.PAGE news 1 SIZE 1 BY GRAVITY AFTER {cursor}");
            let (ids, next) = c.ids_and_cursor(&line);
            assert_eq!(ids, [id]);
            cursor = next.expect("a cursor");
            assert_eq!(cursor, format!("gravity:{value}-{id}-1000004000"), "SELFVOTE {setting}");
        }
    }
}

#[in_both_protocols]
fn every_order_includes_the_vote_just_before(c: &mut Client) {
    let time = c.now() - 10;
    for _ in 1..=3 {
        c.int(&format!("ARTICLE.POST news alice t l TIME {time} GROUPS 1 g"));
    }
    let first = |c: &mut Client, order: &str| {
        let sources = ["PAGE news", "GROUPPAGE news g", "USERPAGE news alice"];
        let ids = sources.map(|it| c.ids(&format!("ARTICLE.{it} 1 SIZE 1 BY {order}"))[0]);
        assert!(ids.iter().all(|id| *id == ids[0]), "BY {order}: {ids:?}");
        ids[0]
    };
    for order in ["SCORE", "VOTES", "BEST", "GRAVITY"] {
        for id in [1, 2, 3, 2, 1] {
            c.int(&format!("ARTICLE.VOTE news bob {id}"));
            assert_eq!(first(c, order), id, "BY {order}");
            c.int(&format!("ARTICLE.VOTE news bob {id} NONE"));
            assert_eq!(first(c, order), 3, "BY {order}");
        }
    }
    for id in [1, 2, 3, 2, 1] {
        c.int(&format!("ARTICLE.VOTE news bob {id} DOWN"));
        assert_eq!(first(c, "CONTROVERSY"), id);
        c.int(&format!("ARTICLE.VOTE news bob {id} NONE"));
    }
}

#[in_both_protocols]
fn a_page_by_gravity_is_computed_as_of_now(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l TIME 1000");
    c.int("ARTICLE.POST news alice t l TIME 2000");
    let before = c.now();
    let (_, cursor) = c.ids_and_cursor("ARTICLE.PAGE news 1 SIZE 1 BY GRAVITY");
    let after = c.now();
    let cursor = cursor.expect("a cursor");
    let time = cursor.strip_prefix("gravity:0-2-").expect("the value, the id and the time");
    assert!((before..=after).contains(&time.parse().expect("a time")), "{time}");
}

#[in_both_protocols]
fn articles_that_are_open_and_closed_are_ordered_alike(c: &mut Client) {
    eight(c);
    let time = c.now();
    c.int(&format!("ARTICLE.POST news alice t l TIME {time}"));
    c.int("ARTICLE.VOTE news bob 9");
    for order in ORDERS.iter().filter(|(options, _)| !options.contains("ASC")) {
        let at = |order: &Order| match order.0 {
            "" | "BY TIME" => 0,
            // Two votes are more than one.
            "BY VOTES DESC" => 2,
            // 2 of 2 votes: 0.549.
            "BY BEST" => 1,
            // No vote against, and the newest of these.
            "BY CONTROVERSY" => 5,
            // One vote besides the poster's own, as if it had just been posted: 0.287.
            GRAVITY => 2,
            other => panic!("{other}"),
        };
        let mut expected = sequence(order, &super::ALL);
        expected.insert(at(order), 9);
        assert_eq!(c.ids(&format!("ARTICLE.PAGE news 1 {}", order.0)), expected);
    }
}
