//! The ranking of a site, page by page, and when voting closes.

use test_support::*;

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
