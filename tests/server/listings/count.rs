//! ARTICLE.COUNT: the articles of a site or a group, within a window of time.

use test_support::*;

/// Posts articles at 1000, 2000, 2000 and 3000, two of them in the group `g`.
fn four(c: &mut Client) {
    for (time, groups) in [(1000, "GROUPS 1 g"), (2000, ""), (2000, "GROUPS 1 g"), (3000, "")] {
        c.int(&format!("ARTICLE.POST news alice t l TIME {time} {groups}"));
    }
}

#[in_both_protocols]
fn a_window_includes_its_beginning_and_not_its_end(c: &mut Client) {
    four(c);
    for (window, all, of_group) in [
        ("", 4, 2),
        ("SINCE 0", 4, 2),
        ("SINCE 1000", 4, 2),
        ("SINCE 1001", 3, 1),
        ("SINCE 2000", 3, 1),
        ("SINCE 2001", 1, 0),
        ("SINCE 3001", 0, 0),
        ("UNTIL 1000", 0, 0),
        ("UNTIL 1001", 1, 1),
        ("UNTIL 2000", 1, 1),
        ("UNTIL 2001", 3, 2),
        ("UNTIL 3001", 4, 2),
        ("SINCE 1001 UNTIL 3000", 2, 1),
        ("UNTIL 3000 SINCE 2000", 2, 1),
        ("SINCE 2000 UNTIL 2000", 0, 0),
        ("SINCE 3000 UNTIL 1000", 0, 0),
        ("SINCE -1", 0, 0),
        ("UNTIL -1", 4, 2),
        ("SINCE 9223372036854775807", 0, 0),
        ("UNTIL 9223372036854775807", 4, 2),
        ("SINCE -9223372036854775808", 4, 2),
        ("UNTIL -9223372036854775808", 0, 0),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.COUNT news {window}")), all, "{window}");
        assert_eq!(c.int(&format!("ARTICLE.COUNT news g {window}")), of_group, "{window}");
        assert_eq!(c.int(&format!("ARTICLE.COUNT news none {window}")), 0, "{window}");
    }
}

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
fn words_that_are_no_options_begin_with_a_group(c: &mut Client) {
    four(c);
    c.int("ARTICLE.GROUPADD news 4 FORMAT NOTFROM");
    assert_eq!(c.int("ARTICLE.COUNT news FORMAT"), 1);
    assert_eq!(c.run("ARTICLE.COUNT news FORMAT JSON"), bulk("4"));
    assert_eq!(c.run("ARTICLE.COUNT news FORMAT FORMAT JSON"), bulk("1"));
    assert_eq!(c.int("ARTICLE.COUNT news NOTFROM 1 alice"), 0);
    assert_eq!(c.int("ARTICLE.COUNT news NOTFROM NOTFROM 0"), 1);
    c.int("ARTICLE.GROUPADD news 4 SINCE UNTIL 5");
    assert_eq!(c.int("ARTICLE.COUNT news SINCE"), 1);
    assert_eq!(c.int("ARTICLE.COUNT news UNTIL SINCE 3000"), 1);
    assert_eq!(c.int("ARTICLE.COUNT news UNTIL UNTIL 3000"), 0);
    assert_eq!(c.int("ARTICLE.COUNT news 5 since 0 until 9000"), 1);
    assert_eq!(c.int("ARTICLE.COUNT news since 2500"), 1);
}

#[in_both_protocols]
fn anything_else_is_an_error(c: &mut Client) {
    for (arguments, error) in [
        ("g h", "ERR unknown option at argument 3"),
        ("g SINCE", "ERR SINCE needs a value"),
        ("SINCE 5 UNTIL", "ERR UNTIL needs a value"),
        ("SINCE x", "ERR SINCE must be an integer"),
        ("g SINCE 5 g", "ERR unknown option at argument 5"),
        ("NOTFROM 2 alice", "ERR numusers does not match the number of arguments"),
        ("g MINVOTES 5", "ERR unknown option at argument 3"),
        ("g SINCE 5 SINCE 5", "ERR SINCE is given twice"),
        ("g UNTIL 1.5", "ERR UNTIL must be an integer"),
    ] {
        c.always_refused(&format!("ARTICLE.COUNT news {arguments}"), error);
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
