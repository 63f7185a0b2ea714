//! The programs of docs/recipes.md do what the document says, and the document shows them as they
//! are.

#[allow(dead_code)]
#[path = "../../examples/follow_votes.rs"]
mod follow_votes;
#[allow(dead_code)]
#[path = "../../examples/page_cache.rs"]
mod page_cache;

use page_cache::PageCache;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use test_support::*;

const DOCUMENT: &str = include_str!("../../docs/recipes.md");
const RATE_LIMIT: &str = include_str!("../../examples/rate_limit.lua");

fn client(server: &Server) -> redis::Client {
    redis::Client::open(format!("redis://127.0.0.1:{}/", server.port())).expect("a client")
}

#[test]
fn the_document_shows_the_programs() {
    for (language, program) in [
        ("rust", include_str!("../../examples/follow_votes.rs")),
        ("rust", include_str!("../../examples/page_cache.rs")),
        ("lua", RATE_LIMIT),
    ] {
        let block = format!("```{language}\n{program}```");
        assert!(DOCUMENT.contains(&block), "docs/recipes.md differs from:\n{program}");
    }
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

/// Runs a command through the script, with a limit of 3 in a minute.
fn limited(c: &mut Client, user: &str, command: &[&str]) -> Value {
    let counter = format!("{{news}}:limit:{user}");
    c.call("EVAL", (RATE_LIMIT, 2, counter, "{news}", 3, 60, command))
}

#[test]
fn a_user_votes_no_more_often_than_the_limit() {
    in_both_protocols(|c| {
        for _ in 0..5 {
            c.int("ARTICLE.POST {news} alice a l");
        }
        let vote =
            |c: &mut Client, user: &str, id: &str| limited(c, user, &["ARTICLE.VOTE", user, id]);
        assert_eq!(vote(c, "bob", "1"), int(1));
        assert_eq!(vote(c, "bob", "1"), int(0), "a repeated vote does not count");
        assert_error(&vote(c, "bob", "99"), NO_ARTICLE);
        assert_eq!(vote(c, "bob", "2"), int(1));
        assert_eq!(vote(c, "bob", "3"), int(1));
        let before = c.dump("{news}");
        let refused = error_text(&vote(c, "bob", "4"));
        assert!(refused.starts_with("RATELIMIT try again in "), "{refused}");
        assert_eq!(c.dump("{news}"), before, "the vote does not count");
        assert_eq!(vote(c, "carol", "4"), int(1), "each user has a limit of their own");

        assert!((1..=60).contains(&c.int("TTL {news}:limit:bob")));
        c.int("PEXPIRE {news}:limit:bob 1");
        wait_until(DEADLINE, "the limit ends", || c.int("EXISTS {news}:limit:bob") == 0);
        assert_eq!(vote(c, "bob", "4"), int(1));
    });
}

#[test]
fn a_user_posts_no_more_often_than_the_limit() {
    in_both_protocols(|c| {
        let post = |c: &mut Client| limited(c, "bob", &["ARTICLE.POST", "bob", "a title", "l"]);
        for id in 1..=3 {
            assert_eq!(post(c), int(id));
        }
        assert!(error_text(&post(c)).starts_with("RATELIMIT "));
        assert_eq!(c.int("ARTICLE.COUNT {news}"), 3);
    });
}

#[test]
fn the_calls_of_the_script_in_the_document_work() {
    let server = with_module().start();
    let mut c = server.resp2();
    let posts = vec!["ARTICLE.POST {news} alice a l".to_owned(); 17];
    c.run_all(&posts);
    let calls = DOCUMENT.lines().filter_map(|line| line.strip_prefix("redis-cli EVAL "));
    let reply = |call: &str| {
        let output = Command::new("sh")
            .args(["-c", &format!("redis-cli -p {} EVAL {call}", server.port())])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("a shell");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let replies: Vec<_> = calls.map(reply).collect();
    assert_eq!(replies, ["1\n", "18\n"], "the vote changed, and the id of the article");
    assert_eq!(c.article("{news}", 18).text("title"), "A title");
}

#[test]
fn the_permissions_in_the_document_are_enough() {
    let server = with_module().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice a l");
    let rule = DOCUMENT.split('`').find(|code| code.starts_with("ACL SETUSER"));
    c.ok(&format!("{} >secret", rule.expect("a rule")));
    c.ok("AUTH site secret");
    let command = ["ARTICLE.VOTE", "bob", "1"];
    let mut vote =
        || c.call("EVAL", (RATE_LIMIT, 2, "news:votes:bob", "news", 1, 60, &command[..]));
    assert_eq!(vote(), int(1));
    assert!(error_text(&vote()).starts_with("RATELIMIT "));
}

#[test]
fn connections_at_the_same_time_share_a_limit() {
    let server = with_module().start();
    let mut c = server.resp2();
    for _ in 0..20 {
        c.int("ARTICLE.POST {news} alice a l");
    }
    let vote_on_all = || {
        let mut c = server.resp2();
        let ids = (1..=20).map(|id: i64| id.to_string());
        let votes = ids.map(|id| limited(&mut c, "bob", &["ARTICLE.VOTE", "bob", &id]));
        votes.filter(|reply| *reply == int(1)).count()
    };
    let counted: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(vote_on_all)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a connection")).sum()
    });
    assert_eq!(counted, 3);
    assert_eq!(c.info("{news}").int("votes"), 20 + 3, "the posters' and bob's");
}
