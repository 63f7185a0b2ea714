//! Comments: posting, threads, listings, moderation, and deletion.

mod activity;
mod comment;
mod cursor;
mod deleting;
mod fields;
mod limits;
mod listing;
mod loading;
mod moderation;
mod refusals;
mod thread;
mod votes;

use test_support::*;

const LOCKED: &str = "LOCKED this article is locked";

/// Posts article 1 and comments on it, one per second:
///
/// ```text
/// 2
///   3
///     4
///   5
/// 6
///   7
/// 8
/// ```
fn tree(c: &mut Client) -> i64 {
    let start = c.now() - 1000;
    assert_eq!(c.int(&format!("ARTICLE.POST news alice t l TIME {start}")), 1);
    for (id, parent) in [(2, 1), (3, 2), (4, 3), (5, 2), (6, 1), (7, 6), (8, 1)] {
        let time = start + id;
        let line = format!("ARTICLE.COMMENT news user-{id} {parent} text-{id} TIME {time}");
        assert_eq!(c.int(&line), id);
    }
    start
}

/// Returns the ids and depths of a thread.
#[track_caller]
fn shape(c: &mut Client, line: &str) -> Vec<(i64, i64)> {
    c.page(line).iter().map(|comment| (comment.int("id"), comment.int("depth"))).collect()
}

/// Returns the number of comments below each of these.
#[track_caller]
fn counts<const N: usize>(c: &mut Client, ids: [i64; N]) -> [i64; N] {
    ids.map(|id| c.article("news", id).int("comments"))
}
