//! What moderators do: hide, lock, pin, publish and boost articles.

mod hide;
mod pin;
mod score_limit;
mod state;
mod transfer_all;

use crate::listings::{ALL, GROUPS, ORDERS, Order, sequence};
use test_support::*;

/// Runs an ARTICLE.MODERATE of the site `news`, and returns the number of articles changed.
#[track_caller]
pub fn moderate(c: &mut Client, action: &str, ids: &[i64]) -> i64 {
    let ids: Vec<_> = ids.iter().map(i64::to_string).collect();
    c.int(&format!("ARTICLE.MODERATE news {action} {}", ids.join(" ")))
}

/// Returns the orders by score, and the others.
pub fn by_score() -> (Vec<&'static Order>, Vec<&'static Order>) {
    ORDERS.iter().partition(|(options, _)| options.is_empty() || options.starts_with("BY SCORE"))
}

/// Returns the orders that heed pins, and the others.
pub fn with_pins() -> (Vec<&'static Order>, Vec<&'static Order>) {
    let heeds_pins = |options: &str| by_score().0.iter().any(|(other, _)| *other == options);
    ORDERS
        .iter()
        .partition(|(options, _)| heeds_pins(options) || options.starts_with("BY GRAVITY"))
}

/// The listings of all sources of [`eight`](crate::listings::eight), each with the articles in it.
/// Alice posted all of them.
pub fn sources() -> Vec<(String, Vec<i64>)> {
    let own = ["ARTICLE.PAGE news 1", "ARTICLE.USERPAGE news alice 1"];
    let groups =
        GROUPS.map(|(group, ids)| (format!("ARTICLE.GROUPPAGE news {group} 1"), ids.to_vec()));
    own.map(|line| (line.to_owned(), ALL.to_vec())).into_iter().chain(groups).collect()
}

/// Feeds, each with the articles in it.
pub const FEEDS: [(&str, &[i64]); 5] = [
    ("ANYOF 2 a d", &[1, 2, 4, 7, 8]),
    ("ANYOF 2 b none NONEOF 1 c", &[2, 3]),
    ("ALLOF 2 b c", &[6, 7]),
    ("NONEOF 1 a", &[3, 5, 6, 8]),
    ("MINVOTES 0", &[1, 2, 3, 4, 5, 7, 8]),
];

/// Checks all listings of [`eight`](crate::listings::eight) in an order, of which only these
/// articles are listed.
#[track_caller]
pub fn assert_listed(c: &mut Client, order: &Order, listed: &[i64]) {
    let options = order.0;
    let is_listed = |ids: &[i64]| -> Vec<i64> {
        ids.iter().copied().filter(|id| listed.contains(id)).collect()
    };
    for (line, ids) in sources() {
        let expected = sequence(order, &is_listed(&ids));
        assert_eq!(c.ids(&format!("{line} {options}")), expected, "{line} {options}");
        // The page of GRAVITY has a cursor of its own.
        if !options.contains("AFTER") {
            let pages = c.walk(&format!("{line} SIZE 2 {options}"), None);
            assert_eq!(pages.concat(), expected, "{line} {options}");
        }
    }
    for (feed, ids) in FEEDS {
        let line = format!("ARTICLE.PAGE news 1 {feed} {options}");
        assert_eq!(c.ids(&line), sequence(order, &is_listed(ids)), "{line}");
    }
}
