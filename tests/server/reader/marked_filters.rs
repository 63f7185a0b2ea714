//! The filters MARKED and UNMARKED. `random` compares pages with them with the model.

use test_support::*;

/// Makes articles 1 to 4, of which bob has saved 1 and 2 and read 2 and 3.
fn make(c: &mut Client) {
    for title in ["a", "b", "c", "d"] {
        c.int(&format!("ARTICLE.POST news alice {title} l GROUPS 1 g TIME 1000"));
    }
    assert_eq!(c.int("ARTICLE.MARK news bob saved 1 2"), 2);
    assert_eq!(c.int("ARTICLE.MARK news bob read 2 3"), 2);
}

#[in_both_protocols]
fn marked_is_on_one_of_the_lists_and_unmarked_on_none(c: &mut Client) {
    make(c);
    for (options, expected) in [
        ("MARKED bob 1 saved", &[2, 1][..]),
        ("MARKED bob 2 saved read", &[3, 2, 1]),
        ("MARKED bob 3 none saved saved", &[2, 1]),
        ("MARKED bob 1 none", &[]),
        ("MARKED bob 0", &[]),
        ("MARKED nobody 1 saved", &[]),
        ("UNMARKED bob 1 saved", &[4, 3]),
        ("UNMARKED bob 2 saved read", &[4]),
        ("UNMARKED bob 1 none", &[4, 3, 2, 1]),
        ("UNMARKED bob 0", &[4, 3, 2, 1]),
        ("UNMARKED nobody 1 saved", &[4, 3, 2, 1]),
        ("MARKED bob 1 saved UNMARKED bob 1 read", &[1]),
        ("unmarked bob 1 saved marked bob 1 saved", &[]),
        ("UNMARKED bob 1 read MARKED alice 1 saved", &[]),
    ] {
        for page in ["PAGE news 1", "GROUPPAGE news g 1", "USERPAGE news alice 1"] {
            let line = format!("ARTICLE.{page} BY TIME {options}");
            assert_eq!(c.ids(&line), expected, "{line}");
        }
    }
}

#[in_both_protocols]
fn a_page_that_was_asked_for_often_follows_a_mark(c: &mut Client) {
    make(c);
    let marked = "ARTICLE.PAGE news 1 BY TIME MARKED bob 1 saved";
    let unmarked = "ARTICLE.GROUPPAGE news g 1 BY TIME UNMARKED bob 1 saved";
    let assert_saved = |c: &mut Client, change: &str, saved: &[i64]| {
        assert!(c.int(&format!("ARTICLE.{change}")) > 0, "{change}");
        let others: Vec<_> = (1..=4).rev().filter(|id| !saved.contains(id)).collect();
        for _ in 0..5 {
            assert_eq!((&c.ids(marked)[..], c.ids(unmarked)), (saved, others.clone()), "{change}");
        }
    };
    assert_saved(c, "MARK news bob saved 4", &[4, 2, 1]);
    assert_saved(c, "UNMARK news bob saved 1", &[4, 2]);
    assert_saved(c, "MARK news bob saved 3", &[4, 3, 2]);
    assert_saved(c, "UNMARK news bob saved ALL", &[]);
    assert_saved(c, "MARK news bob saved 2 3", &[3, 2]);
    assert_saved(c, "FORGET news bob", &[]);
    c.int("ARTICLE.MARK news bob saved 1");
    assert_eq!(c.ids(marked), [1]);
}

#[in_both_protocols]
fn nobody_has_lists_and_a_name_given_again_counts_once(c: &mut Client) {
    c.run_all((1..=5).map(|_| "ARTICLE.POST news alice t l"));
    c.int("ARTICLE.MARK news bob saved 1 2");
    c.int("ARTICLE.MARK news bob read 2 3");
    let often = "saved ".repeat(9_985);
    let many = format!("10000 {often} read {}", names(1..=14).join(" "));
    for line in ["PAGE news 1 BY TIME", "PAGE news 1 BY VOTES"] {
        let mut ids = |filter: &str| {
            let mut ids = c.ids(&format!("ARTICLE.{line} SIZE 1000 {filter}"));
            ids.sort_unstable();
            ids
        };
        let all = ids("");
        assert_eq!(ids("MARKED \"\" 1 saved"), [0_i64; 0]);
        assert_eq!(ids("UNMARKED \"\" 2 saved read"), all);
        for named in ["2 saved read", "3 read saved read", &many] {
            assert_eq!(ids(&format!("MARKED bob {named}")), [1, 2, 3]);
            assert_eq!(ids(&format!("UNMARKED bob {named}")), all[3..]);
        }
    }
    let shown = c.map(&format!("ARTICLE.GET news 2 VIEWER bob MARKS {many}"));
    assert_eq!(*shown.value("marks"), bulks(&["saved", "read"]));
    let seventeen = format!("17 {}", names(1..=17).join(" "));
    for option in ["GET news 1 MARKS", "PAGE news 1 MARKED bob", "COMMENTS news 1 UNMARKED bob"] {
        let line = format!("ARTICLE.{option} {seventeen}");
        c.always_refused(&line, "ERR at most 16 different lists");
    }
}

fn names(numbers: std::ops::RangeInclusive<usize>) -> Vec<String> {
    numbers.map(|number| format!("list{number}")).collect()
}
