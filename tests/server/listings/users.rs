//! The filters by user and by article: FROM, NOTFROM, UNVOTED, EXCEPT and HIDDEN.

use test_support::*;

/// Posts six articles of three users. All listings are compared BY TIME.
fn six(c: &mut Client) {
    for (id, poster) in (1..).zip(["ann", "bob", "cleo", "ann", "bob", "cleo"]) {
        c.int(&format!("ARTICLE.POST news {poster} t l TIME {} GROUPS 1 g", 1_000 * id));
    }
}

/// Checks a filter in every order.
#[track_caller]
fn assert_passes(c: &mut Client, filter: &str, expected: &[i64]) {
    for source in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1"] {
        for order in super::NAMES {
            let mut ids = c.ids(&format!("{source} BY {order} {filter}"));
            ids.sort_unstable();
            assert_eq!(ids, expected, "{source} BY {order} {filter}");
        }
        let walked = c.walk(&format!("{source} BY TIME ASC SIZE 2 {filter}"), None).concat();
        assert_eq!(walked, expected, "{source} {filter}");
    }
}

#[in_both_protocols]
fn from_and_notfrom_select_by_poster(c: &mut Client) {
    six(c);
    for (filter, expected) in [
        ("FROM 1 ann", &[1, 4][..]),
        ("FROM 2 bob ann", &[1, 2, 4, 5]),
        ("FROM 3 bob bob nobody", &[2, 5]),
        ("FROM 1 nobody", &[]),
        ("FROM 0", &[]),
        ("NOTFROM 1 ann", &[2, 3, 5, 6]),
        ("NOTFROM 3 bob ann nobody", &[3, 6]),
        ("NOTFROM 0", &[1, 2, 3, 4, 5, 6]),
        ("FROM 2 ann bob NOTFROM 1 bob", &[1, 4]),
        ("FROM 1 ann SINCE 3000", &[4]),
        ("NOTFROM 1 ann MINVOTES 2", &[]),
    ] {
        assert_passes(c, filter, expected);
    }
    assert_eq!(c.ids("ARTICLE.USERPAGE news ann 1 NOTFROM 1 ann"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.USERPAGE news ann 1 FROM 2 ann bob BY TIME"), [4, 1]);
}

#[in_both_protocols]
fn except_leaves_articles_out(c: &mut Client) {
    six(c);
    assert_passes(c, "EXCEPT 3 6 2 6", &[1, 3, 4, 5]);
    assert_passes(c, "EXCEPT 4 0 -1 99 4294967296", &[1, 2, 3, 4, 5, 6]);
    assert_passes(c, "EXCEPT 0", &[1, 2, 3, 4, 5, 6]);
}

#[in_both_protocols]
fn unvoted_leaves_out_what_the_user_has_voted_on_while_that_is_shown(c: &mut Client) {
    c.ok("ARTICLE.CREATE news WINDOW 3000000000 SELFVOTE no");
    six(c);
    c.int("ARTICLE.VOTE news dan 2");
    c.int("ARTICLE.VOTE news dan 3 DOWN");
    c.int("ARTICLE.VOTE news dan 4");
    c.int("ARTICLE.VOTE news dan 4 NONE");
    c.int("ARTICLE.VOTE news eve 5");
    // Voting has closed, and nobody sees the vote.
    c.ok("ARTICLE.LOAD news ARTICLE 7 ann t l TIME 7000 CLOSES 8000 UP 1 dan GROUPS 1 g");
    assert_passes(c, "UNVOTED dan", &[1, 4, 5, 6, 7]);
    assert_passes(c, "UNVOTED eve", &[1, 2, 3, 4, 6, 7]);
    assert_passes(c, "UNVOTED nobody", &[1, 2, 3, 4, 5, 6, 7]);
    // The same query again, after a vote.
    c.int("ARTICLE.VOTE news dan 1");
    assert_passes(c, "UNVOTED dan", &[4, 5, 6, 7]);
    // A locked article shows the vote.
    c.int("ARTICLE.MODERATE news LOCK 1");
    assert_passes(c, "UNVOTED dan", &[4, 5, 6, 7]);
    // Nobody has voted.
    assert_passes(c, "UNVOTED \"\"", &[1, 2, 3, 4, 5, 6, 7]);
}
