//! Listings: their orders, filters, page numbers, cursors, and what they show of an article.

mod contract;
mod count;
mod cursors;
mod extremes;
mod filters;
mod groups;
mod limits;
mod numbers;
mod options;
mod orders;
mod page;
mod read_limit;
mod reply_cache;
mod reply_limit;
mod user_page;
mod users;
mod windows;

use test_support::*;

/// The time of the first article of [`eight`].
pub const START: i64 = 1_000_000_000;
/// The ids of [`eight`].
pub const ALL: [i64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
/// The groups of [`eight`] with their articles.
pub const GROUPS: [(&str, &[i64]); 5] =
    [("a", &[1, 2, 4, 7]), ("b", &[2, 3, 6, 7]), ("c", &[4, 6, 7]), ("d", &[8]), ("none", &[])];

/// Options that give an order, and the articles of [`eight`] in it, each with the value in its
/// cursor. The values were computed from the contract's formulas by other means.
pub type Order = (&'static str, [(i64, &'static str); 8]);

/// Returns the name that cursors have of the order that options give.
pub fn order_of(options: &str) -> String {
    let order = options.split_once("BY ").and_then(|(_, order)| order.split(' ').next());
    order.unwrap_or("SCORE").to_lowercase()
}

/// A cursor at the beginning of a listing by gravity as of 2001-09-09 04:26:40, 3,600 seconds
/// after the latest article of [`eight`].
pub const GRAVITY: &str = "BY GRAVITY AFTER gravity:p9223372036854775807-4294967295-1000009600";

/// The names of all orders.
pub const NAMES: [&str; 9] =
    ["SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY", "BUMPED", "COMMENTS", "ACTIVE"];

/// Every order but those by activity.
pub const ORDERS: [Order; 8] = [
    (
        "",
        [
            (8, "1000006432"),
            (3, "1000006320"),
            (7, "1000006000"),
            (1, "1000004320"),
            (5, "1000004000"),
            (4, "1000003432"),
            (6, "1000002408"),
            (2, "1000001000"),
        ],
    ),
    (
        "BY SCORE ASC",
        [
            (2, "1000001000"),
            (6, "1000002408"),
            (4, "1000003432"),
            (5, "1000004000"),
            (1, "1000004320"),
            (7, "1000006000"),
            (3, "1000006320"),
            (8, "1000006432"),
        ],
    ),
    (
        "BY TIME",
        [
            (8, "1000006000"),
            (7, "1000006000"),
            (6, "1000005000"),
            (5, "1000004000"),
            (4, "1000003000"),
            (3, "1000002000"),
            (2, "1000001000"),
            (1, "1000000000"),
        ],
    ),
    (
        "BY TIME ASC",
        [
            (1, "1000000000"),
            (2, "1000001000"),
            (3, "1000002000"),
            (4, "1000003000"),
            (5, "1000004000"),
            (6, "1000005000"),
            (7, "1000006000"),
            (8, "1000006000"),
        ],
    ),
    (
        "BY VOTES DESC",
        [(3, "10"), (1, "10"), (8, "1"), (4, "1"), (7, "0"), (5, "0"), (2, "0"), (6, "-6")],
    ),
    (
        "BY BEST",
        [
            (1, "858931317"),
            (3, "479866730"),
            (4, "378447503"),
            (8, "321182647"),
            (2, "312204444"),
            (7, "268211473"),
            (6, "86237220"),
            (5, "0"),
        ],
    ),
    (
        "BY CONTROVERSY",
        [
            (3, "29261054045"),
            (2, "14267572527"),
            (7, "11102329401"),
            (6, "3566893131"),
            (8, "3403681052"),
            (5, "0"),
            (4, "0"),
            (1, "0"),
        ],
    ),
    (
        GRAVITY,
        [
            (3, "455268309"),
            (1, "362394670"),
            (8, "0"),
            (4, "0"),
            (2, "-69784946"),
            (5, "-101945147"),
            (7, "-138414549"),
            (6, "-559803128"),
        ],
    ),
];

/// Loads a site of eight articles that closed long ago, so that nothing but GRAVITY and relative
/// times depends on the clock.
pub fn eight(c: &mut Client) {
    let articles = [
        (0, "10 0", "1 a"),
        (1000, "5 5", "2 a b"),
        (2000, "100 90", "1 b"),
        (3000, "1 0", "2 a c"),
        (4000, "0 0", ""),
        (5000, "2 8", "2 b c"),
        (6000, "3 3", "3 a b c"),
        (6000, "2 1", "1 d"),
    ];
    c.ok("ARTICLE.CREATE news VOTESCORE 432 SELFVOTE yes");
    for (id, (age, counts, groups)) in (1..).zip(articles) {
        let (time, closes) = (START + age, START + 604_800);
        let groups = if groups.is_empty() { String::new() } else { format!("GROUPS {groups}") };
        let line = format!("ARTICLE.LOAD news ARTICLE {id} alice t{id} l TIME {time}");
        c.ok(&format!("{line} CLOSES {closes} COUNTS {counts} {groups}"));
    }
}

/// Returns the articles of an order that are in the set, in its sequence.
pub fn sequence(order: &Order, set: &[i64]) -> Vec<i64> {
    order.1.iter().map(|(id, _)| *id).filter(|id| set.contains(id)).collect()
}

/// Loads articles 1 to `number`, of as many upvotes as their ids, all of them in the group `all`
/// and every other one in `even`.
pub fn many(c: &mut Client, number: i64) {
    let load = |id: i64| {
        let groups = if id % 2 == 0 { "2 all even" } else { "1 all" };
        let times = format!("TIME {} CLOSES {}", START + id, START + 604_800);
        format!("ARTICLE.LOAD news ARTICLE {id} alice t l {times} COUNTS {id} 1 GROUPS {groups}")
    };
    c.ok("ARTICLE.CREATE news");
    c.all_ok((1..=number).map(load));
}
