//! ARTICLE.DEBUG READERS and ARTICLE.DEBUG MARKS: what an export needs of users who read.

use std::collections::BTreeMap;

use test_support::*;

/// What was seen, and the names of lists.
type Reader = (String, Vec<String>);

/// Reads all readers in parts of at most `count` visited users, no reader twice.
#[track_caller]
fn readers(c: &mut Client, count: usize) -> BTreeMap<String, Reader> {
    let mut found = BTreeMap::new();
    for part in c.parts(&format!("ARTICLE.DEBUG READERS news # COUNT {count}")) {
        assert!(part.len() <= count);
        for reader in &part {
            let [user, seen, lists, ..] = items(reader) else { panic!("{reader:?}") };
            let lists = items(lists).iter().map(text).collect();
            let before = found.insert(text(user), (text(seen), lists));
            assert_eq!(before, None, "a reader comes twice");
        }
    }
    found
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
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} time:1000-{id}")), 1);
    }
    c.int("ARTICLE.MODERATE news HIDE 7");
    c.int("ARTICLE.DEL news 8");
}

#[in_both_protocols]
fn readers_are_those_who_have_seen_answers_or_have_lists(c: &mut Client) {
    make(c);
    let mut expected: BTreeMap<String, Reader> = BTreeMap::new();
    for (user, seen, lists) in [
        ("alice", "time:1000-1", &[][..]),
        ("bob", "time:1000-5", &["long", "short"]),
        ("dan", "time:0-0", &["B", "C", "a"]),
        ("eve", "time:1000-700", &[]),
    ] {
        let lists = lists.iter().map(|&list: &&str| list.to_owned()).collect();
        expected.insert(user.to_owned(), (seen.to_owned(), lists));
    }
    for count in [1, 3, 100, 10_000] {
        assert_eq!(readers(c, count), expected, "{count}");
    }
    c.restore("news", "news");
    assert_eq!(readers(c, 10), expected);
    c.int("ARTICLE.FORGET news bob");
    c.int("ARTICLE.UNMARK news dan a ALL");
    expected.remove("bob");
    expected
        .insert("dan".to_owned(), ("time:0-0".to_owned(), vec!["B".to_owned(), "C".to_owned()]));
    assert_eq!(readers(c, 10), expected);
    // One who has nothing else, and with a cursor beyond all.
    c.ok("ARTICLE.CREATE empty");
    for line in ["READERS news 4294967296", "READERS empty 0"] {
        assert_eq!(c.part(&format!("ARTICLE.DEBUG {line}")), ("0".to_owned(), vec![]), "{line}");
    }
}

#[in_both_protocols]
fn marks_are_those_of_a_list_the_latest_in_the_first_part(c: &mut Client) {
    make(c);
    let part = |c: &mut Client, list: &str, cursor: u32, count: u32| {
        let line = format!("ARTICLE.DEBUG MARKS news {list} {cursor} COUNT {count}");
        let (next, marks) = c.part(&line);
        (next, marks.iter().map(number).collect::<Vec<_>>())
    };
    let long = [&(1..=7).collect::<Vec<_>>()[..], &[-1], &(9..=600).collect::<Vec<_>>()].concat();
    assert_eq!(part(c, "bob long", 0, 1), ("0".to_owned(), long));
    assert_eq!(part(c, "bob short", 0, 1), ("0".to_owned(), vec![7, -1, 700]));
    for list in ["bob gone", "carol gone", "bob none", "nobody long"] {
        assert_eq!(part(c, list, 0, 10), ("0".to_owned(), vec![]), "{list}");
    }
    // 1,800 marks, of which the latest 1,000 are kept in their order.
    let ids: Vec<_> = (1..=600).rev().map(|id| id.to_string()).collect();
    let ids = ids.join(" ");
    for command in ["UNMARK", "MARK", "UNMARK", "MARK", "UNMARK"] {
        c.int(&format!("ARTICLE.{command} news bob long {}", ids.split_once(' ').unwrap().1));
    }
    c.int("ARTICLE.MARK news bob long 3 5 4 650");
    assert_eq!(part(c, "bob long", 0, 1), ("1".to_owned(), vec![-996, 3, 5, 4, 650]));
    assert_eq!(part(c, "bob long", 1, 1), ("601".to_owned(), vec![-799]));
    for cursor in [2, 600] {
        assert_eq!(part(c, "bob long", cursor, 1), ("0".to_owned(), vec![600]), "{cursor}");
    }
    assert_eq!(part(c, "bob long", 601, 5), ("0".to_owned(), vec![600]));
    assert_eq!(part(c, "bob long", 602, 5), ("0".to_owned(), vec![]));
}
