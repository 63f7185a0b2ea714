//! The entries of articles that moderators changed.

use super::moderate;
use test_support::*;

const FIRST: &str = "id title link poster time closes votes upvotes downvotes score comments \
                     bumped groups";

/// Posts an article with two custom fields, and changes it in every way.
fn changed(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l GROUPS 1 g FIELDS 2 a 1 Z 2");
    c.int("ARTICLE.BOOST news 1 -5");
    for action in ["PIN", "HIDE", "LOCK"] {
        moderate(c, action, &[1]);
    }
}

#[in_both_protocols]
fn they_come_between_the_vote_and_the_custom_fields(c: &mut Client) {
    changed(c);
    for (viewer, vote) in [("", ""), ("VIEWER bob", "vote"), ("VIEWER \"\"", "")] {
        let expected = format!("{FIRST} {vote} boost hidden locked pinned a Z");
        let expected: Vec<_> = expected.split_whitespace().collect();
        let article = c.map(&format!("ARTICLE.GET news 1 {viewer}"));
        assert_eq!(article.names(), expected);
        assert_eq!(article.value("boost"), &int(-5));
        for flag in ["hidden", "locked", "pinned"] {
            assert_eq!(article.value(flag), &int(1));
        }
    }
    // Where they do not apply, they are absent.
    c.int("ARTICLE.BOOST news 1 0");
    moderate(c, "SHOW", &[1]);
    moderate(c, "UNPIN", &[1]);
    let expected = format!("{FIRST} locked a Z");
    let page = c.page("ARTICLE.PAGE news 1");
    assert_eq!(page[0].names(), expected.split(' ').collect::<Vec<_>>());
    assert_eq!(page[0], c.page("ARTICLE.USERPAGE news alice 1")[0]);
    moderate(c, "UNLOCK", &[1]);
    let expected = format!("{FIRST} a Z");
    assert_eq!(c.article("news", 1).names(), expected.split(' ').collect::<Vec<_>>());
}

#[in_both_protocols]
fn return_selects_them_if_the_article_has_them(c: &mut Client) {
    changed(c);
    let names = "pinned Z boost id locked hidden".split(' ').collect::<Vec<_>>();
    let line = format!("ARTICLE.GET news 1 RETURN 6 {}", names.join(" "));
    assert_eq!(c.map(&line).names(), names);
    moderate(c, "SHOW", &[1]);
    moderate(c, "UNPIN", &[1]);
    c.int("ARTICLE.BOOST news 1 0");
    assert_eq!(c.map(&line).names(), ["Z", "id", "locked"]);
    let page = c.page("ARTICLE.PAGE news 1 RETURN 2 hidden locked");
    assert_eq!(page[0].names(), ["locked"]);
    let reply = c.run("ARTICLE.MGET news 1 1 RETURN 2 boost pinned");
    assert_eq!(c.articles(&reply)[0].names(), [""; 0]);
}

#[in_both_protocols]
fn their_names_are_no_names_of_custom_fields(c: &mut Client) {
    changed(c);
    for name in ["boost", "hidden", "locked", "pinned"] {
        for line in [
            format!("ARTICLE.POST news alice t l FIELDS 1 {name} x"),
            format!("ARTICLE.EDIT news 1 FIELDS 1 {name} x"),
            format!("ARTICLE.EDIT news 1 UNSET 1 {name}"),
            format!("ARTICLE.LOAD news ARTICLE 9 a t l TIME 1 CLOSES 2 FIELDS 1 {name} x"),
        ] {
            assert_error_naming(&assert_unchanged(c, "news", |c| c.run(&line)), name);
        }
    }
}
