//! A site for tests that need one of everything.

use super::{BINARY, Client, USERS, Value};

/// Makes a site that uses everything a site can hold: articles 1 to 31, and comments 32 to 38, of
/// which 33 is the place of a deleted one.
pub fn fill_site(client: &mut Client, key: &str) {
    let now = client.now();
    client.ok(&format!("ARTICLE.CREATE {key} VOTESCORE 100 WINDOW 10000 PAGESIZE 7"));
    for number in 1..=30 {
        // Pairs of equal times, and some articles whose voting has closed.
        let age = if number < 5 { 20_000 } else { 0 };
        let time = now - 4000 + number / 2 * 100 - age;
        let poster = USERS[number as usize % 4];
        let article = format!("t{number} l{number} TIME {time} GROUPS 2 all of-{}", number % 3);
        let line = format!("ARTICLE.POST {key} {poster} {article} FIELDS 2 lang en n {number}");
        assert_eq!(client.int(&line), number);
    }
    let binary = ("GROUPS", 1, BINARY, "FIELDS", 2, BINARY, BINARY, "x", "");
    let reply = client.call("ARTICLE.POST", (key, BINARY, BINARY, BINARY, binary));
    assert_eq!(reply, Value::Int(31));
    for number in 5..=30 {
        for (index, user) in USERS.iter().enumerate() {
            let vote = match (number * 7 + index * 5) % 11 {
                0..5 => "UP",
                5..8 => "DOWN",
                _ => continue,
            };
            client.run(&format!("ARTICLE.VOTE {key} {user} {number} {vote}"));
        }
    }
    for (poster, parent, more) in [
        ("ann", 20, "FIELDS 1 lang en"),
        ("bob", 32, ""),
        ("cleo", 33, "FIELDS 1 n 5"),
        ("dan", 20, ""),
        ("ann", 3, ""),
        ("bob", 33, ""),
        ("ann", 20, ""),
    ] {
        let time = now - 1000 + parent;
        client.int(&format!("ARTICLE.COMMENT {key} {poster} {parent} text TIME {time} {more}"));
    }
    for (user, vote) in [("eve", "32 DOWN"), ("fay", "32 SILENT"), ("fay", "34"), ("bob", "35")] {
        assert_eq!(client.int(&format!("ARTICLE.VOTE {key} {user} {vote}")), 1);
    }
    for (action, id) in
        [("HIDE", 35), ("PIN", 38), ("PIN", 33), ("LOCK", 34), ("PINLOCAL", 16), ("HIDE", 37)]
    {
        assert_eq!(client.int(&format!("ARTICLE.MODERATE {key} {action} {id}")), 1);
    }
    for (number, options) in [(9, "COMMENTS 12"), (1, "TIME 2000000"), (14, "COMMENTS 3")] {
        client.run(&format!("ARTICLE.BUMP {key} {number} {options}"));
    }
    client.ok(&format!("ARTICLE.EDIT {key} 8 TITLE edited FIELDS 1 late yes UNSET 1 lang"));
    assert_eq!(client.int(&format!("ARTICLE.GROUPADD {key} 9 nine")), 1);
    assert_eq!(client.int(&format!("ARTICLE.GROUPREM {key} 10 all")), 1);
    for (user, seen) in [("ann", 34), ("cleo", 36), ("gus", 9)] {
        assert_eq!(client.int(&format!("ARTICLE.SEEN {key} {user} time:1000-{seen}")), 1);
    }
    assert_eq!(client.int(&format!("ARTICLE.MODERATE {key} PUBLISH 37")), 1);
    for (list, marks, ids) in [
        ("ann saved", 4, "3 8 20 34"),
        ("ann read", 3, "8 31 35"),
        ("cleo saved", 2, "12 9"),
        ("cleo gone", 2, "12 33"),
        ("hal read", 2, "38 1"),
    ] {
        assert_eq!(client.int(&format!("ARTICLE.MARK {key} {list} {ids}")), marks);
    }
    assert_eq!(client.call("ARTICLE.MARK", (key, BINARY, BINARY, 31, 7)), Value::Int(2));
    assert_eq!(client.int(&format!("ARTICLE.DEL {key} 3 12 30 33")), 4);
}
