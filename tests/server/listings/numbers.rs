//! Page numbers: how far they reach, and where the listings of orders that are not stored end.

use super::many;
use test_support::*;

#[in_both_protocols]
fn unfiltered_listings_by_score_and_time_are_paged_without_limit(c: &mut Client) {
    many(c, 1100);
    for order in ["", "BY TIME"] {
        for page in ["ARTICLE.PAGE news", "ARTICLE.GROUPPAGE news all"] {
            let ids = c.ids(&format!("{page} 11 SIZE 100 {order}"));
            assert_eq!(ids, (1..=100).rev().collect::<Vec<_>>(), "{page} {order}");
            for past in ["12 SIZE 100", "1101 SIZE 1", "9223372036854775807", "4294967297"] {
                assert_eq!(c.run(&format!("{page} {past} {order}")), bulks(&[]), "{page} {past}");
            }
        }
    }
}

#[in_both_protocols]
fn listings_in_the_other_orders_end_with_their_first_1000_articles(c: &mut Client) {
    many(c, 2100);
    for order in ["VOTES", "BEST", "GRAVITY", "CONTROVERSY", "COMMENTS", "ACTIVE"] {
        for (page, members) in [
            ("ARTICLE.PAGE news", 2100),
            ("ARTICLE.GROUPPAGE news all", 2100),
            ("ARTICLE.GROUPPAGE news even", 1050),
            ("ARTICLE.USERPAGE news alice", 2100),
        ] {
            for filter in ["", "MINVOTES 10", "SINCE 0 ANYOF 2 even all"] {
                let options = format!("{filter} BY {order} RETURN 1 id");
                let expected = c.ids(&format!("{page} 1 SIZE 1000 {options}"));
                assert_eq!(expected.len(), 1000, "{page} {options}");
                if matches!(order, "VOTES" | "BEST") {
                    let step = 2100 / members;
                    let first: Vec<_> = (0..1000).map(|n| 2100 - n * step).collect();
                    assert_eq!(expected, first, "{page} {options}");
                }
                assert_ends(c, page, &options, &expected);
            }
        }
    }
}

/// Checks that a listing is these articles, by page numbers and by cursors, and that no cursor
/// leads past its end.
#[track_caller]
fn assert_ends(c: &mut Client, page: &str, options: &str, expected: &[i64]) {
    let (_, cursor) = c.ids_and_cursor(&format!("{page} 1 SIZE 1000 {options}"));
    assert_eq!(cursor, None, "{options}");
    // 1,000 is no multiple of 90.
    let (ids, cursor) = c.ids_and_cursor(&format!("{page} 11 SIZE 90 {options}"));
    assert_eq!((ids.as_slice(), cursor.is_some()), (&expected[900..990], true), "{options}");
    let (ids, cursor) = c.ids_and_cursor(&format!("{page} 12 SIZE 90 {options}"));
    assert_eq!((ids.as_slice(), cursor), (&expected[990..], None), "{options}");
    for past in ["2 SIZE 1000", "13 SIZE 90", "1001 SIZE 1", "9223372036854775807"] {
        assert_eq!(c.ids_and_cursor(&format!("{page} {past} {options}")), (vec![], None));
    }
    let pages = c.walk(&format!("{page} 1 SIZE 90 {options}"), None);
    assert_eq!(pages.len(), 12, "{options}");
    assert_eq!(pages.concat(), expected, "{options}");
    // Pages that follow a cursor end there, too.
    let (_, cursor) = c.ids_and_cursor(&format!("{page} 1 SIZE 500 {options}"));
    let after = format!("{options} AFTER {}", cursor.expect("a cursor"));
    assert_eq!(c.ids_and_cursor(&format!("{page} 1 SIZE 500 {after}")).1, None);
    assert_eq!(c.ids(&format!("{page} 6 SIZE 90 {after}")), &expected[950..]);
    assert_eq!(c.ids(&format!("{page} 2 SIZE 500 {after}")), [0_i64; 0]);
}

#[in_both_protocols]
fn the_1000_articles_are_counted_from_the_beginning_whatever_the_cursor_says(c: &mut Client) {
    many(c, 2100);
    // 2,100 has 2,099 votes, and 1,101 is the last of the first 1,000.
    let line = "ARTICLE.PAGE news 1 SIZE 5 BY VOTES AFTER";
    assert_eq!(c.ids_and_cursor(&format!("{line} votes:1102-1103")), (vec![1102, 1101], None));
    assert_eq!(c.ids(&format!("{line} votes:1101-1102")), [1101]);
    assert_eq!(c.ids(&format!("{line} votes:1100-1101")), [0_i64; 0]);
    assert_eq!(c.ids(&format!("{line} votes:500-501")), [0_i64; 0]);
    assert_eq!(c.ids(&format!("{line} votes:-1-1")), [0_i64; 0]);
    // An article that joins before the cursor moves the end.
    c.ok("ARTICLE.LOAD news ARTICLE 3000 alice t l TIME 5 CLOSES 9 COUNTS 9999 0");
    assert_eq!(c.ids(&format!("{line} votes:1102-1103")), [1102]);
    c.int("ARTICLE.DEL news 3000 2000 2001");
    assert_eq!(c.ids(&format!("{line} votes:1102-1103")), [1102, 1101, 1100, 1099]);
}
