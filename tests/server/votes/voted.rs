//! ARTICLE.VOTED: what a user has voted on, the latest first.

use test_support::*;

/// Makes articles 1 to 4, comments 5 and 6, article 7 that has closed, and article 8. Bob has
/// voted on all but 8: down on 2 and 6, and silently on 3 and 5. Article 4 is hidden.
fn make(c: &mut Client) {
    for title in ["a", "b", "c", "d"] {
        c.int(&format!("ARTICLE.POST news alice {title} l"));
    }
    c.int("ARTICLE.COMMENT news alice 1 first");
    c.int("ARTICLE.COMMENT news alice 5 second");
    for vote in ["1", "2 DOWN", "3 SILENT", "4", "5 UP SILENT", "6 DOWN"] {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news bob {vote}")), 1);
    }
    c.int("ARTICLE.MODERATE news HIDE 4");
    c.ok("ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1000 CLOSES 2000 UP 2 alice bob");
    c.int("ARTICLE.POST news alice e l");
}

#[in_both_protocols]
fn it_returns_what_is_open_and_listed_by_descending_id(c: &mut Client) {
    make(c);
    for (options, expected) in [
        ("", &[6, 5, 3, 2, 1][..]),
        ("UP", &[5, 3, 1]),
        ("down", &[6, 2]),
        ("ARTICLES", &[3, 2, 1]),
        ("comments", &[6, 5]),
        ("UP ARTICLES", &[3, 1]),
        ("COMMENTS DOWN", &[6]),
        ("SIZE 2", &[6, 5]),
        ("AFTER id:5", &[3, 2, 1]),
        // The cursor need not be of the listing.
        ("AFTER id:4", &[3, 2, 1]),
        ("AFTER id:4294967295", &[6, 5, 3, 2, 1]),
        ("AFTER id:1", &[]),
        ("AFTER id:6 UP SIZE 1", &[5]),
    ] {
        assert_eq!(c.ids(&format!("ARTICLE.VOTED news bob 1 {options}")), expected, "{options}");
    }
    assert_eq!(c.ids("ARTICLE.VOTED news bob 2 SIZE 2"), [3, 2]);
    assert_eq!(c.ids("ARTICLE.VOTED news bob 2 SIZE 2 AFTER id:6"), [2, 1]);
    assert_eq!(c.ids("ARTICLE.VOTED news bob 4 SIZE 2"), [0_i64; 0]);
    // Posters have voted on what they posted.
    assert_eq!(c.ids("ARTICLE.VOTED news alice 1"), [8, 6, 5, 3, 2, 1]);
    assert_eq!(c.ids("ARTICLE.VOTED news nobody 1"), [0_i64; 0]);
}
