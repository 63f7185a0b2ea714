//! Deleted articles and comments, and their places.

use super::{make, since, version};
use test_support::changes::{Changes, SiteCopy};
use test_support::*;

/// The number of deletions that a site remembers.
const REMEMBERED: i64 = 100_000;

#[in_both_protocols]
fn what_was_posted_and_deleted_between_two_calls_is_deleted(c: &mut Client) {
    make(c);
    let first = version(c);
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 7);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 7 text"), 8);
    assert_eq!(c.int("ARTICLE.DEL news 7 8"), 2);
    assert_eq!(since(c, &first), (vec![], vec![7, 8]));
}

#[in_both_protocols]
fn the_beginning_knows_nothing_of_deletions(c: &mut Client) {
    make(c);
    assert_eq!(c.int("ARTICLE.DEL news 2 5"), 2);
    assert_eq!(since(c, "0"), (vec![1, 3, 4, 6], vec![]));
    // What is deleted after the first call, is.
    let part = Changes::get(c, "news 0 COUNT 1");
    assert_eq!(part.ids(), (vec![1], vec![]));
    assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
    assert_eq!(c.int("ARTICLE.DEL news 4 6"), 2);
    assert_eq!(since(c, &part.version), (vec![3], vec![1, 4, 6]));
}

#[in_both_protocols]
fn the_place_of_a_deleted_comment_is_deleted(c: &mut Client) {
    make(c);
    let mut copy = SiteCopy::new("news");
    copy.catch_up(c, 100);
    // Comment 4 keeps a place for comment 3, which goes with it without another word.
    for (line, expected) in [
        ("ARTICLE.DEL news 3", (vec![1], vec![3])),
        ("ARTICLE.VOTE news bob 4", (vec![4], vec![])),
        ("ARTICLE.DEL news 4", (vec![1], vec![4])),
    ] {
        c.int(line);
        assert_eq!(copy.step(c, 100).expect("changes").ids(), expected, "{line}");
        copy.assert_same(c);
    }
    c.check("news");
}

#[in_both_protocols]
fn deletions_come_in_parts(c: &mut Client) {
    c.run_all(vec!["ARTICLE.POST news alice t l".to_owned(); 250]);
    let mut copy = SiteCopy::new("news");
    copy.catch_up(c, 1000);
    for id in 1..=230 {
        c.int(&format!("ARTICLE.DEL news {id}"));
    }
    let mut numbers = Vec::new();
    while copy.version != version(c) {
        numbers.push(copy.step(c, 50).expect("changes").deleted.len());
    }
    assert_eq!(numbers, [50, 50, 50, 50, 30]);
    copy.assert_same(c);
}

#[test]
fn a_follower_who_missed_too_many_deletions_starts_again() {
    let server = with_module().start();
    let mut c = server.resp3();
    let number = REMEMBERED + 10;
    // Faster than a pipeline.
    let script = "for id = 1, ARGV[1] do redis.call('ARTICLE.LOAD', KEYS[1], 'ARTICLE', id, \
                  'a', 't', 'l', 'TIME', 1, 'CLOSES', 2) end";
    c.call("EVAL", (script, 1, "news", number));
    let versions = [version(&mut c), {
        c.int("ARTICLE.DEL news 1");
        version(&mut c)
    }];
    let ids: Vec<_> = (2..=REMEMBERED + 1).map(|id| id.to_string()).collect();
    let lines: Vec<_> =
        ids.chunks(1000).map(|ids| format!("ARTICLE.DEL news {}", ids.join(" "))).collect();
    c.run_all(&lines);
    assert_error(&c.run(&format!("ARTICLE.CHANGES news {}", versions[0])), RESYNC);
    let mut copy = SiteCopy::new("news");
    copy.version.clone_from(&versions[1]);
    let changes = copy.step(&mut c, 1000).expect("changes");
    assert_eq!(changes.ids(), (vec![], (2..=1001).collect()));
    assert_eq!(copy.catch_up(&mut c, 1000), 100);
    // From the beginning, there is nothing but what is left.
    let mut copy = SiteCopy::new("news");
    assert_eq!(copy.catch_up(&mut c, 1000), 2);
    copy.assert_same(&mut c);
    assert_eq!(copy.items.len(), 9);
    // One more, and the second has missed it, too.
    c.int(&format!("ARTICLE.DEL news {number}"));
    assert_error(&c.run(&format!("ARTICLE.CHANGES news {}", versions[1])), RESYNC);
    assert_eq!(copy.step(&mut c, 10).expect("changes").ids(), (vec![], vec![number]));
}
