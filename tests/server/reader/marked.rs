//! ARTICLE.MARKED: what is on a list of a user, the highest id first.

use test_support::*;

/// Makes articles 1 to 4, comments 5 and 6, article 7 that has closed, and article 8. Bob has put
/// all but 8 on a list. Article 4 is hidden.
fn make(c: &mut Client) {
    for title in ["a", "b", "c", "d"] {
        c.int(&format!("ARTICLE.POST news alice {title} l"));
    }
    c.int("ARTICLE.COMMENT news alice 1 first");
    c.int("ARTICLE.COMMENT news alice 5 second");
    c.int("ARTICLE.MODERATE news HIDE 4");
    c.ok("ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1000 CLOSES 2000 UP 2 alice bob");
    c.int("ARTICLE.POST news alice e l");
    assert_eq!(c.int("ARTICLE.MARK news bob saved 3 1 2 4 7 6 5"), 7);
    assert_eq!(c.int("ARTICLE.MARK news bob read 8"), 1);
}

#[in_both_protocols]
fn it_returns_what_is_on_the_list_by_descending_id(c: &mut Client) {
    make(c);
    for (options, expected) in [
        ("", &[7, 6, 5, 3, 2, 1][..]),
        ("ARTICLES", &[7, 3, 2, 1]),
        ("comments", &[6, 5]),
        ("SIZE 2", &[7, 6]),
        ("AFTER 6", &[5, 3, 2, 1]),
        // The cursor need not be on the list.
        ("AFTER 4", &[3, 2, 1]),
        ("AFTER 8", &[7, 6, 5, 3, 2, 1]),
        ("AFTER 4294967295", &[7, 6, 5, 3, 2, 1]),
        ("AFTER 1", &[]),
        ("AFTER 7 ARTICLES SIZE 1", &[3]),
        ("AFTER 7 SIZE 1 COMMENTS", &[6]),
    ] {
        let line = format!("ARTICLE.MARKED news bob saved 1 {options}");
        assert_eq!(c.ids(&line), expected, "{options}");
    }
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2"), [5, 3]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2 AFTER 7"), [3, 2]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2 ARTICLES"), [2, 1]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 4 SIZE 2"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob read 1"), [8]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob none 1"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.MARKED news nobody saved 1"), [0_i64; 0]);
}
