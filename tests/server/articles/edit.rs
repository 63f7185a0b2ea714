//! ARTICLE.EDIT: title, link and custom fields, and nothing else of an article.

use test_support::*;

/// Returns the custom fields of article 1 in their order.
fn fields(c: &mut Client) -> Vec<(String, String)> {
    let article = c.article("news", 1);
    let names = article.names().split_off(13);
    names.into_iter().map(|name| (name.clone(), article.text(&name))).collect()
}

fn named(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(owned).collect()
}

#[in_both_protocols]
fn title_and_link_are_replaced(c: &mut Client) {
    c.int("ARTICLE.POST news alice old old-link");
    c.ok("ARTICLE.EDIT news 1 TITLE new");
    let article = c.article("news", 1);
    assert_eq!((article.text("title"), article.text("link")), ("new".into(), "old-link".into()));
    c.ok("ARTICLE.EDIT news 1 LINK new-link");
    assert_eq!(c.article("news", 1).text("link"), "new-link");
    c.ok("ARTICLE.EDIT news 1 LINK \"\" TITLE newest");
    let article = c.article("news", 1);
    assert_eq!((article.text("title"), article.text("link")), ("newest".into(), "".into()));
}

#[in_both_protocols]
fn nothing_but_what_is_edited_changes(c: &mut Client) {
    fill_site(c, "news");
    let before = c.page("ARTICLE.PAGE news 1 SIZE 1000 VIEWER bob");
    c.ok("ARTICLE.EDIT news 9 TITLE other");
    let after = c.page("ARTICLE.PAGE news 1 SIZE 1000 VIEWER bob");
    for (before, after) in before.into_iter().zip(after) {
        assert_eq!(before.int("id"), after.int("id"));
        if before.int("id") == 9 {
            assert_eq!(after.text("title"), "other");
            assert_eq!(before.without("title"), after.without("title"));
        } else {
            assert_eq!(before, after);
        }
    }
}

#[in_both_protocols]
fn a_new_field_comes_last_and_one_set_again_keeps_its_position(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l FIELDS 2 z 1 y 2");
    c.ok("ARTICLE.EDIT news 1 FIELDS 1 x 3");
    assert_eq!(fields(c), named(&[("z", "1"), ("y", "2"), ("x", "3")]));
    c.ok("ARTICLE.EDIT news 1 FIELDS 3 y 4 a 5 z 6");
    assert_eq!(fields(c), named(&[("z", "6"), ("y", "4"), ("x", "3"), ("a", "5")]));
    c.ok("ARTICLE.EDIT news 1 FIELDS 3 y 7 y 8 y 9");
    assert_eq!(fields(c), named(&[("z", "6"), ("y", "9"), ("x", "3"), ("a", "5")]));
}

#[in_both_protocols]
fn unset_removes_fields_and_ignores_missing_ones(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l FIELDS 3 z 1 y 2 x 3");
    c.ok("ARTICLE.EDIT news 1 UNSET 2 y none");
    assert_eq!(fields(c), named(&[("z", "1"), ("x", "3")]));
    c.ok("ARTICLE.EDIT news 1 UNSET 1 none");
    assert_eq!(fields(c), named(&[("z", "1"), ("x", "3")]));
    c.ok("ARTICLE.EDIT news 1 UNSET 3 x z x");
    assert_eq!(fields(c), []);
    c.ok("ARTICLE.EDIT news 1 FIELDS 2 x 4 z 5");
    assert_eq!(fields(c), named(&[("x", "4"), ("z", "5")]));
}

#[in_both_protocols]
fn unset_is_applied_before_fields_in_any_order(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l FIELDS 2 a 1 b 2");
    c.ok("ARTICLE.EDIT news 1 FIELDS 1 a 3 UNSET 1 a");
    assert_eq!(fields(c), named(&[("b", "2"), ("a", "3")]));
    c.ok("ARTICLE.EDIT news 1 UNSET 1 b FIELDS 1 b 4");
    assert_eq!(fields(c), named(&[("a", "3"), ("b", "4")]));
}
