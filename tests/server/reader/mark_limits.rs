//! The limits of lists: how many a user can have, how many ids a list and a command can have, and
//! how long their names can be.

use crate::protocol::hostile::payload::Payload;
use article_model::targets::mutation::number as bytes_of;
use test_support::*;

const TOO_MANY_LISTS: &str = "ERR a user can have at most 16 lists";
const TOO_LONG: &str = "ERR a list can have at most 1000000 ids";
/// The most ids that a list can have.
const MOST: i64 = 1_000_000;

fn load(c: &mut Client, articles: std::ops::RangeInclusive<i64>) {
    c.all_ok(articles.map(|id| {
        format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 2000 COUNTS 1 0")
    }));
}

/// Checks that both commands that put ids on a list refuse to, and change nothing.
#[track_caller]
fn assert_refused(c: &mut Client, list_and_id: &str, error: &str) {
    let (list, id) = list_and_id.rsplit_once(' ').expect("two words");
    let dump = c.dump("news");
    assert_error(&c.run(&format!("ARTICLE.MARK news {list} {id}")), error);
    assert_error(&c.run(&format!("ARTICLE.LOAD news MARKS {list} 1 {id}")), error);
    assert!(c.dump("news") == dump, "{list_and_id}");
}

#[in_both_protocols]
fn a_user_can_have_sixteen_lists(c: &mut Client) {
    load(c, 1..=9);
    for list in 1..=16 {
        assert_eq!(c.int(&format!("ARTICLE.MARK news bob list{list} {}", 1 + list % 2)), 1);
    }
    for list in ["list17", "List1", "a"] {
        assert_refused(c, &format!("bob {list} 3"), TOO_MANY_LISTS);
        // Nothing would come of these.
        assert_eq!(c.int(&format!("ARTICLE.MARK news bob {list} 99")), 0);
        assert_eq!(c.int(&format!("ARTICLE.UNMARK news bob {list} 1")), 0);
    }
    // The limit is on lists, not on ids, and on those of one user.
    assert_eq!(c.int("ARTICLE.MARK news bob list16 3 4 5"), 3);
    assert_eq!(c.int("ARTICLE.MARK news carol list17 3"), 1);
    assert_eq!(c.groups("ARTICLE.LISTS news bob").len(), 16);
    // A list that goes makes room for another.
    assert_eq!(c.int("ARTICLE.UNMARK news bob list16 ALL"), 4);
    assert_eq!(c.int("ARTICLE.MARK news bob list17 3"), 1);
    assert_refused(c, "bob list16 3", TOO_MANY_LISTS);
    assert_eq!(c.int("ARTICLE.UNMARK news bob list17 3"), 1);
    c.ok("ARTICLE.LOAD news MARKS bob list16 1 3");
    assert_refused(c, "bob list17 3", TOO_MANY_LISTS);
    c.check("news");
}

#[in_both_protocols]
fn a_list_of_what_is_deleted_is_none_of_the_sixteen(c: &mut Client) {
    for is_reloaded in [false, true] {
        c.run("DEL news");
        load(c, 1..=9);
        for list in 1..=16 {
            let ids = if list <= 3 { "1" } else { "2 3" };
            assert!(c.int(&format!("ARTICLE.MARK news bob list{list} {ids}")) > 0);
        }
        assert_refused(c, "bob new1 2", TOO_MANY_LISTS);
        assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
        if is_reloaded {
            c.restore("news", "news");
        }
        assert_eq!(c.groups("ARTICLE.LISTS news bob").len(), 13);
        // One of those comes back, and two others come.
        for list in ["list2", "new1", "new2"] {
            assert_eq!(c.int(&format!("ARTICLE.MARK news bob {list} 4")), 1, "{list}");
            c.check("news");
        }
        for list in ["list1", "list3", "new3"] {
            assert_refused(c, &format!("bob {list} 4"), TOO_MANY_LISTS);
        }
        assert_eq!(c.groups("ARTICLE.LISTS news bob").len(), 16);
        assert_eq!(c.int("ARTICLE.FORGET news bob"), 13 * 2 + 3);
        c.check("news");
    }
}

#[in_both_protocols]
fn a_command_takes_a_thousand_ids(c: &mut Client) {
    load(c, 1..=1_001);
    let ids = |number: usize| (1..=number).map(|id| id.to_string()).collect::<Vec<_>>().join(" ");
    for command in ["MARK", "UNMARK"] {
        let line = format!("ARTICLE.{command} news bob saved {}", ids(1_001));
        c.refused("news", &line, "ERR at most 1000 ids");
        assert_eq!(c.int(&format!("ARTICLE.{command} news bob saved {}", ids(1_000))), 1_000);
    }
    // An import may bring more at once.
    c.ok(&format!("ARTICLE.LOAD news MARKS bob saved 1001 {}", ids(1_001)));
    assert_eq!(c.info("news").int("marks"), 1_001);
}

/// Returns the bytes of a site of articles 1 to `articles` and of a list `saved` of bob's with the
/// first `marks` of them. Loading each would take long.
fn site(articles: i64, marks: i64) -> Vec<u8> {
    let settings =
        [432, 604_800, 25, 1, 0, 1, 0, 0, 0, 1, 1, articles].map(|it| bytes_of(it as u64));
    let mut site = settings.concat();
    site.extend(b"\x00\x02\x05alice\x03bob");
    site.extend(bytes_of(articles as u64));
    let article = [&bytes_of(1)[..], b"\x00\x00\x01\x00\x00\x00\x01t\x00\x00"].concat();
    site.extend(article.repeat(articles as usize));
    site.extend(b"\x00\x00\x00\x01\x05saved\x01\x01\x00");
    site.extend(bytes_of(marks as u64));
    // Each is the distance 1, which is signed.
    site.extend([2].repeat(marks as usize));
    site
}

#[test]
fn a_list_can_have_a_million_ids() {
    let server = with_module().start();
    let mut c = server.resp3();
    c.ok("ARTICLE.CREATE news");
    let payload = Payload::of(&c.dump("news"));
    let restore = |c: &mut Client, marks| {
        let dump = payload.with(site(MOST + 20, marks)).dump(1 << 16);
        c.call("RESTORE", ("news", 0, dump, "REPLACE"))
    };
    assert_error(&restore(&mut c, MOST + 1), "ERR Bad data format");
    assert_eq!(restore(&mut c, MOST - 1), Value::Okay);
    let marks = |c: &mut Client| c.info("news").int("marks");
    let mark = |id: i64| format!("ARTICLE.MARK news bob saved {id}");
    // All or nothing.
    assert_error(&c.run(&format!("{} {}", mark(MOST), MOST + 1)), TOO_LONG);
    assert_eq!(marks(&mut c), MOST - 1);
    // One twice is one, and neither those on the list nor those that do not exist are new.
    let load = format!("ARTICLE.LOAD news MARKS bob saved 4 {MOST} 1 {} {MOST}", MOST + 21);
    c.ok(&load);
    c.ok(&load);
    assert_eq!(marks(&mut c), MOST);
    assert_eq!(c.int(&format!("{} 2 3 {}", mark(1), MOST + 21)), 0);
    let next = MOST + 1;
    assert_error(&c.run(&mark(next)), TOO_LONG);
    assert_error(&c.run(&format!("ARTICLE.LOAD news MARKS bob saved 1 {next}")), TOO_LONG);
    assert_eq!(c.int(&format!("ARTICLE.MARK news bob read {next}")), 1);
    assert_eq!(c.groups("ARTICLE.LISTS news bob")[1], ("saved".to_owned(), MOST));
    // What is off the list or deleted makes room at once.
    assert_eq!(c.int("ARTICLE.UNMARK news bob saved 7"), 1);
    assert_eq!(c.int(&mark(next)), 1);
    assert_error(&c.run(&mark(7)), TOO_LONG);
    assert_eq!(c.int("ARTICLE.DEL news 8 9"), 2);
    assert_error(&c.run(&format!("{} 7 {}", mark(MOST + 2), MOST + 3)), TOO_LONG);
    assert_eq!(c.int(&format!("{} 7 {next}", mark(MOST + 2))), 2);
    assert_error(&c.run(&mark(MOST + 3)), TOO_LONG);
    assert_eq!(marks(&mut c), MOST + 1);
    c.check("news");
    let last = c.ids("ARTICLE.MARKED news bob saved 1 SIZE 3 RETURN 1 id");
    assert_eq!(last, [7, MOST + 2, MOST + 1]);
    let last = c.ids("ARTICLE.MARKED news bob saved 1 AFTER marked:0-11 RETURN 1 id");
    assert_eq!(last, [10, 6, 5, 4, 3, 2, 1]);
    // It goes at once, and its room is that of another list.
    assert_eq!(c.int("ARTICLE.UNMARK news bob saved ALL"), MOST);
    assert_eq!(marks(&mut c), 1);
    assert_eq!(c.int(&mark(7)), 1);
    assert_eq!(c.int("ARTICLE.DEL news 7"), 1);
    assert_eq!(marks(&mut c), 1);
    c.check("news");
}
