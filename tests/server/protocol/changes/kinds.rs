//! Which articles and comments a command changes.

use std::collections::BTreeMap;

use super::{make, since, version};
use test_support::changes::all_items;
use test_support::*;

const KINDS: &str = include_str!("kinds.txt");

/// Returns lines that change the site of [`make`] one after the other, each with what it changes
/// and what it deletes.
pub fn changes() -> impl Iterator<Item = (&'static str, Vec<i64>, Vec<i64>)> {
    marked(KINDS, "+").into_iter().map(|line| {
        let (line, all) = line.split_once(" -> ").expect("what it changes");
        let (changed, deleted) = all.split_once(';').expect("what it deletes");
        (line, ids_of(changed), ids_of(deleted))
    })
}

/// Returns lines that change no entry of an article or comment.
pub fn no_changes() -> Vec<&'static str> {
    marked(KINDS, "-")
}

/// Returns the ids of what differs, and of what is gone.
fn difference(
    before: &BTreeMap<i64, Fields>,
    after: &BTreeMap<i64, Fields>,
) -> (Vec<i64>, Vec<i64>) {
    let changed = after.iter().filter(|(id, item)| before.get(id) != Some(item));
    let deleted = before.keys().filter(|id| !after.contains_key(id));
    (changed.map(|(id, _)| *id).collect(), deleted.copied().collect())
}

#[in_both_protocols]
fn every_change_of_an_entry_is_a_change(c: &mut Client) {
    make(c);
    let mut versions = Vec::new();
    let mut before = all_items(c, "news");
    for (line, changed, deleted) in changes() {
        let first = version(c);
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
        let after = all_items(c, "news");
        let expected = (changed, deleted);
        assert_eq!(difference(&before, &after), expected, "{line}");
        assert_eq!(since(c, &first), expected, "{line}");
        versions.push((first, before));
        before = after;
    }
    // Followers who were away get what has changed meanwhile, as it is now.
    for (first, then) in versions {
        let (changed, deleted) = since(c, &first);
        let (must_be_changed, must_be_deleted) = difference(&then, &before);
        assert!(must_be_changed.iter().all(|id| changed.contains(id)));
        assert!(must_be_deleted.iter().all(|id| deleted.contains(id)));
        assert!(changed.iter().all(|id| before.contains_key(id)));
        assert!(deleted.iter().all(|id| !before.contains_key(id)));
    }
    c.check("news");
}

#[in_both_protocols]
fn nothing_else_is_a_change(c: &mut Client) {
    make(c);
    let (first, before) = (version(c), all_items(c, "news"));
    for line in no_changes() {
        c.run(line);
        assert_eq!(since(c, &first), (vec![], vec![]), "{line}");
    }
    assert_eq!(all_items(c, "news"), before);
    c.int("ARTICLE.BOOST news 2 5");
    assert_eq!(since(c, &first), (vec![2], vec![]));
}

#[test]
fn vote_records_are_freed_without_a_change() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 1000");
        c.run_all(vec!["ARTICLE.POST news alice t l".to_owned(); 10]);
        c.run("ARTICLE.COMMENT news alice 1 text");
        let first = version(c);
        clock.pass(c, 2000);
        assert_eq!(c.info("news").int("votes"), 11);
        assert_eq!(c.int("ARTICLE.POST news alice t l"), 12);
        assert_eq!(c.info("news").int("votes"), 1);
        assert_eq!(since(c, &first), (vec![12], vec![]));
        // UNVOTE frees those of what the user voted on as well.
        let first = version(c);
        clock.pass(c, 2000);
        c.run("ARTICLE.UNVOTE news bob 0");
        assert_eq!(c.info("news").int("votes"), 1);
        c.run("ARTICLE.UNVOTE news alice 0");
        assert_eq!(c.info("news").int("votes"), 0);
        assert_eq!(since(c, &first), (vec![], vec![]));
    });
}

#[in_both_protocols]
fn a_post_that_becomes_a_vote_changes_the_first_article(c: &mut Client) {
    c.ok("ARTICLE.CREATE news DEDUPE 1000");
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
    let first = version(c);
    assert_eq!(c.int("ARTICLE.POST news bob t l"), 1);
    assert_eq!(since(c, &first), (vec![1], vec![]));
    let first = version(c);
    assert_eq!(c.int("ARTICLE.POST news bob t l"), 1);
    assert_eq!(since(c, &first), (vec![], vec![]));
}

#[in_both_protocols]
fn kept_votes_that_are_dropped_in_the_background_are_no_changes(c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    for (id, closes) in [(1, 2000), (2, 2000), (3, 3_000_000_000_i64)] {
        let options = format!("TIME 1000 CLOSES {closes} UP 2 alice bob");
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} alice t l {options}"));
    }
    // A post frees the records of what has closed.
    c.int("ARTICLE.POST news eve t l");
    c.int("ARTICLE.DEL news 4");
    c.ok("ARTICLE.ALTER news KEEPVOTES no");
    let version = c.info("news").text("version");
    for _ in 0..3 {
        c.int("ARTICLE.VOTE news dave 3");
        c.int("ARTICLE.VOTE news dave 3 NONE");
    }
    let reply = c.run(&format!("ARTICLE.CHANGES news {version} RETURN 1 id"));
    let ids: Vec<_> = c.articles(&items(&reply)[1]).iter().map(|map| map.int("id")).collect();
    assert_eq!(ids, [3]);
    c.check("news");
}
