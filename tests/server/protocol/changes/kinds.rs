//! Which articles and comments a command changes.

use std::collections::BTreeMap;

use super::{make, since, version};
use test_support::changes::all_items;
use test_support::*;

/// Lines that change the site of [`make`] one after the other, each with what it changes and what
/// it deletes.
pub const CHANGES: [(&str, &[i64], &[i64]); 64] = [
    ("VOTE news eve 1", &[1], &[]),
    ("VOTE news eve 1 DOWN", &[1], &[]),
    ("VOTE news eve 1 DOWN SILENT", &[1], &[]),
    ("VOTE news eve 1 DOWN", &[1], &[]),
    ("VOTE news eve 1 NONE", &[1], &[]),
    ("VOTE news eve 4", &[4], &[]),
    ("VOTE news alice 1 NONE", &[1], &[]),
    ("EDIT news 1 TITLE other", &[1], &[]),
    ("EDIT news 1 LINK other", &[1], &[]),
    ("EDIT news 4 TEXT other", &[4], &[]),
    ("EDIT news 1 FIELDS 1 f w", &[1], &[]),
    ("EDIT news 1 UNSET 1 f", &[1], &[]),
    ("EDIT news 5 FIELDS 1 f v", &[5], &[]),
    ("BOOST news 2 60", &[2], &[]),
    ("BOOST news 5 60 INCR", &[5], &[]),
    ("BOOST news 6 60", &[6], &[]),
    ("MODERATE news HIDE 2", &[2], &[]),
    ("MODERATE news SHOW 2", &[2], &[]),
    ("MODERATE news LOCK 1 2 4", &[1, 2, 4], &[]),
    ("MODERATE news UNLOCK 1 2 4 5", &[1, 2, 4], &[]),
    ("MODERATE news PIN 1 5 6 99", &[1, 5, 6], &[]),
    ("MODERATE news UNPIN 1 5 6", &[1, 5, 6], &[]),
    // Everything above counts the comments that are listed.
    ("MODERATE news HIDE 4", &[1, 3, 4], &[]),
    ("MODERATE news HIDE 3", &[1, 3], &[]),
    ("MODERATE news SHOW 4", &[1, 3, 4], &[]),
    ("MODERATE news SHOW 3", &[1, 3], &[]),
    ("GROUPADD news 1 g h i", &[1], &[]),
    ("GROUPADD news 2 g", &[2], &[]),
    ("GROUPREM news 1 g x", &[1], &[]),
    ("BUMP news 2 COMMENTS 3", &[2], &[]),
    ("BUMP news 6 TIME 2000", &[6], &[]),
    ("INCRBY news 1 n 5", &[1], &[]),
    ("INCRBY news 4 n 0", &[4], &[]),
    ("POST news alice t l", &[7], &[]),
    ("COMMENT news fay 7 text", &[7, 8], &[]),
    ("COMMENT news fay 4 text", &[1, 3, 4, 9], &[]),
    ("COMMENT news fay 9 text TIME 1500", &[1, 3, 4, 9, 10], &[]),
    ("TRANSFER news carol dan", &[3, 4], &[]),
    ("VOTE news gus 2", &[2], &[]),
    ("VOTE news gus 3 DOWN", &[3], &[]),
    ("VOTE news gus 5", &[5], &[]),
    ("SILENCE news gus YES 0 COUNT 1", &[2], &[]),
    ("SILENCE news gus YES 3", &[3, 5], &[]),
    ("SILENCE news gus NO 0", &[2, 3, 5], &[]),
    ("UNVOTE news gus 0 COUNT 2", &[2, 3], &[]),
    ("UNVOTE news gus 5", &[5], &[]),
    // Article 1, comment 10 and article 6 have no votes or have closed.
    ("ALTER news VOTESCORE 5", &[2, 3, 4, 5, 7, 8, 9], &[]),
    ("ALTER news FORMULA log", &[2, 3, 4, 5, 7, 8, 9], &[]),
    ("ALTER news FORMULA linear VOTESCORE 432", &[2, 3, 4, 5, 7, 8, 9], &[]),
    ("LOAD news ARTICLE 20 ann t l TIME 1000 CLOSES 3000000000 UP 1 ann", &[20], &[]),
    ("LOAD news VOTERS 20 UP 2 bob eve DOWN 1 fay", &[20], &[]),
    ("LOAD news VOTERS 20 SILENTUP 1 gus SCORE 77", &[20], &[]),
    ("LOAD news COMMENT 21 bob 20 text TIME 1000 CLOSES 2000", &[21], &[]),
    ("LOAD news COMMENT 22 bob 21 text TIME 1000 CLOSES 2000", &[21, 22], &[]),
    ("LOAD news PLACE 23 21 TIME 1000", &[], &[]),
    ("LOAD news COMMENT 24 bob 23 text TIME 1000 CLOSES 2000", &[21, 24], &[]),
    ("DEL news 6", &[], &[6]),
    // Deletions change the count of everything above, as far as it exists.
    ("DEL news 10", &[1, 3, 4, 9], &[10]),
    ("DEL news 4", &[1, 3], &[4]),
    ("VOTE news ann 9", &[9], &[]),
    ("COMMENT news ann 9 text", &[1, 3, 9, 25], &[]),
    ("DEL news 1", &[], &[1]),
    ("DEL news 25 9", &[3], &[9, 25]),
    ("DEL news 3 3 7 99", &[], &[3, 7]),
];

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
    for (line, changed, deleted) in CHANGES {
        let first = version(c);
        let reply = c.run(&format!("ARTICLE.{line}"));
        assert!(!is_error(&reply), "{line}: {reply:?}");
        let after = all_items(c, "news");
        let expected = (changed.to_vec(), deleted.to_vec());
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

/// Lines that change no entry of an article or comment.
pub const NO_CHANGES: [&str; 51] = [
    "ARTICLE.VOTE news alice 1",
    "ARTICLE.VOTE news bob 1 NONE",
    "ARTICLE.VOTE news bob 1 SILENT",
    "ARTICLE.VOTE news bob 1 DOWN SILENT",
    "ARTICLE.VOTE news bob 1 NONE",
    "ARTICLE.VOTE news bob 4 SILENT",
    "ARTICLE.VOTE news bob 6",
    "ARTICLE.VOTE news bob 99",
    "ARTICLE.UNVOTE news nobody 0",
    "ARTICLE.SILENCE news nobody YES 0",
    "ARTICLE.SILENCE news nobody NO 0",
    "ARTICLE.UNVOTE news bob 3",
    "ARTICLE.EDIT news 1 TITLE t LINK l FIELDS 1 f v UNSET 1 x",
    "ARTICLE.EDIT news 1 FIELDS 2 f w f v",
    "ARTICLE.EDIT news 4 TEXT text",
    "ARTICLE.EDIT news 4 TITLE text",
    "ARTICLE.BOOST news 1 0",
    "ARTICLE.BOOST news 1 0 INCR",
    "ARTICLE.MODERATE news SHOW 1 2 3 4 99",
    "ARTICLE.MODERATE news UNPIN 1",
    "ARTICLE.GROUPADD news 1 g",
    "ARTICLE.GROUPREM news 1 x",
    "ARTICLE.BUMP news 2 TIME 3000000000",
    "ARTICLE.BUMP news 2 TIME 1",
    "ARTICLE.INCRBY news 1 f 1",
    "ARTICLE.TRANSFER news alice alice",
    "ARTICLE.TRANSFER news nobody alice",
    "ARTICLE.COMMENT news bob 99 text",
    "ARTICLE.DEL news 99",
    "ARTICLE.ALTER news PAGESIZE 7",
    "ARTICLE.ALTER news WINDOW 7 SELFVOTE no DOWNVOTES no DEDUPE 7 BUMPWINDOW 7",
    "ARTICLE.LOAD news LASTID 50",
    "ARTICLE.LOAD news PLACE 51 0 TIME 1000",
    "ARTICLE.LOAD news VOTERS 2 SILENTUP 1 eve",
    "ARTICLE.LOAD news VOTERS 2 UP 1 bob",
    "ARTICLE.SEEN news alice 4",
    "ARTICLE.SEEN news nobody 3",
    "ARTICLE.LOAD news SEEN alice 5",
    "ARTICLE.MARK news alice saved 1 4",
    "ARTICLE.UNMARK news alice saved 1",
    "ARTICLE.FORGET news alice",
    "ARTICLE.MGET news 2 1 2 VIEWER bob",
    "ARTICLE.PAGE news 1 VIEWER bob",
    "ARTICLE.DEBUG CHECK news",
    "ARTICLE.CREATE news",
    "EXPIRE news 1000",
    "PERSIST news",
    "DUMP news",
    "COPY news other",
    "DEL other",
    "PUBLISH news news",
];

#[in_both_protocols]
fn nothing_else_is_a_change(c: &mut Client) {
    make(c);
    let (first, before) = (version(c), all_items(c, "news"));
    for line in NO_CHANGES {
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
