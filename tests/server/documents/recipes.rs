//! The programs of docs/recipes.md do what the document says.

#[allow(dead_code)]
#[path = "../../../examples/follow_changes.rs"]
mod follow_changes;
#[allow(dead_code)]
#[path = "../../../examples/follow_votes.rs"]
mod follow_votes;
#[allow(dead_code)]
#[path = "../../../examples/page_cache.rs"]
mod page_cache;

mod rate_limit;

use follow_changes::Change;
use page_cache::PageCache;
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;
use test_support::*;

const DOCUMENT: &str = include_str!("../../../docs/recipes.md");
const RATE_LIMIT: &str = include_str!("../../../examples/rate_limit.lua");

fn client(server: &Server) -> redis::Client {
    redis::Client::open(format!("redis://127.0.0.1:{}/", server.port())).expect("a client")
}

#[test]
fn a_follower_has_a_copy_of_the_site() {
    let server = with_module().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice Hello l");
    let (sender, changes) = mpsc::channel();
    let client = client(&server);
    let follower = thread::spawn(move || {
        follow_changes::follow(&client, "news", |change| {
            let is_last = matches!(change, Change::Resync);
            sender.send(change).expect("the test");
            !is_last
        })
    });
    let mut copy = BTreeMap::new();
    let mut await_copy = |expected: &[(i64, &str)]| {
        let expected = expected.iter().map(|(id, text)| (*id, (*text).to_owned()));
        let expected: BTreeMap<i64, String> = expected.collect();
        while copy != expected {
            match changes.recv_timeout(DEADLINE).expect("a change") {
                Change::Put(entries) => {
                    let shown = entries.get("title").or_else(|| entries.get("text"));
                    copy.insert(number(&entries["id"]), text(shown.expect("a title or a text")));
                }
                Change::Delete(id) => {
                    copy.remove(&id);
                }
                Change::Resync => copy.clear(),
            }
        }
    };
    await_copy(&[(1, "Hello")]);
    c.int("ARTICLE.COMMENT news bob 1 First");
    await_copy(&[(1, "Hello"), (2, "First")]);
    c.ok("ARTICLE.EDIT news 2 TEXT Second");
    await_copy(&[(1, "Hello"), (2, "Second")]);
    c.int("ARTICLE.DEL news 1");
    await_copy(&[(2, "Second")]);
    c.int("DEL news");
    await_copy(&[]);
    follower.join().expect("the follower").expect("no error");
}

#[test]
fn a_follower_of_the_front_page_sees_every_vote() {
    let server = with_module().config("notify-keyspace-events KEd").start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news alice b l");
    let (sender, seen) = mpsc::channel();
    let client = client(&server);
    let follower = thread::spawn(move || {
        follow_votes::follow(&client, "news", |id, votes| {
            sender.send((id, votes)).expect("the test");
            (id, votes) != (2, 0)
        })
    });
    let next = || seen.recv_timeout(DEADLINE).expect("a change");
    let mut first = [next(), next()];
    first.sort_unstable();
    assert_eq!(first, [(1, 1), (2, 1)]);
    for (line, change) in [
        ("ARTICLE.VOTE news bob 1", (1, 2)),
        ("ARTICLE.VOTE news bob 1 DOWN", (1, 0)),
        ("ARTICLE.POST news carol c l", (3, 1)),
        ("ARTICLE.VOTE news alice 2 NONE", (2, 0)),
    ] {
        c.int(line);
        assert_eq!(next(), change, "{line}");
    }
    follower.join().expect("the follower").expect("no error");
}

#[test]
fn a_vote_and_its_message_are_one_transaction() {
    let server = with_module().start();
    let mut c = server.resp2();
    let posts = vec!["ARTICLE.POST news alice a l".to_owned(); 17];
    c.run_all(&posts);
    let (_, block) = DOCUMENT.split_once("```\nMULTI\n").expect("a transaction");
    let (block, _) = block.split_once("\n```").expect("its end");
    c.ok("MULTI");
    let replies = block.lines().map(|line| c.run(line)).collect::<Vec<_>>();
    let [vote, _] = items(replies.last().expect("EXEC")) else { panic!("{replies:?}") };
    assert_eq!(c.fields(vote).int("votes"), 2);
    assert_eq!(c.int("XLEN news:changes"), 1);
}

/// Returns the votes of the first article on a page.
fn top(c: &Client, page: &Value) -> i64 {
    c.articles(page)[0].int("votes")
}

#[test]
fn a_cached_page_is_dropped_by_the_next_vote_on_the_site() {
    let server = with_module().start();
    let mut c = server.resp2();
    for site in ["news", "other"] {
        c.int(&format!("ARTICLE.POST {site} alice a l"));
    }
    let mut cache = PageCache::connect(&client(&server)).expect("a cache");
    let mut read = |site, number| cache.page(site, number).expect("a page");
    for (site, number) in [("news", 1), ("news", 2), ("other", 1)] {
        assert!(!read(site, number).1);
        assert!(read(site, number).1, "page {number} of {site} is cached");
    }
    c.int("ARTICLE.VOTE news bob 1");
    // The announcement comes by another connection, a moment after the reply.
    wait_until(DEADLINE, "the vote is on the page", || top(&c, &read("news", 1).0) == 2);
    assert!(read("news", 1).1, "the new page is cached");
    assert!(!read("news", 2).1, "a vote drops every page of its site");
    assert!(read("other", 1).1, "and no page of another site");

    // A vote that changes nothing drops nothing.
    assert_eq!(c.int("ARTICLE.VOTE news bob 1"), 0);
    assert_eq!(c.int("ARTICLE.VOTE other bob 1"), 1);
    wait_until(DEADLINE, "the vote is on the page", || top(&c, &read("other", 1).0) == 2);
    assert!(read("news", 1).1);

    c.ok("FLUSHALL");
    wait_until(DEADLINE, "the page is empty", || items(&read("news", 1).0).is_empty());
}

#[test]
fn a_cache_without_its_listener_reads_every_page_from_the_server() {
    let server = with_module().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice a l");
    let mut cache = PageCache::connect(&client(&server)).expect("a cache");
    let mut is_cached = || cache.page("news", 1).expect("a page").1;
    assert_eq!([is_cached(), is_cached()], [false, true]);
    assert_eq!(c.int("CLIENT KILL TYPE pubsub"), 1);
    wait_until(DEADLINE, "the cache is off", || !is_cached());
    assert!(!is_cached());
}
