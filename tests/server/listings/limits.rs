//! The limits of listings.

use super::{ALL, eight};
use test_support::*;

/// Returns an option with this number of groups, the first of which is `a`.
fn groups(option: &str, number: i64) -> String {
    let names: Vec<_> = (1..number).map(|n| format!("group-{n}")).collect();
    format!("{option} {number} a {}", names.join(" "))
}

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
fn a_filter_names_at_most_10000_of_anything(c: &mut Client) {
    eight(c);
    let list =
        |option: &str, item: &str| format!("{option} 10000{}", format!(" {item}").repeat(10_000));
    for (filter, of_site, of_group) in [
        (groups("ANYOF", 10_000), &[1, 2, 4, 7][..], &[2, 7][..]),
        (groups("NONEOF", 10_000), &[3, 5, 6, 8], &[3, 6]),
        (groups("ALLOF", 10_000), &[], &[]),
        (list("FROM", "alice"), &ALL, &[2, 3, 6, 7]),
        (list("NOTFROM", "alice"), &[], &[]),
        (list("EXCEPT", "3"), &[1, 2, 4, 5, 6, 7, 8], &[2, 6, 7]),
    ] {
        for (page, ids) in
            [("ARTICLE.PAGE news 1", of_site), ("ARTICLE.GROUPPAGE news b 1", of_group)]
        {
            assert_eq!(c.ids(&format!("{page} BY TIME ASC {filter}")), ids, "{filter:.20}");
        }
    }
}
