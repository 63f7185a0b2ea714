//! The filters of listings, alone and combined, in every order.

use super::{GROUPS, ORDERS, eight, sequence};
use test_support::*;

/// Filters, and after an arrow the articles of [`eight`] that pass them.
const FILTERS: &str = include_str!("filters.txt");

fn filters() -> impl Iterator<Item = (&'static str, Vec<i64>)> {
    let lines = FILTERS.lines().filter_map(|line| line.split_once(" ->"));
    lines.map(|(filters, articles)| (filters, ids_of(articles)))
}

#[in_both_protocols]
fn a_listing_has_the_articles_that_pass_every_filter(c: &mut Client) {
    eight(c);
    for (filters, articles) in filters() {
        for order in ORDERS {
            let line = format!("ARTICLE.PAGE news 1 {filters} {}", order.0);
            assert_eq!(c.ids(&line), sequence(&order, &articles), "{line}");
        }
    }
}

#[in_both_protocols]
fn filters_hold_among_the_articles_of_a_group(c: &mut Client) {
    eight(c);
    for (group, members) in GROUPS {
        for (filters, articles) in filters() {
            let both: Vec<i64> =
                articles.iter().copied().filter(|id| members.contains(id)).collect();
            for order in ORDERS {
                let line = format!("ARTICLE.GROUPPAGE news {group} 1 {} {filters}", order.0);
                assert_eq!(c.ids(&line), sequence(&order, &both), "{line}");
            }
        }
    }
}
