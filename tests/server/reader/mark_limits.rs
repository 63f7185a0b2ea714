//! The most ids that a list can have.

use crate::protocol::hostile::payload::Payload;
use article_model::targets::mutation::number as bytes_of;
use test_support::*;

const TOO_LONG: &str = "ERR a list can have at most 1000000 ids";
/// The most ids that a list can have.
const MOST: i64 = 1_000_000;

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
