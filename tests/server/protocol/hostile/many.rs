//! Much of one thing: articles of one link, ids in one command, articles of one user.

use super::{assert_unharmed, setup};
use test_support::*;

/// Sends the lines. Each must reply with an integer.
fn run_all(c: &mut Client, lines: impl Iterator<Item = String>) -> Vec<i64> {
    let replies = c.run_all(lines.collect::<Vec<_>>());
    replies.iter().map(number).collect()
}

#[test]
fn thousands_of_articles_of_one_link_are_found_and_merged() {
    let server = setup().start();
    let mut c = server.resp3();
    let now = c.now();
    let post = |user: i64, time: i64| format!("ARTICLE.POST news user{user} t l TIME {time}");
    let ids = run_all(&mut c, (1..=2_000).map(|n| post(n % 7, now - 5_000 + n)));
    assert_eq!(ids, (1..=2_000).collect::<Vec<_>>());
    assert_eq!(c.run("ARTICLE.FIND news l"), int(2_000));
    c.ok("ARTICLE.ALTER news DEDUPE 10000");
    // Each is a vote on the newest, until that is deleted, and refused while it is hidden.
    for newest in [2_000, 1_999] {
        let ids = run_all(&mut c, (100..200).map(|n| post(n, now)));
        assert_eq!(ids, [newest; 100]);
        assert_eq!(c.article("news", newest).int("upvotes"), 101);
        assert_eq!(c.int(&format!("ARTICLE.MODERATE news HIDE {newest}")), 1);
        assert_error(&c.run(&post(1, now)), HIDDEN);
        assert_eq!(c.int(&format!("ARTICLE.DEL news {newest}")), 1);
    }
    let all: Vec<_> = (1..=2_000).map(|id: i64| id.to_string()).collect();
    let of_1000 = |c: &mut Client, command: &str| -> i64 {
        all.chunks(1_000).map(|ids| c.int(&format!("{command} {}", ids.join(" ")))).sum()
    };
    assert_eq!(of_1000(&mut c, "ARTICLE.MODERATE news HIDE"), 1_998);
    assert_error(&c.run(&post(1, now)), HIDDEN);
    assert_unharmed(&server, &mut c);
    assert_eq!(of_1000(&mut c, "ARTICLE.DEL news"), 1_998);
    assert_eq!(c.run("ARTICLE.FIND news l"), Value::Nil);
    assert_unharmed(&server, &mut c);
}

#[test]
fn a_thousand_ids_or_groups_are_changed_at_once_and_no_more() {
    let server = setup().start();
    let mut c = server.resp3();
    run_all(&mut c, (1..=600).map(|_| "ARTICLE.POST news alice t l GROUPS 1 g".to_owned()));
    // Some of them do not exist, and some are given several times.
    let ids: Vec<_> = (0..1_000).map(|n: i64| (n * 9 % 700 - 50).to_string()).collect();
    let ids = ids.join(" ");
    for (action, expected) in [("HIDE", 0), ("LOCK", 0), ("PIN", 0), ("SHOW", 600), ("UNPIN", 600)]
    {
        let line = format!("ARTICLE.MODERATE news {action} {ids}");
        assert_eq!((c.int(&line), c.int(&line)), (600, 0), "{action}");
        assert_eq!(c.int("ARTICLE.COUNT news g"), expected, "{action}");
    }
    let words = ids.rsplit_once(' ').expect("several ids").0;
    for (line, error) in [
        (format!("ARTICLE.MODERATE news HIDE {words} x"), "ERR id must be an integer"),
        (format!("ARTICLE.MODERATE news HIDE {ids} 1"), "ERR at most 1000 ids"),
        (format!("ARTICLE.MODERATE news HIDE {ids} x"), "ERR at most 1000 ids"),
        (format!("ARTICLE.DEL news {ids} 1"), "ERR at most 1000 ids"),
        (format!("ARTICLE.GROUPADD news 1 {ids} g"), "ERR at most 1000 groups"),
        (format!("ARTICLE.GROUPREM news 1 {ids} g"), "ERR at most 1000 groups"),
    ] {
        assert_error(&assert_unchanged(&mut c, "news", |c| c.run(&line)), error);
    }
    assert_eq!(c.int(&format!("ARTICLE.GROUPREM news 1{}", " g".repeat(1_000))), 1);
    assert_eq!(c.int(&format!("ARTICLE.GROUPADD news 1{}", " g".repeat(1_000))), 1);
    assert_eq!(c.int(&format!("ARTICLE.DEL news {ids}")), 600);
    assert_unharmed(&server, &mut c);
}

#[test]
fn a_user_with_very_many_articles_comes_and_goes() {
    let server = setup().start();
    for (protocol, ids) in [(Protocol::Resp2, 1..1_001), (Protocol::Resp3, 1_002..2_002)] {
        let mut c = server.client(protocol);
        let posts = ids.clone().map(|id| format!("ARTICLE.POST news alice t l{id}"));
        assert_eq!(run_all(&mut c, posts), ids.clone().collect::<Vec<_>>());
        c.int("ARTICLE.POST news bob t l");
        assert_eq!(c.map("ARTICLE.USER news alice").int("articles"), 1_000);
        assert_unharmed(&server, &mut c);
        // Every other one, then all but one, then the last.
        let (odd, even): (Vec<i64>, Vec<i64>) = ids.partition(|id| id % 2 == 1);
        for (part, left) in [(&odd[..], 500), (&even[1..], 1), (&even[..1], 0)] {
            let deleted = run_all(&mut c, part.iter().map(|id| format!("ARTICLE.DEL news {id}")));
            assert!(deleted.iter().all(|number| *number == 1));
            let page = c.ids("ARTICLE.USERPAGE news alice 1 SIZE 1000 BY TIME ASC");
            assert_eq!(page.len(), left);
            assert_unharmed(&server, &mut c);
        }
        assert_eq!(c.map("ARTICLE.USER news alice").ints(), [0; 5]);
        assert_eq!(c.info("news").int("users"), 1);
    }
}
