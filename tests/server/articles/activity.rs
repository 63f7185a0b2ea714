//! BUMP and the orders of activity: BUMPED, COMMENTS and ACTIVE.

use test_support::*;

/// Posts three articles at 1000, 2000 and 3000 and returns their site.
fn three(c: &mut Client) {
    for time in [1_000, 2_000, 3_000] {
        c.int(&format!("ARTICLE.POST news alice t l TIME {time} GROUPS 1 g"));
    }
}

#[in_both_protocols]
fn a_new_article_has_no_comments_and_was_bumped_by_its_posting(c: &mut Client) {
    three(c);
    let article = c.article("news", 2);
    assert_eq!((article.int("comments"), article.int("bumped")), (0, 2_000));
    assert_eq!(article.names()[9..13], ["score", "comments", "bumped", "groups"]);
}

#[in_both_protocols]
fn a_bump_sets_the_time_and_adds_to_the_comments(c: &mut Client) {
    three(c);
    for (options, comments, bumped) in [
        ("TIME 5000 COMMENTS 2", 2, 5_000),
        ("COMMENTS -1 TIME 4000", 1, 4_000),
        ("time 1000", 1, 1_000),
        ("COMMENTS 4294967294 TIME 1000", 4_294_967_295, 1_000),
        ("COMMENTS -4294967295 TIME 1000", 0, 1_000),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.BUMP news 1 {options}")), comments, "{options}");
        let article = c.article("news", 1);
        assert_eq!((article.int("comments"), article.int("bumped")), (comments, bumped));
        c.check("news");
    }
    let before = c.now();
    c.int("ARTICLE.BUMP news 1");
    let bumped = c.article("news", 1).int("bumped");
    assert!((before..=c.now()).contains(&bumped));
}

#[in_both_protocols]
fn a_bump_that_is_refused_changes_nothing(c: &mut Client) {
    three(c);
    let tomorrow = c.now() + 86_400;
    for (arguments, error) in [
        ("2 TIME 1999".to_owned(), "ERR TIME must not be before the time of the article"),
        (format!("2 TIME {tomorrow}"), "ERR TIME must not be in the future"),
        ("2 TIME 2500 COMMENTS -1".to_owned(), OUT_OF_RANGE),
        ("2 TIME 2500 COMMENTS 4294967296".to_owned(), OUT_OF_RANGE),
        ("2 COMMENTS 9223372036854775807".to_owned(), OUT_OF_RANGE),
    ] {
        c.refused("news", &format!("ARTICLE.BUMP news {arguments}"), error);
    }
}

const OUT_OF_RANGE: &str = "ERR the number of comments must be from 0 to 4294967295";

#[in_both_protocols]
fn an_old_bump_window_is_kept_by_a_site(c: &mut Client) {
    c.ok("ARTICLE.CREATE news BUMPWINDOW 60");
    assert_eq!(c.info("news").int("bump_window"), 60);
    c.ok("ARTICLE.ALTER news BUMPWINDOW 0");
    assert_eq!(c.info("news").int("bump_window"), 0);
}

#[in_both_protocols]
fn activity_is_loaded(c: &mut Client) {
    let load = "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1000 CLOSES 2000";
    c.ok(&format!("{load} COMMENTS 4294967295 BUMPED 5000"));
    let article = c.article("news", 7);
    assert_eq!((article.int("comments"), article.int("bumped")), (4_294_967_295, 5_000));
    let load = load.replace('7', "8");
    let error = "ERR BUMPED must not be before the time of the article";
    assert_error(&c.run(&format!("{load} BUMPED 999")), error);
    assert_eq!(c.info("news").int("last_id"), 7);
}
