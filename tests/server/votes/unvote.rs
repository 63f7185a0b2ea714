//! ARTICLE.UNVOTE: withdrawing all votes of a user, step by step.

use test_support::events::{drain, subscribe};
use test_support::*;

/// Runs a step of a walk over votes. Returns the next cursor and the number of votes changed.
#[track_caller]
pub fn step(c: &mut Client, line: &str) -> (String, i64) {
    let reply = c.run(line);
    let [cursor, changed] = items(&reply) else { panic!("{line}: {reply:?}") };
    (text(cursor), number(changed))
}

/// Runs all steps of a walk that a line begins. Returns the number of votes changed, and of steps.
#[track_caller]
pub fn walk(c: &mut Client, line: &str, count: u32) -> (i64, u32) {
    let (mut cursor, mut changed, mut steps) = ("0".to_owned(), 0, 0);
    while steps == 0 || cursor != "0" {
        let (next, votes) = step(c, &format!("{line} {cursor} COUNT {count}"));
        (cursor, changed, steps) = (next, changed + votes, steps + 1);
    }
    (changed, steps)
}

#[track_caller]
fn unvote(c: &mut Client, arguments: &str) -> (String, i64) {
    step(c, &format!("ARTICLE.UNVOTE news {arguments}"))
}

#[track_caller]
pub fn unvote_all(c: &mut Client, user: &str, count: u32) -> (i64, u32) {
    walk(c, &format!("ARTICLE.UNVOTE news {user}"), count)
}

/// Makes ten articles: 3 is hidden, 4 is locked, and 9 has closed. Bob has voted on each that has
/// an odd id, on 5 silently.
pub fn make(c: &mut Client) {
    c.run("DEL news");
    let now = c.now();
    for id in 1..=10 {
        let closes = if id == 9 { now - 1000 } else { now + 1000 };
        let bob = match id {
            5 => "UP 1 alice SILENTDOWN 1 bob",
            1 | 3 | 9 => "UP 2 alice bob",
            7 => "UP 1 alice DOWN 1 bob",
            _ => "UP 1 alice",
        };
        let line = format!("ARTICLE {id} alice t l TIME {} CLOSES {closes} {bob}", now - 2000);
        c.ok(&format!("ARTICLE.LOAD news {line} GROUPS 1 g"));
    }
    c.int("ARTICLE.MODERATE news HIDE 3");
    c.int("ARTICLE.MODERATE news LOCK 4");
}

#[in_both_protocols]
fn it_withdraws_every_vote_of_open_articles_and_frees_those_of_closed_ones(c: &mut Client) {
    make(c);
    assert_eq!(c.info("news").int("votes"), 15);
    assert_eq!(unvote(c, "bob 0"), ("0".to_owned(), 4));
    for id in [1, 3, 5, 7] {
        let article = c.article("news", id);
        assert_eq!((article.int("upvotes"), article.int("downvotes")), (1, 0), "{id}");
        assert_eq!(article.int("score"), article.int("time") + 432);
    }
    // What has closed keeps its counts.
    assert_eq!(c.article("news", 9).int("upvotes"), 2);
    assert_eq!(c.info("news").int("votes"), 9);
    assert_eq!(c.map("ARTICLE.USER news alice").int("karma"), 1);
    c.check("news");
    assert_eq!(unvote(c, "bob 0"), ("0".to_owned(), 0));
    // A poster's own votes, too.
    assert_eq!(unvote(c, "alice 0"), ("0".to_owned(), 9));
    assert_eq!(c.info("news").int("votes"), 0);
    c.check("news");
}

#[in_both_protocols]
fn each_step_visits_as_many_votes_as_count_says(c: &mut Client) {
    for count in 1..=6 {
        make(c);
        assert_eq!(unvote_all(c, "bob", count), (4, 5_u32.div_ceil(count)), "COUNT {count}");
    }
    make(c);
    let (next, _) = unvote(c, "bob 0 COUNT 2");
    assert_eq!(next, "5");
    // The article at the cursor may go meanwhile.
    c.int("ARTICLE.DEL news 5 6");
    assert_eq!(unvote(c, &format!("bob {next} COUNT 1")).1, 1);
    assert_eq!(unvote(c, "bob 4294967295"), ("0".to_owned(), 0));
    // Who has no vote is done at once, however many articles there are.
    assert_eq!(unvote(c, "nobody 0 COUNT 1"), ("0".to_owned(), 0));
    c.refused("news", "ARTICLE.UNVOTE news bob 4294967296", "ERR invalid cursor");
}

#[in_both_protocols(with_module().config("notify-keyspace-events EA"))]
fn freeing_alone_marks_the_key_as_modified_and_emits_no_event(
    server: &mut Server,
    c: &mut Client,
) {
    make(c);
    let times = format!("TIME 1000 CLOSES {}", c.now() - 1000);
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 11 alice t l {times} UP 2 alice carol"));
    let mut listener = server.resp2();
    let mut events = subscribe(&mut listener);
    let mut other = server.client(c.protocol);
    for (arguments, event, is_modified) in [
        ("nobody 0 COUNT 8", None, false),
        ("carol 0 COUNT 1", None, true),
        ("carol 0 COUNT 1", None, false),
        ("bob 0", Some("news article.unvote"), true),
        ("bob 0", None, false),
    ] {
        drain(&mut events, c);
        other.ok("WATCH news");
        unvote(c, arguments);
        assert_eq!(drain(&mut events, c), Vec::from_iter(event), "{arguments}");
        other.ok("MULTI");
        other.run("PING");
        assert_eq!(other.run("EXEC") == Value::Nil, is_modified, "{arguments}");
    }
}
