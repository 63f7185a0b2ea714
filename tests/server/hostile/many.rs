//! Much of one thing: articles of one link, ids in one command, articles of one user.

use super::{assert_unharmed, setup};
use test_support::*;

/// Sends the lines. Each must reply with an integer.
fn run_all(c: &mut Client, lines: impl Iterator<Item = String>) -> Vec<i64> {
    let replies = c.run_all(&lines.collect::<Vec<_>>());
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
    // Each is a vote on the newest, until that is hidden or deleted.
    for (gone, newest) in [("MODERATE news HIDE", 2_000), ("DEL news", 1_999)] {
        let ids = run_all(&mut c, (100..200).map(|n| post(n, now)));
        assert_eq!(ids, [newest; 100]);
        assert_eq!(c.article("news", newest).int("upvotes"), 101);
        assert_eq!(c.int(&format!("ARTICLE.{gone} {newest}")), 1);
    }
    let all: Vec<_> = (1..=2_000).map(|id: i64| id.to_string()).collect();
    assert_eq!(c.int(&format!("ARTICLE.MODERATE news HIDE {}", all.join(" "))), 1_998);
    assert_eq!(c.int(&post(1, now)), 2_001);
    assert_unharmed(&server, &mut c);
    assert_eq!(c.int(&format!("ARTICLE.DEL news 2001 {}", all.join(" "))), 2_000);
    assert_eq!(c.run("ARTICLE.FIND news l"), Value::Nil);
    assert_unharmed(&server, &mut c);
}

#[test]
fn a_hundred_thousand_ids_are_moderated_at_once() {
    let server = setup().start();
    let mut c = server.resp3();
    run_all(&mut c, (1..=1_000).map(|_| "ARTICLE.POST news alice t l GROUPS 1 g".to_owned()));
    // Most of them do not exist, and some are given several times.
    let ids: Vec<_> = (0..100_000).map(|n: i64| (n * 7 % 50_000 - 100).to_string()).collect();
    for (action, expected) in
        [("HIDE", 0), ("LOCK", 0), ("PIN", 0), ("SHOW", 1_000), ("UNPIN", 1_000)]
    {
        let line = format!("ARTICLE.MODERATE news {action} {}", ids.join(" "));
        assert_eq!((c.int(&line), c.int(&line)), (1_000, 0), "{action}");
        assert_eq!(c.int("ARTICLE.COUNT news g"), expected, "{action}");
    }
    let line = format!("ARTICLE.MODERATE news HIDE {} x", ids.join(" "));
    assert_error(&c.run(&line), "ERR id must be an integer");
    assert_eq!(c.info("news").int("hidden"), 0);
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
        assert_eq!(c.run("ARTICLE.USER news alice"), Value::Nil);
        assert_eq!(c.info("news").int("users"), 1);
    }
}
