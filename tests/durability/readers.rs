//! Up to where users have seen answers, and their lists, arrive on replicas, in append-only
//! files of each kind and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::{Site, digest, other_replica, setup};

pub const SEEN: Site = Site { make, lines: include_str!("everywhere/seen.txt") };
pub const LISTS: Site = Site { make, lines: include_str!("everywhere/lists.txt") };

/// Makes article 1 of ann and 2 of bob, which is older, and comments 3 to 6, of which the last is
/// ann's own.
fn make(c: &mut Client) {
    c.int("ARTICLE.POST news ann t l TIME 1000");
    c.int("ARTICLE.POST news bob t l TIME 900");
    for comment in ["bob 1", "ann 3", "cleo 2", "ann 1"] {
        c.int(&format!("ARTICLE.COMMENT news {comment} text TIME 1000"));
    }
}

/// The articles of the site with long lists.
const ARTICLES: usize = 3_000;

/// Puts the first articles of a number on a list.
fn mark(c: &mut Client, user: &str, list: &str, ids: usize) {
    let ids: Vec<_> = (1..=ids).map(|id| id.to_string()).collect();
    for ids in ids.chunks(1_000) {
        let line = format!("ARTICLE.MARK news {user} {list} {}", ids.join(" "));
        assert_eq!(c.int(&line), ids.len() as i64);
    }
}

/// Returns the commands of a rewritten file that load lists: the user, the list, and the number of
/// ids.
fn marks_in(file: &[u8]) -> Vec<(String, String, usize)> {
    let text = String::from_utf8_lossy(file);
    let words: Vec<_> = text.split("\r\n").collect();
    let commands = words.iter().enumerate().filter(|(_, word)| **word == "MARKS");
    let word = |at: usize| words[at].to_owned();
    let command =
        |at: usize| (word(at + 2), word(at + 4), word(at + 6).parse().expect("a number"));
    commands.map(|(at, _)| command(at)).collect()
}

#[test]
fn a_rewritten_file_has_what_all_have_seen_and_then_long_lists_in_parts() {
    let mut server = setup().config("appendonly yes").config("aof-use-rdb-preamble no").start();
    let mut c = server.resp3();
    c.all_ok((1..=ARTICLES).map(|id| {
        format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 2000 COUNTS 1 0")
    }));
    for (user, list, ids) in
        [("bob", "long", 2_500), ("bob", "whole", 1_000), ("ann", "over", 1_001), ("ann", "a", 1)]
    {
        mark(&mut c, user, list, ids);
    }
    mark(&mut c, "cleo", "gone", 5);
    c.int("ARTICLE.DEL news 1 2 3 4 5");
    let seen = (0..2_000).map(|n| format!("ARTICLE.SEEN news reader{n} time:1000-{}", 1 + n % 6));
    assert_eq!(c.run_all(seen), vec![int(1); 2_000]);
    let before = digest(&mut c, "news");
    let lists = |c: &mut Client| {
        ["ann", "bob", "cleo"].map(|u| c.groups(&format!("ARTICLE.LISTS news {u}")))
    };
    let listed = lists(&mut c);
    aof::rewrite(&mut c);
    let file = aof::base_of(&server);
    let loads = marks_in(&file);
    let loads: Vec<_> =
        loads.iter().map(|(user, list, ids)| (&user[..], &list[..], *ids)).collect();
    let expected = [
        ("bob", "long", 1_000),
        ("bob", "long", 1_000),
        ("bob", "long", 496),
        ("bob", "whole", 996),
        ("ann", "over", 997),
    ];
    assert_eq!(loads, expected);
    let text = String::from_utf8_lossy(&file).into_owned();
    assert_eq!(text.matches("\r\nSEEN\r\n").count(), 2_000);
    assert!(text.rfind("\r\nSEEN\r\n") < text.find("\r\nMARKS\r\n"));
    assert!(!text.contains("cleo"));
    server.restart();
    let mut c = server.resp3();
    assert_eq!(digest(&mut c, "news"), before);
    assert_eq!(lists(&mut c), listed);
}

#[test]
fn what_is_left_to_sweep_is_in_no_copy_and_no_file() {
    let primary = setup().start();
    let mut c = primary.resp3();
    c.all_ok((1..=ARTICLES).map(|id| {
        format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 2000 COUNTS 1 0")
    }));
    for user in 0..40 {
        mark(&mut c, &format!("user{user}"), "long", ARTICLES);
    }
    let replica = other_replica(&primary, 0);
    let mut other = replica.resp3();
    // All of these leave much to be swept.
    for user in 0..20 {
        assert_eq!(c.int(&format!("ARTICLE.UNMARK news user{user} long ALL")), ARTICLES as i64);
    }
    assert_eq!(c.int("ARTICLE.FORGET news user20"), ARTICLES as i64);
    let ids: Vec<_> = (1..=900).map(|id| id.to_string()).collect();
    assert_eq!(c.int(&format!("ARTICLE.DEL news {}", ids.join(" "))), 900);
    mark_again(&mut c);
    let snapshot = |c: &mut Client| {
        let digest = digest(c, "news");
        (digest, c.info("news").int("marks"))
    };
    let before = snapshot(&mut c);
    assert_eq!(before.1, 19 * (ARTICLES as i64 - 900) + 5);
    await_caught_up(&primary, &replica);
    assert_eq!(snapshot(&mut other), before);
    c.restore("news", "news");
    assert_eq!(snapshot(&mut c), before);
    // Deleted, and made again, on both.
    for line in ["ARTICLE.DEL news 901 902", "ARTICLE.UNMARK news user30 long ALL"] {
        assert!(c.int(line) > 0);
    }
    let before = snapshot(&mut c);
    await_caught_up(&primary, &replica);
    assert_eq!(snapshot(&mut other), before);
}

/// Makes a list that was removed again.
fn mark_again(c: &mut Client) {
    assert_eq!(c.int("ARTICLE.MARK news user3 long 1 901 902 903 2000 3000"), 5);
}
