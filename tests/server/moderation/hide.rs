//! HIDE and SHOW.

use super::{assert_listed, moderate};
use crate::listings::{ALL, ORDERS, eight};
use test_support::*;

const HIDDEN_SETS: [&[i64]; 4] = [&[3], &[8, 1], &[2, 4, 6, 7], &ALL];

fn without(ids: &[i64], hidden: &[i64]) -> Vec<i64> {
    ids.iter().copied().filter(|id| !hidden.contains(id)).collect()
}

#[in_both_protocols]
fn hidden_articles_are_in_no_listing_and_come_back_where_they_were(c: &mut Client) {
    eight(c);
    let before = SiteSnapshot::of(c, "news");
    for hidden in HIDDEN_SETS {
        assert_eq!(moderate(c, "HIDE", hidden), hidden.len() as i64);
        for order in &ORDERS {
            assert_listed(c, order, &without(&ALL, hidden));
        }
        c.check("news");
        assert_eq!(moderate(c, "SHOW", hidden), hidden.len() as i64);
        before.assert_same(&SiteSnapshot::of(c, "news"));
    }
}

#[in_both_protocols]
fn a_group_that_lists_no_article_is_absent_until_one_is_shown(c: &mut Client) {
    eight(c);
    let names = |c: &mut Client| c.groups("ARTICLE.GROUPS news");
    let sized = |groups: &[(&str, i64)]| -> Vec<_> {
        groups.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
    };
    let all = sized(&[("a", 4), ("b", 4), ("c", 3), ("d", 1)]);
    assert_eq!(names(c), all);
    moderate(c, "HIDE", &[8, 2]);
    assert_eq!(names(c), sized(&[("a", 3), ("b", 3), ("c", 3)]));
    assert_eq!(c.info("news").int("groups"), 3);
    assert_eq!(c.groups("ARTICLE.GROUPS news LIMIT 2 2"), sized(&[("c", 3)]));
    assert_eq!(c.article("news", 8).groups(), ["d"]);
    moderate(c, "HIDE", &ALL);
    assert_eq!((names(c), c.info("news").int("groups")), (vec![], 0));
    moderate(c, "SHOW", &[8]);
    assert_eq!(names(c), sized(&[("d", 1)]));
    moderate(c, "SHOW", &ALL);
    assert_eq!((names(c), c.info("news").int("groups")), (all, 4));
}

#[in_both_protocols]
fn they_are_still_read_by_id_with_their_votes(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l GROUPS 1 g FIELDS 1 f v");
    c.int("ARTICLE.VOTE news bob 1 DOWN");
    let before = c.map("ARTICLE.GET news 1 VIEWER bob");
    moderate(c, "HIDE", &[1]);
    let hidden = c.map("ARTICLE.GET news 1 VIEWER bob");
    assert_eq!(hidden.value("hidden"), &int(1));
    assert_eq!(hidden.clone().without("hidden"), before);
    let several = c.run("ARTICLE.MGET news 2 1 9 VIEWER bob");
    assert_eq!(c.fields(&items(&several)[0]), hidden);
    assert_eq!(c.run("ARTICLE.VOTES news bob 1"), Value::Array(vec![int(-1)]));
    let voters = c.run("ARTICLE.VOTERS news 1 0");
    assert_eq!(items(&items(&voters)[1]).len(), 4);
    assert_eq!(c.info("news").int("votes"), 2);
    for vote in ["UP", "DOWN", "NONE"] {
        let line = format!("ARTICLE.VOTE news bob 1 {vote}");
        c.refused("news", &line, HIDDEN);
    }
    moderate(c, "SHOW", &[1]);
    assert_eq!(c.map("ARTICLE.GET news 1 VIEWER bob"), before);
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 NONE"), int(1));
}
