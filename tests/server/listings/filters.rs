//! The filters of listings, alone and combined, in every order.

use super::{ALL, GROUPS, ORDERS, eight, sequence};
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
