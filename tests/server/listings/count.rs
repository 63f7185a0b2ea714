//! ARTICLE.COUNT and ARTICLE.RANK agree with the listings.

use test_support::*;

#[in_both_protocols]
fn it_counts_what_a_listing_has(c: &mut Client) {
    fill_site(c, "news");
    let now = c.now();
    for step in 0..40 {
        let window = format!("SINCE {} UNTIL {}", now - 6000 + step * 150, now - step * 50);
        for (count, page) in [
            ("ARTICLE.COUNT news", "ARTICLE.PAGE news 1"),
            ("ARTICLE.COUNT news of-1", "ARTICLE.GROUPPAGE news of-1 1"),
        ] {
            let listed = c.ids(&format!("{page} SIZE 1000 {window}")).len() as i64;
            assert_eq!(c.int(&format!("{count} {window}")), listed, "{count} {window}");
        }
    }
}

#[in_both_protocols]
fn it_counts_what_passes_the_filters_of_users(c: &mut Client) {
    fill_site(c, "news");
    c.int("ARTICLE.MUTE news reader USER user1 user2");
    c.int("ARTICLE.MUTE news reader GROUP of-3");
    let article = c.ids("ARTICLE.PAGE news 1 BY COMMENTS SIZE 1")[0];
    for filter in ["NOTFROM 2 user0 user3", "UNMUTED reader", "UNMUTED user1", "UNMUTED \"\""] {
        for window in ["", "SINCE -3000", "UNTIL -2000"] {
            for (count, page) in [
                ("ARTICLE.COUNT news", "ARTICLE.PAGE news 1"),
                ("ARTICLE.COUNT news of-1", "ARTICLE.GROUPPAGE news of-1 1"),
                (
                    &format!("ARTICLE.COUNT news BELOW {article}"),
                    &format!("ARTICLE.COMMENTS news 1 BELOW {article}"),
                ),
            ] {
                let listed = c.ids(&format!("{page} SIZE 1000 {filter} {window}")).len() as i64;
                assert_eq!(
                    c.int(&format!("{count} {filter} {window}")),
                    listed,
                    "{count} {filter}"
                );
            }
        }
    }
    assert_eq!(c.int("ARTICLE.COUNT none UNMUTED reader"), 0);
    c.ok("CONFIG SET article.read-limit 3");
    let refused = c.run("ARTICLE.COUNT news UNMUTED reader");
    assert!(is_error(&refused), "{refused:?}");
    c.ok("CONFIG SET article.read-limit 200000");
}

const ORDERS: [&str; 8] =
    ["", "DESC", "ASC", "BY SCORE", "BY SCORE ASC", "BY TIME", "BY TIME DESC", "BY TIME ASC"];

#[in_both_protocols]
fn it_is_the_place_in_the_listing_from_0(c: &mut Client) {
    fill_site(c, "news");
    for order in ORDERS {
        for (page, group) in [
            ("ARTICLE.PAGE news 1", ""),
            ("ARTICLE.GROUPPAGE news of-1 1", "GROUP of-1"),
            ("ARTICLE.GROUPPAGE news nine 1", "GROUP nine"),
            ("ARTICLE.GROUPPAGE news none 1", "GROUP none"),
        ] {
            let listed = c.ids(&format!("{page} SIZE 1000 {order}"));
            for id in 0..=33 {
                let place = listed.iter().position(|listed| *listed == id);
                let expected = place.map_or(Value::Nil, |place| int(place as i64));
                let line = format!("ARTICLE.RANK news {id} {order} {group}");
                assert_eq!(c.run(&line), expected, "{line}");
            }
        }
    }
}
