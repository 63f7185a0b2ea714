//! The limit of votes and posts in docs/recipes.md, and its users, who cannot break out.

use super::{DOCUMENT, RATE_LIMIT};
use crate::documents::shell;
use crate::protocol::acl::{is_denied, is_denied_in_script};
use std::thread;
use test_support::*;

/// Runs a command through the script, with a limit of 3 in a minute.
fn limited(c: &mut Client, user: &str, command: &[&str]) -> Value {
    let counter = format!("news:limit:{user}");
    c.call("EVAL", (RATE_LIMIT, 2, counter, "news", 3, 60, command))
}

#[in_both_protocols]
fn a_user_votes_no_more_often_than_the_limit(c: &mut Client) {
    for _ in 0..5 {
        c.int("ARTICLE.POST news alice a l");
    }
    let vote =
        |c: &mut Client, user: &str, id: &str| limited(c, user, &["ARTICLE.VOTE", user, id]);
    assert_eq!(vote(c, "bob", "1"), int(1));
    assert_eq!(vote(c, "bob", "1"), int(0), "a repeated vote does not count");
    assert_error(&vote(c, "bob", "99"), NO_ARTICLE);
    assert_eq!(vote(c, "bob", "2"), int(1));
    assert_eq!(vote(c, "bob", "3"), int(1));
    let before = c.dump("news");
    let refused = error_text(&vote(c, "bob", "4"));
    assert!(refused.starts_with("RATELIMIT try again in "), "{refused}");
    assert_eq!(c.dump("news"), before, "the vote does not count");
    assert_eq!(vote(c, "carol", "4"), int(1), "each user has a limit of their own");

    assert!((1..=60).contains(&c.int("TTL news:limit:bob")));
    c.int("PEXPIRE news:limit:bob 1");
    wait_until(DEADLINE, "the limit ends", || c.int("EXISTS news:limit:bob") == 0);
    assert_eq!(vote(c, "bob", "4"), int(1));
}

#[in_both_protocols]
fn a_user_posts_no_more_often_than_the_limit(c: &mut Client) {
    let post = |c: &mut Client| limited(c, "bob", &["ARTICLE.POST", "bob", "a title", "l"]);
    for id in 1..=3 {
        assert_eq!(post(c), int(id));
    }
    assert!(error_text(&post(c)).starts_with("RATELIMIT "));
    assert_eq!(c.int("ARTICLE.COUNT news"), 3);
}

#[test]
fn the_calls_of_the_script_in_the_document_work() {
    let server = with_module().start();
    let mut c = server.resp2();
    let posts = vec!["ARTICLE.POST news alice a l".to_owned(); 17];
    c.run_all(&posts);
    let calls = DOCUMENT.lines().filter(|line| line.starts_with("redis-cli EVAL "));
    let replies: Vec<_> = calls.map(|call| shell(&server, call)).collect();
    assert_eq!(replies, ["1\n", "18\n"], "the vote changed, and the id of the article");
    assert_eq!(c.article("news", 18).text("title"), "A title");
}

#[test]
fn connections_at_the_same_time_share_a_limit() {
    let server = with_module().start();
    let mut c = server.resp2();
    for _ in 0..20 {
        c.int("ARTICLE.POST news alice a l");
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
    assert_eq!(c.info("news").int("votes"), 20 + 3, "the posters' and bob's");
}

/// Runs commands of the document in a shell. Returns what they print.
fn shell(server: &Server, commands: &str) -> String {
    String::from_utf8(shell::run(server.port(), commands).stdout).expect("UTF-8")
}

#[test]
fn the_script_works_as_a_function() {
    let server = with_module().start();
    let mut c = server.resp2();
    let posts = vec!["ARTICLE.POST news alice a l".to_owned(); 17];
    c.run_all(&posts);
    let (_, block) = DOCUMENT.split_once("  { echo '#!lua").expect("the commands");
    let (block, _) = block.split_once("```").expect("their end");
    let printed = shell(&server, &format!("{{ echo '#!lua{block}"));
    assert_eq!(printed, "article\n1\n", "the library, and the vote changed");
    assert_eq!(c.article("news", 17).int("votes"), 2);

    c.int("ARTICLE.POST news alice a l");
    c.ok(&rule("limited").replace("+eval", "+fcall"));
    c.ok("AUTH limited secret");
    let call = "rate_limit 2 news:votes:carol news 1 60 ARTICLE.VOTE carol 1";
    assert_eq!(c.int(&format!("FCALL {call}")), 1);
    assert!(error_text(&c.run(&format!("FCALL {call}"))).starts_with("RATELIMIT "));
    for line in ["EVAL return 0", "SCRIPT LOAD return", "FUNCTION LIST", "FUNCTION FLUSH"] {
        assert!(is_denied(&c.run(line)), "{line}");
    }
}

/// Returns the document's rule for a user.
fn rule(user: &str) -> &'static str {
    let start = format!("ACL SETUSER {user} ");
    DOCUMENT.lines().map(str::trim).find(|line| line.starts_with(&start)).expect("a rule")
}

/// Returns a connection as the user that a rule of the document makes.
fn login(server: &Server, owner: &mut Client, user: &str) -> Client {
    // A user from before, who may do everything.
    owner.ok(&format!("ACL SETUSER {user} on nopass ~* &* +@all"));
    owner.ok(rule(user));
    let mut client = server.client(owner.protocol);
    client.ok(&format!("AUTH {user} secret"));
    // What clients send by themselves.
    for line in ["PING", "HELLO", "CLIENT SETINFO LIB-NAME test", "MULTI", "DISCARD"] {
        assert!(!is_denied(&client.run(line)), "{user}: {line}");
    }
    client
}

/// Commands that would harm the site or reveal other keys.
const ESCAPES: [&str; 20] = [
    "EXPIRE news 1",
    "PEXPIREAT news 1",
    "PERSIST news",
    "DEL news",
    "UNLINK news",
    "SET news 1",
    "SET news 0 EX 60 NX",
    "INCR news",
    "GET news",
    "TTL news",
    "RENAME news news:votes:x",
    "COPY news:votes:bob news",
    "DUMP news",
    "ARTICLE.DEL news 1",
    "ARTICLE.EDIT news 1 TITLE x",
    "GET other",
    "KEYS *",
    "SCAN 0",
    "FLUSHALL",
    "INFO",
];

#[in_both_protocols(with_module())]
fn the_user_of_the_script_can_vote_and_count_but_not_harm_the_site(
    server: &mut Server,
    owner: &mut Client,
) {
    owner.int("ARTICLE.POST news alice a l");
    owner.ok("SET other value");
    let mut user = login(server, owner, "limited");
    let mut call = |script: &str, keys: &[&str], args: &[&str]| {
        user.call("EVAL", (script, keys.len(), keys, args))
    };
    let keys = ["news:votes:bob", "news"];
    let vote = ["1", "60", "ARTICLE.VOTE", "bob", "1"];
    assert_eq!(call(RATE_LIMIT, &keys, &vote), int(1));
    assert!(error_text(&call(RATE_LIMIT, &keys, &vote)).starts_with("RATELIMIT "));
    let post = ["5", "3600", "ARTICLE.POST", "bob", "A title", "l"];
    assert_eq!(call(RATE_LIMIT, &["news:posts:bob", "news"], &post), int(2));
    let before = SiteSnapshot::of(owner, "news");
    for line in ESCAPES {
        let script = format!("return redis.call('{}')", line.replace(' ', "','"));
        for keys in [&[][..], &["news"], &keys] {
            let reply = call(&script, keys, &[]);
            assert!(is_denied_in_script(&reply), "{line}: {reply:?}");
        }
    }
    assert!(is_denied(&call("return 1", &["other"], &[])));
    for line in ESCAPES.into_iter().chain(["CLIENT TRACKING ON BCAST", "SCRIPT FLUSH"]) {
        assert!(is_denied(&user.run(line)), "{line}");
    }
    before.assert_same(&SiteSnapshot::of(owner, "news"));
    assert_eq!(owner.int("TTL news"), -1);
    // docs/recipes.md says so: the limit does not bind the application itself.
    assert_eq!(user.int("ARTICLE.VOTE news bob 1 NONE"), 1);
}

#[in_both_protocols(with_module())]
fn two_users_count_and_vote_without_selectors(server: &mut Server, owner: &mut Client) {
    owner.int("ARTICLE.POST news alice a l");
    let mut counter = login(server, owner, "counter");
    let mut caster = login(server, owner, "caster");
    let (_, block) = DOCUMENT.split_once("```\n  MULTI\n").expect("a transaction");
    let (block, _) = block.split_once("\n  ```").expect("its end");
    for votes in 1..4 {
        counter.ok("MULTI");
        let replies: Vec<_> = block.lines().map(|line| counter.run(line)).collect();
        let replies = items(replies.last().expect("EXEC"));
        assert_eq!(replies.last(), Some(&int(votes)));
        assert!((1..=60).contains(&owner.int("TTL news:votes:bob")));
    }
    assert_eq!(caster.int("ARTICLE.VOTE news bob 1"), 1);
    let before = SiteSnapshot::of(owner, "news");
    for line in ESCAPES {
        assert!(is_denied(&counter.run(line)), "{line}");
        assert!(is_denied(&caster.run(line)), "{line}");
    }
    assert!(is_denied(&counter.run("ARTICLE.VOTE news bob 1 DOWN")));
    assert!(is_denied(&caster.run("INCR news:votes:bob")));
    before.assert_same(&SiteSnapshot::of(owner, "news"));
    assert_eq!(owner.int("TTL news"), -1);
}
