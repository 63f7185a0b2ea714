//! HIDE and SHOW.

use super::{assert_listed, moderate};
use crate::listings::{ALL, GROUPS, ORDERS, START, eight, sequence};
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
fn the_cursor_of_an_article_that_was_hidden_since_still_works(c: &mut Client) {
    for pin in [false, true] {
        c.run("DEL news");
        eight(c);
        if pin {
            moderate(c, "PIN", &ALL);
        }
        let (ids, cursor) = c.ids_and_cursor("ARTICLE.PAGE news 1 SIZE 3");
        assert_eq!(ids, [8, 3, 7]);
        moderate(c, "HIDE", &[7, 1]);
        let line = format!("ARTICLE.PAGE news 1 AFTER {}", cursor.expect("a cursor"));
        assert_eq!(c.ids(&line), [5, 4, 6, 2]);
        moderate(c, "SHOW", &[7, 1]);
        assert_eq!(c.ids(&line), [1, 5, 4, 6, 2]);
    }
}

#[in_both_protocols]
fn counts_and_ranks_are_of_listed_articles(c: &mut Client) {
    eight(c);
    for hidden in HIDDEN_SETS {
        moderate(c, "HIDE", hidden);
        let listed = without(&ALL, hidden);
        assert_eq!(c.int("ARTICLE.COUNT news"), listed.len() as i64);
        let window = format!("SINCE {} UNTIL {}", START + 1_000, START + 6_000);
        let within = without(&[2, 3, 4, 5, 6], hidden).len() as i64;
        assert_eq!(c.int(&format!("ARTICLE.COUNT news {window}")), within);
        for (group, ids) in GROUPS {
            let count = without(ids, hidden).len() as i64;
            assert_eq!(c.int(&format!("ARTICLE.COUNT news {group}")), count, "{group}");
        }
        for order in ORDERS.iter().take(4) {
            let sequence = sequence(order, &listed);
            for id in ALL {
                let rank = sequence.iter().position(|listed| *listed == id);
                let rank = rank.map_or(Value::Nil, |rank| int(rank as i64));
                let line = format!("ARTICLE.RANK news {id} {}", order.0);
                assert_eq!(c.run(&line), rank, "{line}");
            }
        }
        let info = c.info("news");
        assert_eq!((info.int("articles"), info.int("hidden")), (8, hidden.len() as i64));
        moderate(c, "SHOW", hidden);
    }
    assert_eq!(c.info("news").int("hidden"), 0);
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
fn groups_can_be_joined_and_left_meanwhile(c: &mut Client) {
    eight(c);
    moderate(c, "HIDE", &[1, 7]);
    assert_eq!(c.run("ARTICLE.GROUPADD news 1 a new b"), int(2));
    assert_eq!(c.run("ARTICLE.GROUPREM news 7 a d"), int(1));
    assert_eq!(c.run("ARTICLE.GROUPREM news 1 a"), int(1));
    assert_eq!(c.article("news", 1).groups(), ["b", "new"]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news new 1"), [0_i64; 0]);
    assert_eq!(c.groups("ARTICLE.GROUPS news").len(), 4);
    moderate(c, "SHOW", &[1, 7]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news new 1"), [1]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news b 1"), [3, 7, 1, 6, 2]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news a 1"), [4, 2]);
    // A group that is left while nothing of it is listed is gone.
    moderate(c, "HIDE", &[1]);
    assert_eq!(c.run("ARTICLE.GROUPREM news 1 new"), int(1));
    moderate(c, "SHOW", &[1]);
    assert_eq!(c.int("ARTICLE.COUNT news new"), 0);
    c.check("news");
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

#[in_both_protocols]
fn they_can_be_edited_and_deleted(c: &mut Client) {
    eight(c);
    moderate(c, "HIDE", &[1, 2, 8]);
    c.ok("ARTICLE.EDIT news 1 TITLE new FIELDS 1 f v");
    assert_eq!(c.run("ARTICLE.DEL news 2 8"), int(2));
    let info = c.info("news");
    assert_eq!((info.int("articles"), info.int("hidden")), (6, 1));
    assert_eq!(moderate(c, "SHOW", &ALL), 1);
    let page = c.page("ARTICLE.PAGE news 1 RETURN 3 id title f");
    assert_eq!(
        (page.len(), page[2].text("title"), page[2].text("f")),
        (6, "new".into(), "v".into())
    );
    assert_eq!(c.int("ARTICLE.COUNT news d"), 0);
    c.check("news");
}
