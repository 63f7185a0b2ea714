//! ARTICLE.COMMENTS: the comments of a site, page by page.

use super::tree;
use test_support::*;

fn comments(c: &mut Client, options: &str) -> Vec<i64> {
    c.ids(&format!("ARTICLE.COMMENTS news 1 {options}"))
}

#[in_both_protocols]
fn comments_are_listed_by_time_unless_another_order_is_named(c: &mut Client) {
    tree(c);
    for (user, vote) in [("a", "3"), ("b", "3"), ("a", "5"), ("c", "7 DOWN"), ("d", "7")] {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news {user} {vote}")), 1);
    }
    c.int("ARTICLE.BOOST news 2 100000");
    // Pins are of no account.
    c.int("ARTICLE.MODERATE news PIN 4");
    for (order, ids) in [
        ("", [8, 7, 6, 5, 4, 3, 2]),
        ("BY TIME", [8, 7, 6, 5, 4, 3, 2]),
        ("ASC", [2, 3, 4, 5, 6, 7, 8]),
        ("BY TIME ASC", [2, 3, 4, 5, 6, 7, 8]),
        ("BY SCORE", [2, 3, 5, 8, 7, 6, 4]),
        ("BY SCORE ASC", [4, 6, 7, 8, 5, 3, 2]),
        ("BY VOTES", [3, 5, 8, 7, 6, 4, 2]),
        ("BY BEST", [3, 5, 8, 6, 4, 2, 7]),
        ("BY CONTROVERSY", [7, 8, 6, 5, 4, 3, 2]),
        ("BY GRAVITY", [3, 7, 5, 8, 6, 4, 2]),
    ] {
        let found = comments(c, order);
        if order == "BY GRAVITY" {
            assert_eq!(found[0], 3, "{order}");
            assert_eq!(found.len(), 7);
        } else {
            assert_eq!(found, ids, "{order}");
        }
    }
    let comment = c.page("ARTICLE.COMMENTS news 1 BY TIME ASC VIEWER a").remove(1);
    assert_eq!(comment, c.map("ARTICLE.GET news 3 VIEWER a"));
    assert!(!comment.has("depth"));
}

#[in_both_protocols]
fn what_is_below_is_a_flat_listing_and_a_number(c: &mut Client) {
    let start = tree(c);
    let other = c.int("ARTICLE.POST news alice t l");
    c.int(&format!("ARTICLE.COMMENT news bob {other} text"));
    c.int("ARTICLE.MODERATE news HIDE 5");
    c.int("ARTICLE.DEL news 3");
    let (since, until) = (format!("SINCE {}", start + 4), format!("UNTIL {}", start + 7));
    for (below, window, ids) in [
        (1, "", &[8, 7, 6, 4, 2][..]),
        (1, since.as_str(), &[8, 7, 6, 4]),
        (1, &format!("{since} {until}"), &[6, 4]),
        (2, "", &[4]),
        (3, "", &[4]),
        (6, &until, &[]),
        (8, "", &[]),
        (99, "", &[]),
        (other, "", &[other + 1]),
    ] {
        assert_eq!(comments(c, &format!("BELOW {below} {window}")), ids, "{below} {window}");
        let count = c.int(&format!("ARTICLE.COUNT news BELOW {below} {window}"));
        assert_eq!(count, ids.len() as i64, "{below} {window}");
    }
    assert_eq!(comments(c, "BELOW 1 BY SCORE ASC NOTFROM 1 user-4 SIZE 2"), [2, 6]);
    assert_eq!(comments(c, "BELOW 2 HIDDEN"), [5]);
    c.refused("news", "ARTICLE.COUNT news g BELOW 1", "ERR BELOW takes no group");
    // Threads of hidden and deleted articles are in no listing.
    for change in ["MODERATE news HIDE 1", "DEL news 1"] {
        c.int(&format!("ARTICLE.{change}"));
        for below in [1, 2, 3] {
            assert_eq!(comments(c, &format!("BELOW {below}")), [0; 0], "{change}");
            assert_eq!(c.int(&format!("ARTICLE.COUNT news BELOW {below}")), 0, "{change}");
        }
    }
}

#[in_both_protocols]
fn other_orders_end_with_1000_comments_and_a_thread_does_not(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l TIME 1");
    let lines: Vec<_> =
        (0..1100).map(|n| format!("ARTICLE.COMMENT news bob 1 t TIME {}", 2 + n)).collect();
    c.run_all(&lines);
    let all: Vec<_> = (2..=1101).rev().collect();
    assert_eq!(c.walk("ARTICLE.COMMENTS news 1 BY VOTES SIZE 300", None).concat().len(), 1000);
    let thread = c.walk("ARTICLE.THREAD news 1 BY VOTES SIZE 300", None).concat();
    assert_eq!(thread, all);
}
