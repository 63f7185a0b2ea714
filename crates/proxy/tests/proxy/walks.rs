//! Reading from cursor to cursor through all parts.

use test_support::*;

use crate::harness::*;

/// Returns a client of a site in four parts with 40 entries, each made by a line with its id.
fn site(proxy: &Proxy, settings: &str, line: &str) -> Client {
    let mut c = proxy.resp3();
    ask(&mut c, &format!("ARTICLE.CREATE news PARTS 4 {settings}"));
    (1..=40).for_each(|id| _ = c.run(&line.replace('#', &id.to_string())));
    c
}

const POST: &str = "ARTICLE.POST news alice t l ID #";

#[test]
fn a_list_is_read_once_from_cursor_to_cursor() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = site(&proxy, "", POST);
    // The marks of different parts have the same numbers.
    for number in 0..40 {
        c.int(&format!("ARTICLE.MARK news bob saved {}", 1 + number * 7 % 40));
    }
    c.int("ARTICLE.UNMARK news bob saved 1 2 3 4 40");
    for size in [1, 3, 7] {
        let (mut found, mut after) = (Vec::new(), String::new());
        loop {
            let line = format!("ARTICLE.MARKED news bob saved 1 SIZE {size}{after}");
            let (ids, next) = c.ids_and_cursor(&line);
            found.extend(ids);
            let Some(next) = next else { break };
            after = format!(" AFTER {next}");
        }
        found.sort_unstable();
        assert!(found.into_iter().eq(5..40), "pages of {size}");
    }
}

/// Runs a line from cursor to cursor. Returns what its steps did, each at most `count`.
fn walk(c: &mut Client, line: &str, count: i64) -> i64 {
    let (mut cursor, mut sum) = ("0".to_owned(), 0);
    loop {
        let reply = c.run(&format!("ARTICLE.{} COUNT {count}", line.replace('#', &cursor)));
        let [next, Value::Int(number)] = items(&reply) else { panic!("{reply:?}") };
        assert!(*number <= count, "{line}: {number}");
        (cursor, sum) = (text(next), sum + number);
        if cursor == "0" {
            return sum;
        }
    }
}

#[test]
fn count_is_what_all_parts_do_together() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = site(&proxy, "", POST);
    (1..=40).for_each(|id| _ = c.int(&format!("ARTICLE.VOTE news bob {id}")));
    assert_eq!(walk(&mut c, "SILENCE news bob YES #", 5), 40);
    assert_eq!(walk(&mut c, "SILENCE news bob NO #", 11), 40);
    assert_eq!(walk(&mut c, "UNVOTE news bob #", 3), 40);
    assert_eq!(c.int("ARTICLE.TRANSFER news alice carol COUNT 33"), 33);
    assert_eq!(c.int("ARTICLE.TRANSFER news alice carol COUNT 33"), 7);
}

#[test]
fn forget_removes_kept_votes_up_to_count_in_all_parts_together() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let load = "ARTICLE.LOAD news ARTICLE # alice t l TIME 5 CLOSES 6 COUNTS 9 9 KEPTUP 1 bob";
    let mut c = site(&proxy, "KEEPVOTES yes", load);
    c.int("ARTICLE.MARK news bob saved 1 2 5");
    c.int("ARTICLE.FOLLOW news bob USER carol dave");
    // Two follows, two marks in the first part, and votes.
    assert_eq!(c.int("ARTICLE.FORGET news bob COUNT 4"), 8);
    assert_eq!(c.int("ARTICLE.FORGET news bob COUNT 36"), 39);
    assert_eq!(c.int("ARTICLE.FORGET news bob COUNT 36"), 0);
}
