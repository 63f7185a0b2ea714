//! The entry `marks` of articles and comments: with MARKS and VIEWER, those of the lists named
//! that hold it.

use test_support::changes::Changes;
use test_support::*;

/// Makes article 1 of alice with a custom field, comments 2 and 3 below it, article 4, and article
/// 5, which has been deleted. Comment 2 is locked. Bob has the lists `saved` of all but 4, `read`
/// of 1 and 3, and `other` of 4.
fn make(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l FIELDS 1 f v");
    c.int("ARTICLE.COMMENT news carol 1 first");
    c.int("ARTICLE.COMMENT news alice 2 second");
    c.int("ARTICLE.POST news alice b l");
    c.int("ARTICLE.POST news alice c l");
    c.int("ARTICLE.MODERATE news LOCK 2");
    for (list, ids) in [("saved", "1 2 3"), ("read", "1 3 5"), ("other", "4")] {
        assert!(c.int(&format!("ARTICLE.MARK news bob {list} {ids}")) > 0);
    }
    assert_eq!(c.int("ARTICLE.MARK news carol saved 4"), 1);
    c.int("ARTICLE.VOTE news bob 1");
    c.int("ARTICLE.VOTE news bob 3 DOWN");
    c.int("ARTICLE.DEL news 5");
}

/// Returns what each command that shows articles or comments shows, by ids.
fn all_shown(c: &mut Client, options: &str) -> Vec<(String, Vec<Fields>)> {
    let pages = [
        "MGET news 4 1 2 3 4",
        "PAGE news 1",
        "PAGE news 1 BY VOTES NOTFROM 1 carol",
        "USERPAGE news alice 1",
        "THREAD news 1",
        "THREAD news 2",
        "COMMENTS news 1",
        "COMMENTS news 1 BY BEST FROM 1 alice",
        "VOTED news bob 1",
        "ANSWERS news alice 1",
        "ANSWERS news carol 1",
        "MARKED news bob saved 1",
        "MARKED news carol saved 1",
        "PAGE news 1 UNMARKED bob 1 none",
    ];
    let mut shown = Vec::new();
    for page in pages {
        // What is asked for often comes from kept replies.
        let line = format!("ARTICLE.{page} {options}");
        let first = c.page(&line);
        (0..4).for_each(|_| assert_eq!(c.page(&line), first, "{line}"));
        shown.push((line, first));
    }
    for id in 1..=4 {
        let line = format!("ARTICLE.GET news {id} {options}");
        let first = c.map(&line);
        (0..4).for_each(|_| assert_eq!(c.map(&line), first, "{line}"));
        shown.push((line, vec![first]));
    }
    let changes = Changes::get(c, &format!("news 0 {options}"));
    shown.push((format!("CHANGES {options}"), changes.items));
    shown
}

/// Checks that all commands show these marks of articles and comments 1 to 4.
#[track_caller]
fn assert_shown(c: &mut Client, options: &str, marks: [&[&str]; 4]) {
    let mut seen = [0; 4];
    for (line, items) in all_shown(c, options) {
        assert!(!items.is_empty(), "{line}");
        for item in items {
            let index = item.int("id") as usize - 1;
            assert_eq!(*item.value("marks"), bulks(marks[index]), "{line}");
            seen[index] += 1;
        }
    }
    assert!(seen.iter().all(|seen| *seen > 3), "{seen:?}");
}

#[in_both_protocols]
fn it_has_the_named_lists_in_the_order_named(c: &mut Client) {
    make(c);
    for (names, marks) in [
        ("1 saved", [&["saved"][..], &["saved"], &["saved"], &[]]),
        ("2 saved read", [&["saved", "read"], &["saved"], &["saved", "read"], &[]]),
        ("3 read none saved", [&["read", "saved"], &["saved"], &["read", "saved"], &[]]),
        // A name that comes twice counts once.
        (
            "4 read saved read other",
            [&["read", "saved"], &["saved"], &["read", "saved"], &["other"]],
        ),
        ("1 Saved", [&[], &[], &[], &[]]),
        ("2 none other", [&[], &[], &[], &["other"]]),
        ("0", [&[], &[], &[], &[]]),
    ] {
        for options in [format!("VIEWER bob MARKS {names}"), format!("marks {names} viewer bob")] {
            assert_shown(c, &options, marks);
        }
    }
    assert_shown(c, "VIEWER carol MARKS 2 read saved", [&[], &[], &[], &["saved"]]);
    assert_shown(c, "VIEWER nobody MARKS 2 read saved", [&[]; 4]);
}

#[in_both_protocols]
fn it_is_not_there_without_marks_or_without_a_viewer(c: &mut Client) {
    make(c);
    for options in [
        "",
        "VIEWER bob",
        "MARKS 1 saved",
        "MARKS 0",
        "VIEWER \"\" MARKS 2 saved read",
        "VIEWER \"\" MARKS 0",
        "VIEWER bob RETURN 2 id marks",
        "MARKS 1 saved RETURN 2 id marks",
        "MARKS 1 saved VIEWER \"\" RETURN 2 marks id",
        "VIEWER bob MARKS 1 saved RETURN 1 id",
    ] {
        for (line, items) in all_shown(c, options) {
            assert!(items.iter().all(|item| !item.has("marks")), "{line}");
        }
    }
}

#[in_both_protocols]
fn it_comes_after_the_vote_and_where_return_names_it(c: &mut Client) {
    make(c);
    for (line, items) in all_shown(c, "VIEWER bob MARKS 1 saved") {
        for item in items {
            let names = item.names();
            let at = names.iter().position(|name| name == "marks").expect("marks");
            assert_eq!(names[at - 1], "vote", "{line}");
            let after: Vec<_> = names[at + 1..].iter().map(String::as_str).collect();
            let expected: &[_] = match item.int("id") {
                1 => &["f"],
                2 => &["locked"],
                _ => &[],
            };
            assert_eq!(after, expected, "{line}");
            // All else is as without.
            if !line.contains("THREAD") {
                let get = format!("ARTICLE.GET news {} VIEWER bob", item.int("id"));
                assert_eq!(item.without("marks"), c.map(&get), "{line}");
            }
        }
    }
    for (names, expected) in [
        ("2 marks id", &["marks", "id"][..]),
        ("3 id marks vote", &["id", "marks", "vote"]),
        ("3 vote marks id", &["vote", "marks", "id"]),
        ("3 poster id marks", &["poster", "id", "marks"]),
    ] {
        let options = format!("VIEWER bob MARKS 2 read other RETURN {names}");
        assert_shown(c, &options, [&["read"], &[], &["read"], &["other"]]);
        for (line, items) in all_shown(c, &options) {
            assert!(items.iter().all(|item| item.names() == expected), "{line}");
        }
    }
}

#[in_both_protocols]
fn it_follows_marks_at_once_also_in_kept_replies(c: &mut Client) {
    make(c);
    let options = "VIEWER bob MARKS 2 saved read";
    assert_shown(c, options, [&["saved", "read"], &["saved"], &["saved", "read"], &[]]);
    c.int("ARTICLE.MARK news bob saved 4");
    assert_shown(c, options, [&["saved", "read"], &["saved"], &["saved", "read"], &["saved"]]);
    c.int("ARTICLE.UNMARK news bob read ALL");
    c.int("ARTICLE.MARK news bob read 2");
    assert_shown(c, options, [&["saved"], &["saved", "read"], &["saved"], &["saved"]]);
    // Others are told of their own.
    assert_shown(c, "VIEWER carol MARKS 2 saved read", [&[], &[], &[], &["saved"]]);
    c.int("ARTICLE.UNMARK news bob saved 1 3 4");
    c.int("ARTICLE.MARK news bob saved 3");
    let marks = [&[][..], &["saved", "read"], &["saved"], &[]];
    c.restore("news", "news");
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 1"), [3, 2]);
    for (id, expected) in (1..).zip(marks) {
        let shown = c.map(&format!("ARTICLE.GET news {id} {options}"));
        assert_eq!(*shown.value("marks"), bulks(expected), "{id}");
    }
}

#[in_both_protocols]
fn places_of_deleted_ones_have_none_and_binary_names_are_returned(c: &mut Client) {
    make(c);
    c.int("ARTICLE.DEL news 2");
    let thread = c.page("ARTICLE.THREAD news 1 VIEWER bob MARKS 2 read saved");
    let marks: Vec<_> = thread.iter().map(|it| (it.has("deleted"), it.has("marks"))).collect();
    assert_eq!(marks, [(true, false), (false, true)]);
    assert_eq!(*thread[1].value("marks"), bulks(&["read", "saved"]));
    let names = [&b"\0"[..], BINARY, &[0xff; 64]];
    for name in names {
        assert_eq!(c.call("ARTICLE.MARK", ("news", BINARY, name, 1)), int(1));
    }
    let options = ("VIEWER", BINARY, "MARKS", 3, names.map(<[u8]>::to_vec).to_vec());
    let reply = c.call("ARTICLE.GET", ("news", 1, options));
    assert_eq!(*c.fields(&reply).value("marks"), Value::Array(names.map(bulk).to_vec()));
}
