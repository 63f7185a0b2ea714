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
