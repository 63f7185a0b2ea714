//! ARTICLE.GROUPADD, GROUPREM, GROUPPAGE, GROUPS and COUNT: groups are always exact.

use test_support::*;

fn named(pairs: &[(&str, i64)]) -> Vec<(String, i64)> {
    let owned = |(name, number): &(&str, i64)| ((*name).to_owned(), *number);
    pairs.iter().map(owned).collect()
}

#[in_both_protocols]
fn groupadd_and_grouprem_return_the_number_of_changed_groups(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l GROUPS 1 a");
    assert_eq!(c.run("ARTICLE.GROUPADD news 1 b"), int(1));
    assert_eq!(c.run("ARTICLE.GROUPADD news 1 a b"), int(0));
    assert_eq!(c.run("ARTICLE.GROUPADD news 1 d c a d c"), int(2));
    assert_eq!(c.article("news", 1).groups(), ["a", "b", "c", "d"]);
    assert_eq!(c.run("ARTICLE.GROUPREM news 1 x"), int(0));
    assert_eq!(c.run("ARTICLE.GROUPREM news 1 a x c a"), int(2));
    assert_eq!(c.run("ARTICLE.GROUPREM news 1 a"), int(0));
    assert_eq!(c.article("news", 1).groups(), ["b", "d"]);
}

#[in_both_protocols]
fn a_group_without_articles_is_gone(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l GROUPS 2 g h");
    c.int("ARTICLE.POST news alice b l GROUPS 1 g");
    assert_eq!(c.info("news").int("groups"), 2);
    c.int("ARTICLE.GROUPREM news 1 h");
    assert_eq!(c.groups("ARTICLE.GROUPS news"), named(&[("g", 2)]));
    assert_eq!(c.run("ARTICLE.COUNT news h"), int(0));
    assert_eq!(c.run("ARTICLE.GROUPPAGE news h 1"), bulks(&[]));
    c.int("ARTICLE.DEL news 1 2");
    assert_eq!(c.groups("ARTICLE.GROUPS news"), []);
    assert_eq!(c.run("ARTICLE.GROUPPAGE news g 1"), bulks(&[]));
    assert_eq!(c.info("news").int("groups"), 0);
    c.int("ARTICLE.POST news alice c l GROUPS 1 g");
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [3]);
    assert_eq!(c.info("news").int("groups"), 1);
}

#[in_both_protocols]
fn groups_are_listed_the_largest_first_and_then_by_name(c: &mut Client) {
    for groups in ["2 b a", "3 c b B", "4 c b ab a", "1 big", "1 big", "2 big b"] {
        c.int(&format!("ARTICLE.POST news alice a l GROUPS {groups}"));
    }
    let all = [("b", 4), ("big", 3), ("a", 2), ("c", 2), ("B", 1), ("ab", 1)];
    assert_eq!(c.groups("ARTICLE.GROUPS news"), named(&all));
    c.int("ARTICLE.GROUPREM news 1 a");
    c.int("ARTICLE.GROUPADD news 4 ab");
    let all = [("b", 4), ("big", 3), ("ab", 2), ("c", 2), ("B", 1), ("a", 1)];
    assert_eq!(c.groups("ARTICLE.GROUPS news"), named(&all));
    let limits: [(&str, &[(&str, i64)]); 7] = [
        ("0 2", &all[..2]),
        ("1 3", &all[1..4]),
        ("4 100", &all[4..]),
        ("5 10000", &all[5..]),
        ("6 1", &[]),
        ("9223372036854775807 10000", &[]),
        ("0 0", &[]),
    ];
    for (limit, expected) in limits {
        let groups = c.groups(&format!("ARTICLE.GROUPS news LIMIT {limit}"));
        assert_eq!(groups, named(expected), "LIMIT {limit}");
    }
}

#[in_both_protocols]
fn the_first_thousand_groups_come_without_a_limit_and_ten_thousand_with_one(c: &mut Client) {
    c.run_all((0..320).map(|post| {
        let groups: Vec<_> = (0..32).map(|group| format!("{:05}", post * 32 + group)).collect();
        format!("ARTICLE.POST news alice t l GROUPS 32 {}", groups.join(" "))
    }));
    let all: Vec<_> = (0..10_240).map(|group| (format!("{group:05}"), 1)).collect();
    assert_eq!(c.groups("ARTICLE.GROUPS news"), all[..1_000]);
    assert_eq!(c.groups("ARTICLE.GROUPS news LIMIT 0 10000"), all[..10_000]);
    assert_eq!(c.groups("ARTICLE.GROUPS news LIMIT 10000 10000"), all[10_000..]);
    for count in ["10001", "-1", "9223372036854775807"] {
        let line = format!("ARTICLE.GROUPS news LIMIT 0 {count}");
        c.always_refused(&line, "ERR count must be an integer from 0 to 10000");
    }
}

#[test]
fn groups_come_as_pairs_in_their_order() {
    let server = with_module().start();
    let mut c = server.resp2();
    for groups in ["GROUPS 2 b c", "GROUPS 3 a b c", "GROUPS 1 c"] {
        c.int(&format!("ARTICLE.POST news alice a l {groups}"));
    }
    let pairs = [("c", 3), ("b", 2), ("a", 1)].map(|(name, size)| [bulk(name), int(size)]);
    assert_eq!(c.run("ARTICLE.GROUPS news"), Value::Array(pairs.concat()));
    let pairs = pairs.map(|pair| Value::Array(pair.to_vec()));
    assert_eq!(server.resp3().run("ARTICLE.GROUPS news"), Value::Array(pairs.to_vec()));
}
