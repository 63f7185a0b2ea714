//! The filters of listings, alone and combined, in every order.

use super::{ALL, GROUPS, ORDERS, START, eight, sequence};
use test_support::*;

/// Filters, and the articles of [`eight`] that pass them.
const FILTERS: [(&str, &[i64]); 43] = [
    ("", &ALL),
    ("SINCE 0", &ALL),
    ("SINCE 1000003000", &[4, 5, 6, 7, 8]),
    ("SINCE 1000003001", &[5, 6, 7, 8]),
    ("SINCE 1000006001", &[]),
    ("SINCE 9223372036854775807", &[]),
    ("UNTIL 1000003000", &[1, 2, 3]),
    ("UNTIL 1000003001", &[1, 2, 3, 4]),
    ("UNTIL 0", &[]),
    ("UNTIL 9223372036854775807", &ALL),
    ("SINCE 1000002000 UNTIL 1000005000", &[3, 4, 5]),
    ("SINCE 1000005000 UNTIL 1000005000", &[]),
    ("SINCE 1000005000 UNTIL 1000002000", &[]),
    ("MINVOTES 11", &[]),
    ("MINVOTES 10", &[1, 3]),
    ("MINVOTES 1", &[1, 3, 4, 8]),
    ("MINVOTES 0", &[1, 2, 3, 4, 5, 7, 8]),
    ("MINVOTES -5", &[1, 2, 3, 4, 5, 7, 8]),
    ("MINVOTES -6", &ALL),
    ("MINVOTES -9223372036854775808", &ALL),
    ("MINVOTES 9223372036854775807", &[]),
    ("ANYOF 1 d", &[8]),
    ("ANYOF 2 a d", &[1, 2, 4, 7, 8]),
    ("ANYOF 2 c b", &[2, 3, 4, 6, 7]),
    ("ANYOF 4 a b c d", &[1, 2, 3, 4, 6, 7, 8]),
    ("ANYOF 1 none", &[]),
    ("ANYOF 2 none d", &[8]),
    ("ALLOF 1 a", &[1, 2, 4, 7]),
    ("ALLOF 2 a b", &[2, 7]),
    ("ALLOF 3 c a b", &[7]),
    ("ALLOF 2 a none", &[]),
    ("ALLOF 4 a b c d", &[]),
    ("NONEOF 1 a", &[3, 5, 6, 8]),
    ("NONEOF 2 a b", &[5, 8]),
    ("NONEOF 4 a b c d", &[5]),
    ("NONEOF 1 none", &ALL),
    ("ANYOF 3 d d d", &[8]),
    ("ALLOF 2 a a NONEOF 3 b b b", &[1, 4]),
    ("ANYOF 2 b c NONEOF 1 a", &[3, 6]),
    ("ANYOF 2 a b ALLOF 1 c", &[4, 6, 7]),
    ("ANYOF 1 a NONEOF 1 a", &[]),
    ("SINCE 1000001000 MINVOTES 0 ANYOF 2 a c NONEOF 1 none", &[2, 4, 7]),
    ("NONEOF 1 d ALLOF 1 c ANYOF 2 a b MINVOTES -6 UNTIL 1000006000 SINCE 1", &[4, 6]),
];

#[in_both_protocols]
fn a_listing_has_the_articles_that_pass_every_filter(c: &mut Client) {
    eight(c);
    for (filters, articles) in FILTERS {
        for order in ORDERS {
            let line = format!("ARTICLE.PAGE news 1 {filters} {}", order.0);
            assert_eq!(c.ids(&line), sequence(&order, articles), "{line}");
        }
    }
}

#[in_both_protocols]
fn filters_hold_among_the_articles_of_a_group(c: &mut Client) {
    eight(c);
    for (group, members) in GROUPS {
        for (filters, articles) in FILTERS {
            let both: Vec<i64> =
                articles.iter().copied().filter(|id| members.contains(id)).collect();
            for order in ORDERS {
                let line = format!("ARTICLE.GROUPPAGE news {group} 1 {} {filters}", order.0);
                assert_eq!(c.ids(&line), sequence(&order, &both), "{line}");
            }
        }
    }
}

/// Few articles are all read. Among many, the module searches.
#[in_both_protocols]
fn a_listing_is_the_same_among_many_articles_that_do_not_pass(c: &mut Client) {
    eight(c);
    let load = |id: i64| {
        let time = START + id - 9;
        let line = format!("ARTICLE.LOAD news ARTICLE {id} bob t l TIME {time}");
        let (up, down) = (id * 7 % 23, id * 11 % 13);
        format!("{line} CLOSES {} COUNTS {up} {down} GROUPS 2 other a", time + 1)
    };
    c.all_ok((9..6_009).map(load));
    for (filters, articles) in FILTERS {
        let excluded = match filters.split_once("NONEOF ") {
            Some((before, groups)) => {
                let (number, groups) = groups.split_once(' ').expect("groups");
                let number = 1 + number.parse::<i64>().expect("a number");
                format!("{before} NONEOF {number} other {groups}")
            }
            None => format!("{filters} NONEOF 1 other"),
        };
        for order in ORDERS {
            for page in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news a 1"] {
                let members = if page.contains("GROUP") { GROUPS[0].1 } else { &ALL };
                let is_member = |id: &i64| members.contains(id);
                let articles: Vec<i64> = articles.iter().copied().filter(is_member).collect();
                let line = format!("{page} {excluded} {}", order.0);
                assert_eq!(c.ids(&line), sequence(&order, &articles), "{line}");
            }
        }
    }
}

#[in_both_protocols]
fn filtered_listings_are_the_same_page_by_page(c: &mut Client) {
    eight(c);
    // A listing by gravity begins with a cursor, which a walk replaces.
    for order in ORDERS.iter().filter(|(options, _)| !options.contains("AFTER")) {
        for (filters, articles) in FILTERS {
            let expected = sequence(order, articles);
            for size in 1..=3 {
                let line = format!("ARTICLE.PAGE news # SIZE {size} {filters} {}", order.0);
                for (index, part) in expected.chunks(size).chain([&[][..]]).enumerate() {
                    let line = line.replace('#', &(index + 1).to_string());
                    assert_eq!(c.ids(&line), part, "{line}");
                }
                let pages = c.walk(&line.replace('#', "1"), None);
                assert_eq!(pages.concat(), expected, "{line}");
            }
        }
    }
}

#[in_both_protocols]
fn groups_that_are_joined_and_left_count_at_once(c: &mut Client) {
    eight(c);
    c.int("ARTICLE.GROUPADD news 5 d new");
    c.int("ARTICLE.GROUPREM news 7 c");
    c.int("ARTICLE.DEL news 2");
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ANYOF 2 new c BY TIME"), [6, 5, 4]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ALLOF 2 d new BY BEST"), [5]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ALLOF 2 a b"), [7]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 NONEOF 3 a b c BY VOTES"), [8, 5]);
    // The group has no articles, so it is unknown again.
    c.int("ARTICLE.GROUPREM news 5 new");
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ALLOF 2 d new BY BEST"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 NONEOF 4 a b c new"), [8, 5]);
}
