//! The reply, COUNT and BLOCK, and what they refuse.

use super::{make, version};
use test_support::changes::Changes;
use test_support::*;

#[in_both_protocols]
fn the_reply_is_a_version_the_changes_and_the_deleted_ids(c: &mut Client) {
    make(c);
    assert_eq!(c.int("ARTICLE.DEL news 2"), 1);
    let first = version(c);
    c.int("ARTICLE.VOTE news bob 1");
    c.int("ARTICLE.DEL news 5 6");
    let item = c.run("ARTICLE.GET news 1");
    let reply = c.run(&format!("ARTICLE.CHANGES news {first}"));
    let [next, changed, deleted] = items(&reply) else { panic!("{reply:?}") };
    assert_eq!(text(next), version(c));
    assert_eq!(*changed, Value::Array(vec![item]));
    let mut deleted: Vec<_> = items(deleted).iter().map(number).collect();
    deleted.sort_unstable();
    assert_eq!(deleted, [5, 6]);
    // The next call returns the same version.
    let none = Value::Array(vec![next.clone(), bulks(&[]), bulks(&[])]);
    for _ in 0..2 {
        assert_eq!(c.run(&format!("ARTICLE.CHANGES news {}", text(next))), none);
    }
}

#[in_both_protocols]
fn a_missing_key_and_an_empty_site_have_no_changes(c: &mut Client) {
    let none = Value::Array(vec![bulk("0"), bulks(&[]), bulks(&[])]);
    assert_eq!(c.run("ARTICLE.CHANGES news 0"), none);
    assert_eq!(c.run("EXISTS news"), int(0));
    c.ok("ARTICLE.CREATE news");
    assert_eq!(c.run("ARTICLE.CHANGES news 0"), none);
    let version = version(c);
    assert_eq!(Changes::get(c, &format!("news {version}")).version, version);
    c.int("ARTICLE.POST news alice t l");
    for since in ["0", &version] {
        assert_eq!(super::since(c, since), (vec![1], vec![]));
    }
}

#[in_both_protocols]
fn there_are_100_changes_unless_count_says_otherwise(c: &mut Client) {
    let post = "ARTICLE.POST news alice t l".to_owned();
    c.run_all(vec![post; 1001]);
    let mut count =
        |option: &str| Changes::get(c, &format!("news 0 {option} RETURN 0")).items.len();
    assert_eq!(count(""), 100);
    for number in [1, 2, 99, 101, 999, 1000] {
        assert_eq!(count(&format!("COUNT {number}")), number);
    }
    // Deletions count, too.
    let version = version(c);
    c.int("ARTICLE.DEL news 1 2 3");
    c.int("ARTICLE.MODERATE news PIN 4 5 6");
    for (count, expected) in [(1, (0, 1)), (3, (0, 3)), (5, (2, 3)), (6, (3, 3))] {
        let Changes { items, deleted, .. } =
            Changes::get(c, &format!("news {version} COUNT {count}"));
        assert_eq!((items.len(), deleted.len()), expected, "COUNT {count}");
    }
}

#[in_both_protocols]
fn all_options_go_together(c: &mut Client) {
    make(c);
    let all = super::since(c, "0");
    let every = "RETURN 1 id viewer eve block 9007199254740991 Count 1000";
    assert_eq!(Changes::get(c, &format!("news 0 {every}")).ids(), all);
}

#[in_both_protocols]
fn another_type_is_refused(c: &mut Client) {
    c.ok("SET news text");
    for options in ["", "COUNT 1", "BLOCK 0", "BLOCK 1"] {
        assert_error(&c.run(&format!("ARTICLE.CHANGES news 0 {options}")), WRONG_TYPE);
    }
}
