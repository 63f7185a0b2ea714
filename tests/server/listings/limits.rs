//! The limits of listings.

use super::eight;
use test_support::*;

/// Returns an option with this number of groups, the first of which is `a`.
fn groups(option: &str, number: i64) -> String {
    let names: Vec<_> = (1..number).map(|n| format!("group-{n}")).collect();
    format!("{option} {number} a {}", names.join(" "))
}

const NUMBER: &str = "ERR numgroups must be an integer from 0 to 10000";

#[in_both_protocols]
fn a_filter_without_groups_has_none_to_match(c: &mut Client) {
    eight(c);
    for order in ["SCORE", "TIME ASC", "VOTES", "GRAVITY"] {
        for page in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news b 1"] {
            let page = format!("{page} BY {order}");
            assert_eq!(c.ids(&format!("{page} ANYOF 0")), [0_i64; 0], "{page}");
            let all = c.ids(&page);
            assert_eq!(c.ids(&format!("{page} ALLOF 0")), all, "{page}");
            assert_eq!(c.ids(&format!("{page} NONEOF 0 ALLOF 0")), all, "{page}");
        }
    }
}

#[in_both_protocols]
fn a_filter_names_at_most_10000_groups(c: &mut Client) {
    eight(c);
    for page in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news b 1"] {
        let of_a = if page.contains("GROUP") { vec![7, 2] } else { vec![7, 1, 4, 2] };
        let others = if page.contains("GROUP") { vec![3, 6] } else { vec![8, 3, 5, 6] };
        assert_eq!(c.ids(&format!("{page} {}", groups("ANYOF", 10_000))), of_a);
        assert_eq!(c.ids(&format!("{page} {}", groups("NONEOF", 10_000))), others);
        assert_eq!(c.ids(&format!("{page} {}", groups("ALLOF", 10_000))), [0_i64; 0]);
        for option in ["ANYOF", "ALLOF", "NONEOF"] {
            assert_error(&c.run(&format!("{page} {}", groups(option, 10_001))), NUMBER);
            // The limit is checked before any name is read.
            assert_error(&c.run(&format!("{page} {option} 10001 a")), NUMBER);
        }
    }
}
