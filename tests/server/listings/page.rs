//! Pages of a site, a group and a user: order, ties, sizes, pages past the end, and the viewer's
//! votes.

use test_support::*;

/// Listings of the articles that Alice posts in the group `g`.
const SOURCES: [&str; 3] =
    ["ARTICLE.PAGE news", "ARTICLE.GROUPPAGE news g", "ARTICLE.USERPAGE news alice"];

/// Posts articles of the same time.
fn post_at_once(c: &mut Client, number: i64) {
    let time = c.now() - 10;
    for _ in 1..=number {
        c.int(&format!("ARTICLE.POST news alice a l TIME {time} GROUPS 1 g"));
    }
}

/// Checks pages of all sources, each given by its number and options.
#[track_caller]
fn assert_pages(c: &mut Client, pages: &[(&str, &[i64])]) {
    for source in SOURCES {
        for (page, expected) in pages {
            assert_eq!(c.ids(&format!("{source} {page}")), *expected, "{source} {page}");
        }
    }
}

/// Posts five articles, 100 seconds apart, and lifts 1 and 3 with votes.
fn five(c: &mut Client) -> i64 {
    let now = c.now();
    c.ok("ARTICLE.CREATE news VOTESCORE 1000 PAGESIZE 2");
    for id in 1..=5 {
        let time = now - 1000 + id * 100;
        c.int(&format!("ARTICLE.POST news alice a l TIME {time} GROUPS 1 g"));
    }
    for vote in ["bob 1", "cleo 1", "bob 3", "bob 4 DOWN"] {
        c.int(&format!("ARTICLE.VOTE news {vote}"));
    }
    now
}

#[in_both_protocols]
fn the_order_is_by_score_and_descending_unless_asked_otherwise(c: &mut Client) {
    five(c);
    assert_pages(
        c,
        &[
            ("1 SIZE 5", &[1, 3, 5, 2, 4]),
            ("1 SIZE 5 DESC", &[1, 3, 5, 2, 4]),
            ("1 SIZE 5 BY SCORE", &[1, 3, 5, 2, 4]),
            ("1 SIZE 5 BY SCORE DESC", &[1, 3, 5, 2, 4]),
            ("1 SIZE 5 ASC", &[4, 2, 5, 3, 1]),
            ("1 SIZE 5 BY SCORE ASC", &[4, 2, 5, 3, 1]),
            ("1 SIZE 5 BY TIME", &[5, 4, 3, 2, 1]),
            ("1 SIZE 5 BY TIME DESC", &[5, 4, 3, 2, 1]),
            ("1 SIZE 5 BY TIME ASC", &[1, 2, 3, 4, 5]),
        ],
    );
}

#[in_both_protocols]
fn a_page_has_the_sites_page_size_unless_a_size_is_given(c: &mut Client) {
    five(c);
    assert_pages(
        c,
        &[
            ("1", &[1, 3]),
            ("2", &[5, 2]),
            ("3", &[4]),
            ("1 SIZE 3", &[1, 3, 5]),
            ("2 SIZE 3", &[2, 4]),
            ("5 SIZE 1", &[4]),
            ("1 SIZE 1000", &[1, 3, 5, 2, 4]),
        ],
    );
    c.ok("ARTICLE.ALTER news PAGESIZE 4");
    assert_pages(c, &[("1", &[1, 3, 5, 2])]);
}

#[in_both_protocols]
fn a_page_past_the_end_is_empty(c: &mut Client) {
    five(c);
    // A user's listing is filtered, so its page numbers end.
    for source in &SOURCES[..2] {
        for page in [4, 5, 1000, 4_294_967_297, i64::MAX - 1, i64::MAX] {
            for options in ["", "ASC", "BY TIME", "SIZE 1000", "SIZE 1000 ASC"] {
                let line = format!("{source} {page} {options}");
                assert_eq!(c.run(&line), bulks(&[]), "{line}");
            }
        }
    }
}

#[in_both_protocols]
fn a_missing_or_empty_site_has_empty_pages(c: &mut Client) {
    assert_pages(c, &[("1", &[])]);
    assert_eq!(c.run("EXISTS news"), int(0));
    c.ok("ARTICLE.CREATE news");
    assert_pages(c, &[("1", &[]), ("1 BY TIME ASC", &[])]);
}

#[in_both_protocols]
fn among_equal_scores_the_newer_id_comes_first_and_ascending_is_the_exact_reverse(c: &mut Client) {
    post_at_once(c, 12);
    let down: Vec<i64> = (1..=12).rev().collect();
    let up: Vec<i64> = (1..=12).collect();
    assert_pages(
        c,
        &[
            ("1 BY SCORE DESC", &down),
            ("1 BY SCORE ASC", &up),
            ("1 BY TIME DESC", &down),
            ("1 BY TIME ASC", &up),
        ],
    );
}

#[in_both_protocols]
fn equal_scores_due_to_votes_are_ordered_by_id_as_well(c: &mut Client) {
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
}

#[in_both_protocols]
fn pages_of_any_size_join_to_the_whole_ranking_in_either_direction(c: &mut Client) {
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
}

#[in_both_protocols]
fn a_page_includes_the_vote_just_before(c: &mut Client) {
    post_at_once(c, 3);
    for (vote, expected) in [
        ("bob 1", [1, 3, 2]),
        ("bob 1 DOWN", [3, 2, 1]),
        ("bob 2 UP", [2, 3, 1]),
        ("bob 1 NONE", [2, 3, 1]),
        ("alice 3 NONE", [2, 1, 3]),
        ("alice 3 DOWN", [2, 1, 3]),
    ] {
        c.int(&format!("ARTICLE.VOTE news {vote}"));
        assert_pages(c, &[("1", &expected), ("1 BY TIME", &[3, 2, 1])]);
        for source in SOURCES {
            for article in c.page(&format!("{source} 1")) {
                assert_eq!(article, c.article("news", article.int("id")));
            }
        }
    }
}

#[in_both_protocols]
fn an_article_on_a_page_is_the_same_as_from_get(c: &mut Client) {
    fill_site(c, "news");
    for viewer in ["", "VIEWER bob", "VIEWER nobody"] {
        for (source, number) in [("PAGE news", 28), ("GROUPPAGE news all", 26)] {
            let page = c.page(&format!("ARTICLE.{source} 1 SIZE 1000 {viewer}"));
            assert_eq!(page.len(), number);
            for article in page {
                let id = article.int("id");
                let own = c.map(&format!("ARTICLE.GET news {id} {viewer}"));
                assert_eq!(article, own);
            }
        }
    }
}

#[in_both_protocols]
fn viewers_see_their_own_vote_on_each_article_of_a_page(c: &mut Client) {
    five(c);
    c.int("ARTICLE.POST news alice old l TIME 1000 GROUPS 1 g");
    let (up, down, none) = (int(1), int(-1), int(0));
    for source in SOURCES {
        for (user, [one, two, three, four, five]) in
            [("bob", [&up, &none, &up, &down, &none]), ("alice", [&up; 5]), ("nobody", [&none; 5])]
        {
            let page = c.page(&format!("{source} 1 BY TIME ASC SIZE 10 VIEWER {user}"));
            let votes: Vec<&Value> = page.iter().map(|article| article.value("vote")).collect();
            assert_eq!(votes, [&Value::Nil, one, two, three, four, five], "{source} of {user}");
        }
        let page = c.page(&format!("{source} 1"));
        assert!(page.iter().all(|article| !article.has("vote")));
    }
}

#[test]
fn an_article_keeps_its_rank_when_voting_closes() {
    with_shared_clock(|clock, c| {
        let now = clock.now();
        c.ok("ARTICLE.CREATE news WINDOW 100 VOTESCORE 50");
        let times = format!("TIME {} CLOSES {}", now - 97, now + 2);
        c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice a l {times} UP 3 alice bob cleo"));
        c.int(&format!("ARTICLE.POST news alice b l TIME {}", now - 90));
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 2]);
        clock.pass(c, 2);
        c.int(&format!("ARTICLE.POST news alice c l TIME {}", now - 80));
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 3, 2]);
    });
}

#[in_both_protocols]
fn an_empty_viewer_is_no_viewer(c: &mut Client) {
    fill_site(c, "news");
    for line in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news all 1", "ARTICLE.GET news 9"] {
        let plain = c.run(line);
        assert_eq!(c.run(&format!("{line} VIEWER \"\"")), plain, "{line}");
        // It still counts as given.
        assert_error(
            &c.run(&format!("{line} VIEWER \"\" VIEWER bob")),
            "ERR VIEWER is given twice",
        );
    }
}
