//! Copies of whole sites, in steps of every size.

use super::make;
use test_support::changes::{Changes, SiteCopy};
use test_support::*;

#[test]
fn a_copy_from_the_beginning_equals_the_site() {
    let server = with_module().start();
    fill_site(&mut server.resp2(), "news");
    for mut c in [server.resp2(), server.resp3()] {
        let c = &mut c;
        c.run("ARTICLE.COMMENT news ann 1 text FIELDS 1 f v");
        let number = changes::all_items(c, "news").len();
        let last = c.info("news").text("version");
        for count in [1, 7, 100, 1000] {
            let mut copy = SiteCopy::new("news");
            // The last call returns nothing.
            assert_eq!(copy.catch_up(c, count), number.div_ceil(count) + 1, "COUNT {count}");
            copy.assert_same(c);
            assert_eq!(copy.version, last);
        }
    }
}

#[in_both_protocols]
fn hidden_locked_and_closed_articles_and_comments_are_copied(c: &mut Client) {
    make(c);
    assert_eq!(c.int("ARTICLE.MODERATE news HIDE 2 3"), 2);
    assert_eq!(c.int("ARTICLE.MODERATE news LOCK 1 4"), 2);
    let mut copy = SiteCopy::new("news");
    copy.catch_up(c, 4);
    assert_eq!(copy.items.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(copy.items[&3].int("hidden"), 1);
    assert_eq!(copy.items[&4].int("parent"), 3);
    copy.assert_same(c);
    c.check("news");
}

#[in_both_protocols]
fn a_copy_that_is_made_while_the_site_changes_equals_it_in_the_end(c: &mut Client) {
    let post = "ARTICLE.POST news alice t l".to_owned();
    c.run_all(vec![post.clone(); 200]);
    let mut copy = SiteCopy::new("news");
    let mut applied = 0;
    for number in 0..50 {
        let changes = copy.step(c, 7).expect("changes");
        applied += changes.items.len();
        c.int(&format!("ARTICLE.VOTE news bob {}", 1 + number * 4));
        c.run(&post);
        c.int(&format!("ARTICLE.DEL news {}", 2 + number * 4));
    }
    copy.catch_up(c, 7);
    copy.assert_same(c);
    assert!(applied >= 200);
}

/// Everybody else gets a turn while some articles change before every call.
#[in_both_protocols]
fn what_changes_all_the_time_holds_nothing_up(c: &mut Client) {
    c.run_all(vec!["ARTICLE.POST news alice t l".to_owned(); 50]);
    let mut copy = SiteCopy::new("news");
    copy.catch_up(c, 1000);
    let votes: Vec<_> = (1..=50).map(|id| format!("ARTICLE.VOTE news bob {id}")).collect();
    c.run_all(&votes);
    let (mut seen, mut number) = (Vec::new(), 0);
    while seen.len() < 50 {
        for id in [1, 2, 50] {
            c.int(&format!("ARTICLE.BOOST news {id} 1 INCR"));
        }
        let Changes { items, .. } = copy.step(c, 1).expect("a change");
        seen.extend(items.iter().map(|item| item.int("id")));
        seen.sort_unstable();
        seen.dedup();
        number += 1;
        assert!(number < 200, "only {seen:?}");
    }
    copy.catch_up(c, 1);
    copy.assert_same(c);
}
