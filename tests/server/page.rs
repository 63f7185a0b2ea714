//! ARTICLE.PAGE: order, ties, sizes, pages past the end, and the viewer's votes.

use test_support::*;

/// Posts five articles, 100 seconds apart, and lifts 1 and 3 with votes.
fn five(c: &mut Client) -> i64 {
    let now = c.now();
    c.ok("ARTICLE.CREATE news VOTESCORE 1000 PAGESIZE 2");
    for id in 1..=5 {
        let time = now - 1000 + id * 100;
        c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
    }
    for vote in ["bob 1", "cleo 1", "bob 3", "bob 4 DOWN"] {
        c.int(&format!("ARTICLE.VOTE news {vote}"));
    }
    now
}

#[test]
fn the_order_is_by_score_and_descending_unless_asked_otherwise() {
    in_both_protocols(|c| {
        five(c);
        let orders: [(&str, [i64; 5]); 9] = [
            ("", [1, 3, 5, 2, 4]),
            ("DESC", [1, 3, 5, 2, 4]),
            ("BY SCORE", [1, 3, 5, 2, 4]),
            ("BY SCORE DESC", [1, 3, 5, 2, 4]),
            ("ASC", [4, 2, 5, 3, 1]),
            ("BY SCORE ASC", [4, 2, 5, 3, 1]),
            ("BY TIME", [5, 4, 3, 2, 1]),
            ("BY TIME DESC", [5, 4, 3, 2, 1]),
            ("BY TIME ASC", [1, 2, 3, 4, 5]),
        ];
        for (options, expected) in orders {
            let ids = c.ids(&format!("ARTICLE.PAGE news 1 SIZE 5 {options}"));
            assert_eq!(ids, expected, "{options}");
        }
    });
}

#[test]
fn a_page_has_the_sites_page_size_unless_a_size_is_given() {
    in_both_protocols(|c| {
        five(c);
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 3]);
        assert_eq!(c.ids("ARTICLE.PAGE news 2"), [5, 2]);
        assert_eq!(c.ids("ARTICLE.PAGE news 3"), [4]);
        assert_eq!(c.ids("ARTICLE.PAGE news 1 SIZE 3"), [1, 3, 5]);
        assert_eq!(c.ids("ARTICLE.PAGE news 2 SIZE 3"), [2, 4]);
        assert_eq!(c.ids("ARTICLE.PAGE news 5 SIZE 1"), [4]);
        assert_eq!(c.ids("ARTICLE.PAGE news 1 SIZE 1000"), [1, 3, 5, 2, 4]);
        c.ok("ARTICLE.ALTER news PAGESIZE 4");
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 3, 5, 2]);
    });
}

#[test]
fn a_page_past_the_end_is_empty() {
    in_both_protocols(|c| {
        five(c);
        for page in [4, 5, 1000, 4_294_967_297, i64::MAX - 1, i64::MAX] {
            for options in ["", "ASC", "BY TIME", "SIZE 1000", "SIZE 1000 ASC"] {
                let reply = c.run(&format!("ARTICLE.PAGE news {page} {options}"));
                assert_eq!(reply, bulks(&[]), "{page} {options}");
            }
        }
    });
}

#[test]
fn a_missing_or_empty_site_has_empty_pages() {
    in_both_protocols(|c| {
        assert_eq!(c.run("ARTICLE.PAGE news 1"), bulks(&[]));
        assert_eq!(c.run("EXISTS news"), int(0));
        c.ok("ARTICLE.CREATE news");
        assert_eq!(c.run("ARTICLE.PAGE news 1"), bulks(&[]));
        assert_eq!(c.run("ARTICLE.PAGE news 1 BY TIME ASC"), bulks(&[]));
    });
}

#[test]
fn a_page_number_below_one_is_an_error() {
    in_both_protocols(|c| {
        five(c);
        for page in [0, -1, i64::MIN] {
            for key in ["news", "missing"] {
                let reply = c.run(&format!("ARTICLE.PAGE {key} {page}"));
                assert_error(&reply, "ERR page must be an integer from 1");
            }
        }
    });
}

#[test]
fn among_equal_scores_the_newer_id_comes_first_and_ascending_is_the_exact_reverse() {
    in_both_protocols(|c| {
        let time = c.now() - 10;
        for _ in 1..=12 {
            c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
        }
        let down: Vec<i64> = (1..=12).rev().collect();
        let up: Vec<i64> = (1..=12).collect();
        for by in ["SCORE", "TIME"] {
            assert_eq!(c.ids(&format!("ARTICLE.PAGE news 1 BY {by} DESC")), down);
            assert_eq!(c.ids(&format!("ARTICLE.PAGE news 1 BY {by} ASC")), up);
        }
    });
}

#[test]
fn equal_scores_due_to_votes_are_ordered_by_id_as_well() {
    in_both_protocols(|c| {
        let now = c.now();
        c.ok("ARTICLE.CREATE news VOTESCORE 100");
        c.int(&format!("ARTICLE.POST news alice a l TIME {}", now - 200));
        c.int(&format!("ARTICLE.POST news alice b l TIME {}", now - 100));
        c.int(&format!("ARTICLE.POST news alice c l TIME {}", now - 200));
        c.int("ARTICLE.VOTE news bob 1");
        c.int("ARTICLE.VOTE news bob 3");
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [3, 2, 1]);
        assert_eq!(c.ids("ARTICLE.PAGE news 1 ASC"), [1, 2, 3]);
        assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME"), [2, 3, 1]);
    });
}

#[test]
fn pages_of_any_size_join_to_the_whole_ranking_in_either_direction() {
    in_both_protocols(|c| {
        let now = c.now();
        let posts: Vec<String> = (1..=230_i64)
            .map(|n| format!("ARTICLE.POST news alice a l TIME {}", now - n * 37 % 101 * 60))
            .collect();
        c.run_all(&posts);
        let votes: Vec<String> = (1..=700_i64)
            .map(|n| format!("ARTICLE.VOTE news u{} {}", n % 13, n * n % 230 + 1))
            .collect();
        c.run_all(&votes);
        for by in ["SCORE", "TIME"] {
            let name = by.to_lowercase();
            let all = c.page(&format!("ARTICLE.PAGE news 1 SIZE 1000 BY {by} ASC"));
            let keys: Vec<(i64, i64)> = all.iter().map(|a| (a.int(&name), a.int("id"))).collect();
            assert_eq!(keys.len(), 230);
            assert!(keys.is_sorted(), "BY {by}: {keys:?}");
            let up: Vec<i64> = keys.iter().map(|(_, id)| *id).collect();
            let down: Vec<i64> = up.iter().rev().copied().collect();
            for size in [1, 7, 25, 64, 229, 230, 231] {
                for (order, expected) in [("ASC", &up), ("DESC", &down)] {
                    for (index, part) in expected.chunks(size).enumerate() {
                        let page = index + 1;
                        let options = format!("BY {by} {order} SIZE {size}");
                        let ids = c.ids(&format!("ARTICLE.PAGE news {page} {options}"));
                        assert_eq!(ids, part, "page {page} {options}");
                    }
                }
            }
        }
    });
}

#[test]
fn a_page_includes_the_vote_just_before() {
    in_both_protocols(|c| {
        let time = c.now() - 10;
        for _ in 1..=3 {
            c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
        }
        c.int("ARTICLE.VOTE news bob 1");
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 3, 2]);
        c.int("ARTICLE.VOTE news bob 1 DOWN");
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [3, 2, 1]);
        c.int("ARTICLE.VOTE news bob 1 NONE");
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [3, 2, 1]);
        c.int("ARTICLE.VOTE news alice 3 NONE");
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [2, 1, 3]);
        assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME"), [3, 2, 1]);
    });
}

#[test]
fn an_article_on_a_page_is_the_same_as_from_get() {
    in_both_protocols(|c| {
        fill_site(c, "news");
        for viewer in ["", "VIEWER bob", "VIEWER nobody"] {
            let page = c.page(&format!("ARTICLE.PAGE news 1 SIZE 1000 {viewer}"));
            assert_eq!(page.len(), 28);
            for article in page {
                let id = article.int("id");
                let own = c.map(&format!("ARTICLE.GET news {id} {viewer}"));
                assert_eq!(article, own);
            }
        }
    });
}

#[test]
fn viewers_see_their_own_vote_on_each_article_of_a_page() {
    in_both_protocols(|c| {
        five(c);
        c.int("ARTICLE.POST news alice old l TIME 1000");
        let votes = |c: &mut Client, user: &str| -> Vec<Value> {
            let line = format!("ARTICLE.PAGE news 1 BY TIME ASC SIZE 10 VIEWER {user}");
            let page = c.page(&line);
            page.iter().map(|a| a.value("vote").clone()).collect()
        };
        let (up, down, none, closed) = (int(1), int(-1), int(0), Value::Nil);
        let seen = votes(c, "bob");
        assert_eq!(seen, [&closed, &up, &none, &up, &down, &none].map(Value::clone));
        let seen = votes(c, "alice");
        assert_eq!(seen, [&closed, &up, &up, &up, &up, &up].map(Value::clone));
        let seen = votes(c, "nobody");
        assert_eq!(seen, [&closed, &none, &none, &none, &none, &none].map(Value::clone));
    });
}

#[test]
fn an_article_keeps_its_rank_when_voting_closes() {
    in_both_protocols(|c| {
        let now = c.now();
        c.ok("ARTICLE.CREATE news WINDOW 100 VOTESCORE 50");
        let times = format!("TIME {} CLOSES {}", now - 97, now + 2);
        c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice a l {times} UP 3 alice bob cleo"));
        c.int(&format!("ARTICLE.POST news alice b l TIME {}", now - 90));
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 2]);
        let closed = |c: &mut Client| c.run("ARTICLE.VOTE news dan 1 NONE") != int(0);
        wait_until(DEADLINE, "voting closes", || closed(c));
        c.int(&format!("ARTICLE.POST news alice c l TIME {}", now - 80));
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 3, 2]);
    });
}

#[test]
fn an_empty_viewer_is_no_viewer() {
    in_both_protocols(|c| {
        fill_site(c, "news");
        for line in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news all 1", "ARTICLE.GET news 9"] {
            let plain = c.run(line);
            assert_eq!(c.run(&format!("{line} VIEWER \"\"")), plain, "{line}");
            // It still counts as given.
            let reply = c.run(&format!("{line} VIEWER \"\" VIEWER bob"));
            assert_error(&reply, "ERR VIEWER is given twice");
        }
    });
}
