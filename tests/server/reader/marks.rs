//! ARTICLE.MARK, ARTICLE.UNMARK and ARTICLE.LISTS: articles and comments on lists of users.

use test_support::*;

/// Makes articles 1 to 4 of alice, of which 4 is hidden, comments 5 and 6, and article 7, which
/// has closed. There was an article 8.
fn make(c: &mut Client) {
    c.run("DEL news");
    for title in ["a", "b", "c", "d"] {
        c.int(&format!("ARTICLE.POST news alice {title} l"));
    }
    c.int("ARTICLE.COMMENT news carol 1 first");
    c.int("ARTICLE.COMMENT news alice 5 second");
    c.int("ARTICLE.MODERATE news HIDE 4");
    c.ok("ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1000 CLOSES 2000 COUNTS 1 0");
    c.int("ARTICLE.POST news alice e l");
    c.int("ARTICLE.DEL news 8");
}

/// Returns a user's lists with their numbers of ids.
#[track_caller]
fn lists(c: &mut Client, user: &str) -> Vec<(String, i64)> {
    c.groups(&format!("ARTICLE.LISTS news {user}"))
}

/// Checks what is on a list, the latest mark first, and what LISTS and INFO say. No other user has
/// lists, and what is on it is listed.
#[track_caller]
fn assert_list(c: &mut Client, list: &str, expected: &[i64]) {
    c.check("news");
    assert_eq!(c.ids(&format!("ARTICLE.MARKED news bob {list} 1")), expected, "{list}");
    let all = lists(c, "bob");
    let number = all.iter().find(|(name, _)| name == list).map(|(_, number)| *number);
    assert_eq!(number, (!expected.is_empty()).then_some(expected.len() as i64), "{list}");
    assert_eq!(c.info("news").int("marks"), all.iter().map(|(_, number)| number).sum::<i64>());
}

#[in_both_protocols]
fn mark_returns_how_many_are_new_on_the_list(c: &mut Client) {
    make(c);
    for (ids, new, expected) in [
        ("1", 1, &[1][..]),
        ("1", 0, &[1]),
        ("1 3 3 3", 1, &[3, 1]),
        // Comments, and what has closed.
        ("7 6 5", 3, &[5, 6, 7, 3, 1]),
        // What does not exist, was deleted, or is no id.
        (
            "8 9 0 -1 4294967295 4294967296 9223372036854775807 -9223372036854775808",
            0,
            &[5, 6, 7, 3, 1],
        ),
        ("9 2 8 2 1", 1, &[2, 5, 6, 7, 3, 1]),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.MARK news bob saved {ids}")), new, "{ids}");
        assert_list(c, "saved", expected);
    }
    // Only of this user and this list.
    assert_eq!(c.int("ARTICLE.MARK news bob read 9 8"), 0);
    assert_eq!(lists(c, "bob"), [("saved".to_owned(), 6)]);
    for (user, list) in [("alice", "saved"), ("Bob", "saved"), ("bob", "Saved"), ("bob", "save")] {
        assert_eq!(
            c.ids(&format!("ARTICLE.MARKED news {user} {list} 1")),
            [0_i64; 0],
            "{user} {list}"
        );
        assert_eq!(c.int(&format!("ARTICLE.UNMARK news {user} {list} ALL")), 0, "{user} {list}");
    }
    assert_eq!(lists(c, "alice"), []);
}

#[in_both_protocols]
fn unmark_returns_how_many_are_off_the_list_which_goes_with_the_last(c: &mut Client) {
    make(c);
    assert_eq!(c.int("ARTICLE.MARK news bob saved 1 2 3 5 6 7"), 6);
    assert_eq!(c.int("ARTICLE.MARK news bob read 1 2"), 2);
    for (ids, off, expected) in [
        ("4 8 9 0 -1 4294967296 9223372036854775807", 0, &[7, 6, 5, 3, 2, 1][..]),
        ("7", 1, &[6, 5, 3, 2, 1]),
        ("7", 0, &[6, 5, 3, 2, 1]),
        ("3 3 9 6 6", 2, &[5, 2, 1]),
        ("1 2", 2, &[5]),
        ("5 1", 1, &[]),
        ("5 1", 0, &[]),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.UNMARK news bob saved {ids}")), off, "{ids}");
        assert_list(c, "saved", expected);
        assert_list(c, "read", &[2, 1]);
    }
    assert_eq!(c.int("ARTICLE.MARK news bob saved 6 1 5"), 3);
    assert_list(c, "saved", &[5, 1, 6]);
    for (all, off) in [("all", 3), ("ALL", 0)] {
        assert_eq!(c.int(&format!("ARTICLE.UNMARK news bob saved {all}")), off);
        assert_list(c, "saved", &[]);
        assert_list(c, "read", &[2, 1]);
    }
    assert_eq!(c.int("ARTICLE.UNMARK news bob read ALL"), 2);
    assert_eq!(lists(c, "bob"), []);
    // Nothing of the user is left.
    assert!(!c.dump("news").windows(3).any(|part| part == b"bob"));
}

#[in_both_protocols]
fn lists_replies_as_groups_does_sorted_by_the_bytes_of_the_names(c: &mut Client) {
    make(c);
    let longest = [0xff; 64];
    let names = [&b"\0"[..], b"A", b"a", b"a ", b"aa", b"b", BINARY, &longest];
    for (number, name) in (1..).zip(names).collect::<Vec<_>>().into_iter().rev() {
        let ids: Vec<i64> = (1..=7).take(number % 7 + 1).collect();
        let marked = c.call("ARTICLE.MARK", ("news", BINARY, name, &ids));
        assert_eq!(marked, int(ids.len() as i64));
    }
    let mut expected: Vec<_> =
        (1..).zip(names).map(|(n, name)| (name.to_vec(), n % 7 + 1)).collect();
    expected.sort();
    let reply = c.call("ARTICLE.LISTS", ("news", BINARY));
    assert_eq!(c.group_sizes(&reply), expected);
    let flat = expected.iter().flat_map(|(name, number)| [bulk(name), int(*number)]);
    let pairs = expected.iter().map(|(name, n)| Value::Array(vec![bulk(name), int(*n)]));
    let exact = match c.protocol {
        Protocol::Resp2 => flat.collect(),
        Protocol::Resp3 => pairs.collect(),
    };
    assert_eq!(reply, Value::Array(exact));
    c.restore("news", "news");
    assert_eq!(c.call("ARTICLE.LISTS", ("news", BINARY)), reply);
    for name in names {
        let page = c.call("ARTICLE.MARKED", ("news", BINARY, name, 1));
        assert!(!items(&page).is_empty());
        assert!(c.call("ARTICLE.UNMARK", ("news", BINARY, name, "ALL")) != int(0));
    }
    assert_eq!(c.call("ARTICLE.LISTS", ("news", BINARY)), Value::Array(vec![]));
}
