//! PIN, PINLOCAL and UNPIN.

use super::{FEEDS, assert_listed, by_score, moderate, with_pins};
use crate::listings::{ALL, GROUPS, ORDERS, Order, eight, sequence};
use test_support::*;

/// Returns the order by score with some articles pinned.
fn pinned(order: &Order, pins: &[i64]) -> Order {
    let (options, places) = *order;
    let (first, rest): (Vec<_>, Vec<_>) = places.iter().partition(|(id, _)| pins.contains(id));
    let all = if options.ends_with("ASC") { [rest, first] } else { [first, rest] };
    (options, all.concat().try_into().expect("eight articles"))
}

#[in_both_protocols]
fn pinned_articles_are_the_head_of_the_orders_of_front_pages(c: &mut Client) {
    eight(c);
    for pins in [&[2][..], &[6, 2], &[8], &[1, 3, 5], &ALL] {
        assert_eq!(moderate(c, "PIN", pins), pins.len() as i64);
        let (with_pins, others) = with_pins();
        for order in with_pins {
            assert_listed(c, &pinned(order, pins), &ALL);
        }
        for order in others {
            assert_listed(c, order, &ALL);
        }
        c.check("news");
        assert_eq!(moderate(c, "UNPIN", &ALL), pins.len() as i64);
        ORDERS.iter().for_each(|order| assert_listed(c, order, &ALL));
    }
}

#[in_both_protocols]
fn ranks_follow_the_pins(c: &mut Client) {
    eight(c);
    moderate(c, "PIN", &[6, 2]);
    let (by_score, _) = by_score();
    for order in by_score {
        let order = pinned(order, &[6, 2]);
        for (rank, (id, _)) in order.1.iter().enumerate() {
            let line = format!("ARTICLE.RANK news {id} {}", order.0);
            assert_eq!(c.run(&line), int(rank as i64), "{line}");
        }
        for (rank, id) in sequence(&order, &[1, 2, 4, 7]).into_iter().enumerate() {
            let line = format!("ARTICLE.RANK news {id} GROUP a {}", order.0);
            assert_eq!(c.run(&line), int(rank as i64), "{line}");
        }
    }
    assert_eq!(c.run("ARTICLE.RANK news 6 BY TIME"), int(2));
}

#[in_both_protocols]
fn the_cursor_of_a_pinned_article_begins_with_p(c: &mut Client) {
    eight(c);
    moderate(c, "PIN", &[6, 2]);
    for source in ["ARTICLE.PAGE news 1", "ARTICLE.USERPAGE news alice 1"] {
        for filter in ["", "MINVOTES -99", "SINCE 0"] {
            let line = format!("{source} {filter}");
            let cursor = |c: &mut Client, size: usize, order: &str| {
                c.ids_and_cursor(&format!("{line} SIZE {size} {order}")).1
            };
            for (size, order, expected) in [
                (1, "", "score:p1000002408-6"),
                (2, "", "score:p1000001000-2"),
                (3, "", "score:1000006432-8"),
                (6, "ASC", "score:1000006432-8"),
                (7, "ASC", "score:p1000001000-2"),
                (3, "BY TIME", "time:1000005000-6"),
            ] {
                assert_eq!(cursor(c, size, order).as_deref(), Some(expected), "{line}");
            }
            for (cursor, expected) in [
                ("p1000002408-6", vec![2, 8, 3, 7, 1, 5, 4]),
                ("p1000001000-2", vec![8, 3, 7, 1, 5, 4]),
                // Of no article that is pinned.
                ("p1000002000-1", vec![2, 8, 3, 7, 1, 5, 4]),
                ("p9000000000-1", vec![6, 2, 8, 3, 7, 1, 5, 4]),
                ("p-1-1", vec![8, 3, 7, 1, 5, 4]),
                // After all pinned ones.
                ("9000000000-1", vec![8, 3, 7, 1, 5, 4]),
                ("1000004320-1", vec![5, 4]),
            ] {
                let line = format!("{line} AFTER score:{cursor}");
                assert_eq!(c.ids(&line), expected, "{line}");
            }
            let line = format!("{line} ASC AFTER");
            assert_eq!(c.ids(&format!("{line} score:1000006320-3")), [8, 2, 6]);
            assert_eq!(c.ids(&format!("{line} score:p1000001000-2")), [6]);
            assert_eq!(c.ids(&format!("{line} score:p1000002408-6")), [0_i64; 0]);
        }
    }
}

#[in_both_protocols]
fn an_article_that_is_pinned_or_unpinned_between_pages_moves(c: &mut Client) {
    eight(c);
    let (ids, cursor) = c.ids_and_cursor("ARTICLE.PAGE news 1 SIZE 3");
    assert_eq!(ids, [8, 3, 7]);
    // One moves before the cursor, and another to after it.
    moderate(c, "PIN", &[2]);
    let line = format!("ARTICLE.PAGE news 1 AFTER {}", cursor.expect("a cursor"));
    assert_eq!(c.ids(&line), [1, 5, 4, 6]);
    let (ids, cursor) = c.ids_and_cursor("ARTICLE.PAGE news 1 SIZE 1");
    assert_eq!((ids, cursor.as_deref()), (vec![2], Some("score:p1000001000-2")));
    moderate(c, "UNPIN", &[2]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 AFTER score:p1000001000-2"), [8, 3, 7, 1, 5, 4, 6, 2]);
}

#[in_both_protocols]
fn among_themselves_they_are_ordered_by_score(c: &mut Client) {
    let time = c.now() - 100;
    for _ in 1..=5 {
        c.int(&format!("ARTICLE.POST news alice t l TIME {time} GROUPS 1 g"));
    }
    moderate(c, "PIN", &[1, 2, 3]);
    let lines =
        ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1", "ARTICLE.USERPAGE news alice 1"];
    for (change, expected) in [
        ("PING", [3, 2, 1, 5, 4]),
        ("ARTICLE.VOTE news bob 1", [1, 3, 2, 5, 4]),
        ("ARTICLE.VOTE news bob 4", [1, 3, 2, 4, 5]),
        ("ARTICLE.BOOST news 2 315360000", [2, 1, 3, 4, 5]),
        ("ARTICLE.BOOST news 4 315360000", [2, 1, 3, 4, 5]),
        ("ARTICLE.BOOST news 2 -315360000", [1, 3, 2, 4, 5]),
        ("ARTICLE.MODERATE news HIDE 3", [1, 2, 4, 5, 0]),
        ("ARTICLE.MODERATE news SHOW 3", [1, 3, 2, 4, 5]),
        ("ARTICLE.ALTER news VOTESCORE 1", [1, 3, 2, 4, 5]),
    ] {
        c.run(change);
        let expected: Vec<_> = expected.into_iter().filter(|id| *id > 0).collect();
        let reversed: Vec<_> = expected.iter().rev().copied().collect();
        for line in lines {
            assert_eq!(c.ids(line), expected, "{line} after {change}");
            assert_eq!(c.ids(&format!("{line} ASC")), reversed, "{line} after {change}");
        }
    }
}

#[in_both_protocols]
fn scores_below_zero_have_cursors_too(c: &mut Client) {
    for (id, score) in [(1, -5), (2, 0), (3, 5)] {
        let line = format!("ARTICLE.LOAD news ARTICLE {id} a t l TIME 1 CLOSES 2 SCORE {score}");
        c.ok(&format!("{line} PINNED"));
    }
    let cursor = |c: &mut Client, size| c.ids_and_cursor(&format!("ARTICLE.PAGE news 1 {size}")).1;
    assert_eq!(cursor(c, "SIZE 2").as_deref(), Some("score:p0-2"));
    assert_eq!(cursor(c, "SIZE 2 ASC").as_deref(), Some("score:p0-2"));
    assert_eq!(cursor(c, "SIZE 1 ASC").as_deref(), Some("score:p-5-1"));
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ASC AFTER score:p-5-1"), [2, 3]);
    assert_eq!(c.walk("ARTICLE.PAGE news 1 SIZE 1", None).concat(), [3, 2, 1]);
}

#[in_both_protocols]
fn local_pins_are_the_head_of_the_pages_of_groups_alone(c: &mut Client) {
    eight(c);
    moderate(c, "PIN", &[2]);
    for pins in [&[7][..], &[1, 7, 8], &ALL] {
        moderate(c, "PINLOCAL", pins);
        for order in with_pins().0 {
            let everywhere: Vec<i64> = [2].into_iter().filter(|id| !pins.contains(id)).collect();
            let site = pinned(order, &everywhere);
            let options = order.0;
            for source in ["ARTICLE.PAGE news 1", "ARTICLE.USERPAGE news alice 1"] {
                let line = format!("{source} {options}");
                assert_eq!(c.ids(&line), sequence(&site, &ALL), "{line}");
            }
            for (feed, ids) in FEEDS {
                let line = format!("ARTICLE.PAGE news 1 {feed} {options}");
                assert_eq!(c.ids(&line), sequence(&site, ids), "{line}");
            }
            let local = pinned(order, &[&everywhere[..], pins].concat());
            for (group, ids) in GROUPS {
                let expected = sequence(&local, ids);
                for filter in ["", "MINVOTES -99", "FROM 1 alice", "NOTFROM 1 bob"] {
                    let line = format!("ARTICLE.GROUPPAGE news {group} 1 {filter}");
                    assert_eq!(c.ids(&format!("{line} {options}")), expected, "{line} {options}");
                    if !options.contains("AFTER") {
                        let pages = c.walk(&format!("{line} SIZE 1 {options}"), None);
                        assert_eq!(pages.concat(), expected, "{line} {options}");
                    }
                }
                if by_score().0.iter().any(|(other, _)| *other == options) {
                    for (rank, id) in expected.iter().enumerate() {
                        let line = format!("ARTICLE.RANK news {id} GROUP {group} {options}");
                        assert_eq!(c.run(&line), int(rank as i64), "{line}");
                    }
                }
            }
        }
        c.check("news");
        // Hidden ones, too.
        moderate(c, "HIDE", &[7, 8, 1]);
        let hidden = c.ids("ARTICLE.GROUPPAGE news a 1 HIDDEN");
        let (order, _) = with_pins();
        let expected = pinned(order[0], pins);
        assert_eq!(hidden, sequence(&expected, &[1, 7]), "{pins:?}");
        moderate(c, "SHOW", &[7, 8, 1]);
        moderate(c, "UNPIN", pins);
        moderate(c, "PIN", &[2]);
    }
}

#[in_both_protocols]
fn a_local_pin_and_a_pin_replace_each_other(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l GROUPS 1 g");
    c.int("ARTICLE.COMMENT news bob 1 text");
    let pinned = |c: &mut Client, id| {
        let item = c.article("news", id);
        if item.has("pinned") { item.int("pinned") } else { 0 }
    };
    for (action, changed, article, comment) in [
        ("PINLOCAL", 2, 2, 1),
        ("PINLOCAL", 0, 2, 1),
        ("PIN", 1, 1, 1),
        ("PINLOCAL", 1, 2, 1),
        ("UNPIN", 2, 0, 0),
        ("UNPIN", 0, 0, 0),
    ] {
        assert_eq!(moderate(c, action, &[1, 2]), changed, "{action}");
        assert_eq!([1, 2].map(|id| pinned(c, id)), [article, comment], "{action}");
    }
    c.check("news");
}
