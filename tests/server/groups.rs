//! ARTICLE.GROUPADD, GROUPREM, GROUPPAGE, GROUPS and COUNT: groups are always exact.

use test_support::*;

fn named(pairs: &[(&str, i64)]) -> Vec<(String, i64)> {
    let owned = |(name, number): &(&str, i64)| ((*name).to_owned(), *number);
    pairs.iter().map(owned).collect()
}

#[test]
fn groupadd_and_grouprem_return_the_number_of_changed_groups() {
    in_both_protocols(|c| {
        c.int("ARTICLE.POST news alice a l GROUPS 1 a");
        assert_eq!(c.run("ARTICLE.GROUPADD news 1 b"), int(1));
        assert_eq!(c.run("ARTICLE.GROUPADD news 1 a b"), int(0));
        assert_eq!(c.run("ARTICLE.GROUPADD news 1 d c a d c"), int(2));
        assert_eq!(c.article("news", 1).groups(), ["a", "b", "c", "d"]);
        assert_eq!(c.run("ARTICLE.GROUPREM news 1 x"), int(0));
        assert_eq!(c.run("ARTICLE.GROUPREM news 1 a x c a"), int(2));
        assert_eq!(c.run("ARTICLE.GROUPREM news 1 a"), int(0));
        assert_eq!(c.article("news", 1).groups(), ["b", "d"]);
    });
}

#[test]
fn groups_of_a_missing_article_cannot_be_changed() {
    in_both_protocols(|c| {
        for command in ["GROUPADD", "GROUPREM"] {
            let line = format!("ARTICLE.{command} news 1 g");
            assert_error(&c.run(&line), NO_ARTICLE);
            assert_eq!(c.run("EXISTS news"), int(0));
        }
        c.int("ARTICLE.POST news alice a l GROUPS 1 g");
        c.int("ARTICLE.DEL news 1");
        for command in ["GROUPADD", "GROUPREM"] {
            for id in [0, 1, 2, -1, i64::MAX] {
                let line = format!("ARTICLE.{command} news {id} g");
                let reply = assert_unchanged(c, "news", |c| c.run(&line));
                assert_error(&reply, NO_ARTICLE);
            }
        }
    });
}

#[test]
fn a_groups_page_has_its_articles_in_the_orders_of_a_page() {
    in_both_protocols(|c| {
        let now = c.now();
        c.ok("ARTICLE.CREATE news VOTESCORE 1000 PAGESIZE 2");
        for id in 1..=8 {
            let time = now - 1000 + id * 10;
            let groups = if id % 2 == 0 { "GROUPS 1 even" } else { "" };
            c.int(&format!("ARTICLE.POST news alice a l TIME {time} {groups}"));
        }
        c.int("ARTICLE.VOTE news bob 2");
        c.int("ARTICLE.VOTE news bob 3");
        let cases: [(&str, &[i64]); 10] = [
            ("1", &[2, 8]),
            ("2", &[6, 4]),
            ("3", &[]),
            ("1 SIZE 3", &[2, 8, 6]),
            ("2 SIZE 3", &[4]),
            ("1 ASC", &[4, 6]),
            ("1 BY TIME", &[8, 6]),
            ("1 BY TIME ASC SIZE 10", &[2, 4, 6, 8]),
            ("1 SIZE 10 DESC BY SCORE", &[2, 8, 6, 4]),
            ("9223372036854775807", &[]),
        ];
        for (options, expected) in cases {
            let ids = c.ids(&format!("ARTICLE.GROUPPAGE news even {options}"));
            assert_eq!(ids, expected, "{options}");
        }
        assert_some_error(&c.run("ARTICLE.GROUPPAGE news even 0"));
        assert_some_error(&c.run("ARTICLE.GROUPPAGE news even -1"));
    });
}

#[test]
fn ties_on_a_groups_page_are_ordered_by_id() {
    in_both_protocols(|c| {
        let time = c.now() - 10;
        for _ in 1..=12 {
            c.int(&format!("ARTICLE.POST news alice a l TIME {time} GROUPS 1 g"));
        }
        let up: Vec<i64> = (1..=12).collect();
        let down: Vec<i64> = (1..=12).rev().collect();
        for by in ["SCORE", "TIME"] {
            assert_eq!(c.ids(&format!("ARTICLE.GROUPPAGE news g 1 BY {by}")), down);
            assert_eq!(c.ids(&format!("ARTICLE.GROUPPAGE news g 1 BY {by} ASC")), up);
        }
    });
}

#[test]
fn a_groups_page_includes_the_vote_just_before() {
    in_both_protocols(|c| {
        let time = c.now() - 10;
        for _ in 1..=3 {
            c.int(&format!("ARTICLE.POST news alice a l TIME {time} GROUPS 2 g h"));
        }
        for (vote, expected) in [
            ("bob 1 UP", [1, 3, 2]),
            ("bob 1 DOWN", [3, 2, 1]),
            ("bob 2 UP", [2, 3, 1]),
            ("bob 1 NONE", [2, 3, 1]),
            ("alice 3 DOWN", [2, 1, 3]),
        ] {
            c.int(&format!("ARTICLE.VOTE news {vote}"));
            for group in ["g", "h"] {
                let page = c.page(&format!("ARTICLE.GROUPPAGE news {group} 1"));
                let ids: Vec<i64> = page.iter().map(|a| a.int("id")).collect();
                assert_eq!(ids, expected, "{vote}");
                for article in page {
                    assert_eq!(article, c.article("news", article.int("id")));
                }
            }
        }
    });
}

#[test]
fn a_page_includes_the_change_of_groups_just_before() {
    in_both_protocols(|c| {
        let now = c.now();
        for age in [30, 20, 10] {
            c.int(&format!("ARTICLE.POST news alice a l TIME {}", now - age));
        }
        c.int("ARTICLE.GROUPADD news 1 g");
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [1]);
        c.int("ARTICLE.GROUPADD news 3 g");
        c.int("ARTICLE.GROUPADD news 2 g");
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [3, 2, 1]);
        c.int("ARTICLE.GROUPREM news 3 g");
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1 BY TIME"), [2, 1]);
        c.int("ARTICLE.DEL news 2");
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [1]);
    });
}

#[test]
fn viewers_see_their_own_votes_on_a_groups_page() {
    in_both_protocols(|c| {
        for groups in ["GROUPS 1 g", "GROUPS 1 g", "GROUPS 1 g TIME 1000", ""] {
            c.int(&format!("ARTICLE.POST news alice a l {groups}"));
        }
        c.int("ARTICLE.VOTE news bob 2 DOWN");
        let page = c.page("ARTICLE.GROUPPAGE news g 1 VIEWER bob ASC BY TIME");
        let votes: Vec<_> = page.iter().map(|a| a.value("vote").clone()).collect();
        assert_eq!(votes, [Value::Nil, int(0), int(-1)]);
        let page = c.page("ARTICLE.GROUPPAGE news g 1");
        assert!(page.iter().all(|article| !article.has("vote")));
    });
}

#[test]
fn a_group_without_articles_is_gone() {
    in_both_protocols(|c| {
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
    });
}

#[test]
fn groups_are_listed_the_largest_first_and_then_by_name() {
    in_both_protocols(|c| {
        for groups in ["2 b a", "3 c b B", "4 c b ab a", "1 big", "1 big", "2 big b"] {
            c.int(&format!("ARTICLE.POST news alice a l GROUPS {groups}"));
        }
        let all = [("b", 4), ("big", 3), ("a", 2), ("c", 2), ("B", 1), ("ab", 1)];
        assert_eq!(c.groups("ARTICLE.GROUPS news"), named(&all));
        c.int("ARTICLE.GROUPREM news 1 a");
        c.int("ARTICLE.GROUPADD news 4 ab");
        let all = [("b", 4), ("big", 3), ("ab", 2), ("c", 2), ("B", 1), ("a", 1)];
        assert_eq!(c.groups("ARTICLE.GROUPS news"), named(&all));
        let limits: [(&str, &[(&str, i64)]); 9] = [
            ("0 2", &all[..2]),
            ("1 3", &all[1..4]),
            ("4 100", &all[4..]),
            ("5 9223372036854775807", &all[5..]),
            ("6 1", &[]),
            ("9223372036854775807 9223372036854775807", &[]),
            ("0 0", &[]),
            ("0 -1", &all),
            ("2 -1", &all[2..]),
        ];
        for (limit, expected) in limits {
            let groups = c.groups(&format!("ARTICLE.GROUPS news LIMIT {limit}"));
            assert_eq!(groups, named(expected), "LIMIT {limit}");
        }
        assert_some_error(&c.run("ARTICLE.GROUPS news LIMIT -1 1"));
    });
}

#[test]
fn count_returns_the_articles_of_the_site_or_of_a_group() {
    in_both_protocols(|c| {
        for groups in ["GROUPS 1 g", "GROUPS 2 g h", ""] {
            c.int(&format!("ARTICLE.POST news alice a l {groups}"));
        }
        assert_eq!(c.run("ARTICLE.COUNT news"), int(3));
        assert_eq!(c.run("ARTICLE.COUNT news g"), int(2));
        assert_eq!(c.run("ARTICLE.COUNT news h"), int(1));
        assert_eq!(c.run("ARTICLE.COUNT news G"), int(0));
        c.int("ARTICLE.DEL news 2");
        assert_eq!(c.run("ARTICLE.COUNT news"), int(2));
        assert_eq!(c.run("ARTICLE.COUNT news g"), int(1));
    });
}

#[test]
fn a_missing_site_has_no_groups() {
    in_both_protocols(|c| {
        assert_eq!(c.groups("ARTICLE.GROUPS news"), []);
        assert_eq!(c.groups("ARTICLE.GROUPS news LIMIT 0 10"), []);
        assert_eq!(c.run("ARTICLE.COUNT news"), int(0));
        assert_eq!(c.run("ARTICLE.COUNT news g"), int(0));
        assert_eq!(c.run("ARTICLE.GROUPPAGE news g 1"), bulks(&[]));
        assert_eq!(c.run("EXISTS news"), int(0));
    });
}

#[test]
fn a_closed_article_can_still_change_its_groups() {
    in_both_protocols(|c| {
        c.int("ARTICLE.POST news alice a l TIME 1000 GROUPS 1 g");
        assert_eq!(c.run("ARTICLE.GROUPADD news 1 h"), int(1));
        assert_eq!(c.run("ARTICLE.GROUPREM news 1 g"), int(1));
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news h 1"), [1]);
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [0; 0]);
    });
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
