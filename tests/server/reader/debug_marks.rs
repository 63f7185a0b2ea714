//! ARTICLE.DEBUG READERS and ARTICLE.DEBUG MARKS: what an export needs of users who read.

use std::collections::BTreeMap;

use test_support::*;

/// What was seen, and the names of lists.
type Reader = (i64, Vec<String>);

/// Reads all readers in parts of at most `count` visited users, no reader twice.
#[track_caller]
fn readers(c: &mut Client, count: usize) -> BTreeMap<String, Reader> {
    let mut found = BTreeMap::new();
    for part in c.parts(&format!("ARTICLE.DEBUG READERS news # COUNT {count}")) {
        assert!(part.len() <= count);
        for reader in &part {
            let [user, seen, lists, ..] = items(reader) else { panic!("{reader:?}") };
            let lists = items(lists).iter().map(text).collect();
            let before = found.insert(text(user), (number(seen), lists));
            assert_eq!(before, None, "a reader comes twice");
        }
    }
    found
}

/// Reads all ids on a list in parts of `count`.
#[track_caller]
fn marks(c: &mut Client, list: &str, count: usize) -> Vec<i64> {
    let parts = c.parts(&format!("ARTICLE.DEBUG MARKS news {list} # COUNT {count}"));
    assert!(parts.iter().rev().skip(1).all(|part| part.len() == count));
    parts.concat().iter().map(number).collect()
}

/// Makes a site of articles 1 to 700, of which 7 is hidden and 8 deleted.
fn make(c: &mut Client) {
    c.all_ok((1..=700).map(|id| {
        format!(
            "ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 3000000000 UP 1 voter{id}"
        )
    }));
    let ids: Vec<_> = (1..=600).map(|id| id.to_string()).collect();
    assert_eq!(c.int(&format!("ARTICLE.MARK news bob long {}", ids.join(" "))), 600);
    for (list, ids, new) in [
        ("bob short", "7 8 700", 3),
        ("bob gone", "8", 1),
        ("carol gone", "8", 1),
        ("dan B", "1", 1),
        ("dan a", "1", 1),
        ("dan C", "1", 1),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.MARK news {list} {ids}")), new);
    }
    for (user, id) in [("bob", 5), ("eve", 700), ("alice", 1)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} {id}")), 1);
    }
    c.int("ARTICLE.MODERATE news HIDE 7");
    c.int("ARTICLE.DEL news 8");
}

#[in_both_protocols]
fn readers_are_those_who_have_seen_answers_or_have_lists(c: &mut Client) {
    make(c);
    let mut expected: BTreeMap<String, Reader> = BTreeMap::new();
    for (user, seen, lists) in [
        ("alice", 1, &[][..]),
        ("bob", 5, &["long", "short"]),
        ("dan", 0, &["B", "C", "a"]),
        ("eve", 700, &[]),
    ] {
        let lists = lists.iter().map(|&list: &&str| list.to_owned()).collect();
        expected.insert(user.to_owned(), (seen, lists));
    }
    for count in [1, 3, 100, 10_000] {
        assert_eq!(readers(c, count), expected, "{count}");
    }
    c.restore("news", "news");
    assert_eq!(readers(c, 10), expected);
    c.int("ARTICLE.FORGET news bob");
    c.int("ARTICLE.UNMARK news dan a ALL");
    expected.remove("bob");
    expected.insert("dan".to_owned(), (0, vec!["B".to_owned(), "C".to_owned()]));
    assert_eq!(readers(c, 10), expected);
    // One who has nothing else, and with a cursor beyond all.
    c.ok("ARTICLE.CREATE empty");
    for line in ["READERS news 4294967296", "READERS empty 0"] {
        assert_eq!(c.part(&format!("ARTICLE.DEBUG {line}")), ("0".to_owned(), vec![]), "{line}");
    }
}

#[in_both_protocols]
fn marks_are_all_ids_on_a_list_the_highest_first(c: &mut Client) {
    make(c);
    let long: Vec<_> = (1..=600).rev().filter(|id| *id != 8).collect();
    for count in [1, 7, 598, 599, 600, 10_000] {
        assert_eq!(marks(c, "bob long", count), long, "{count}");
        assert_eq!(marks(c, "bob short", count), [700, 7], "{count}");
        for list in ["bob gone", "carol gone", "bob none", "nobody long"] {
            assert_eq!(marks(c, list, count), [0_i64; 0], "{list}");
        }
    }
    // The cursor need not be on the list.
    for (cursor, expected) in [(9, 7), (8, 7), (7, 6), (4_294_967_295_i64, 600)] {
        let (_, ids) = c.part(&format!("ARTICLE.DEBUG MARKS news bob long {cursor} COUNT 1"));
        assert_eq!(ids, [int(expected)], "{cursor}");
    }
    for cursor in ["1", "9223372036854775807"] {
        let (_, ids) = c.part(&format!("ARTICLE.DEBUG MARKS news bob short {cursor}"));
        let expected = if cursor == "1" { &[][..] } else { &[int(700), int(7)] };
        assert_eq!(ids, expected, "{cursor}");
    }
    // What comes and goes meanwhile does not move the rest.
    let (next, _) = c.part("ARTICLE.DEBUG MARKS news bob long 0 COUNT 5");
    c.int("ARTICLE.MARK news bob long 650");
    c.int("ARTICLE.DEL news 596");
    let (_, ids) = c.part(&format!("ARTICLE.DEBUG MARKS news bob long {next} COUNT 2"));
    assert_eq!(ids, [int(595), int(594)]);
}
