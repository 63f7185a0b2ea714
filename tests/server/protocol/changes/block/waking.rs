//! What ends the waiting of a client, and what does not.

use super::super::kinds::{changes, no_changes};
use super::super::{make, version};
use test_support::changes::{Changes, SiteCopy, Waiting, await_blocked, blocked};
use test_support::*;

#[in_both_protocols(with_module())]
fn a_vote_wakes_whoever_waits(server: &mut Server, c: &mut Client) {
    make(c);
    let first = version(c);
    let mut waiting = Waiting::start(server, c, &format!("news {first}"));
    assert_eq!(c.int("ARTICLE.VOTE news zoe 4"), 1);
    let changes = waiting.changes();
    assert_eq!(changes.items, [c.article("news", 4)]);
    assert_eq!((changes.deleted, changes.version), (vec![], version(c)));
    await_blocked(c, 0);
}

#[in_both_protocols(with_module())]
fn every_kind_of_change_does(server: &mut Server, c: &mut Client) {
    make(c);
    let mut copy = SiteCopy::new("news");
    copy.catch_up(c, 1000);
    for (line, changed, deleted) in changes() {
        if changed.is_empty() && deleted.is_empty() {
            c.run(line);
            continue;
        }
        let waiting = format!("news {} COUNT 1000", copy.version);
        let mut waiting = Waiting::start(server, c, &waiting);
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
        let changes = waiting.changes();
        assert_eq!(changes.ids(), (changed, deleted), "{line}");
        copy.apply(&changes);
        copy.assert_same(c);
    }
}

#[in_both_protocols(with_module())]
fn changes_in_transactions_and_scripts_do_too(server: &mut Server, c: &mut Client) {
    make(c);
    let mut waiting = Waiting::for_news(server, c, "news");
    c.ok("MULTI");
    c.run("ARTICLE.VOTE news zoe 1");
    c.run("ARTICLE.DEL news 5");
    c.run("ARTICLE.VOTE news zoe 3");
    c.run("EXEC");
    assert_eq!(waiting.changes().ids(), (vec![1, 2, 3], vec![5]));
    let mut waiting = Waiting::for_news(server, c, "news");
    let script = "for id = 1, 4 do redis.call('ARTICLE.BOOST', KEYS[1], id, 5) end";
    c.call("EVAL", (script, 1, "news"));
    assert_eq!(waiting.changes().ids(), (vec![1, 2, 3, 4], vec![]));
}

#[in_both_protocols(with_module())]
fn what_changes_no_article_wakes_nobody(server: &mut Server, c: &mut Client) {
    make(c);
    let mut waiting = Waiting::for_news(server, c, "news");
    for line in no_changes() {
        c.run(line);
        assert_eq!(blocked(c), 1, "{line}");
    }
    // A reply before this vote would be empty.
    c.int("ARTICLE.VOTE news zoe 3");
    assert_eq!(waiting.changes().ids(), (vec![3], vec![]));
}

#[in_both_protocols]
fn after_its_time_a_client_gets_the_same_version_and_nothing_else(c: &mut Client) {
    make(c);
    let version = version(c);
    for (key, version) in [("news", version.as_str()), ("none", "0")] {
        for milliseconds in [1, 30] {
            let line = format!("{key} {version} BLOCK {milliseconds}");
            let changes = Changes::get(c, &line);
            assert!(changes.is_empty() && changes.version == version, "{changes:?}");
        }
    }
    assert_eq!(blocked(c), 0);
    assert_eq!(c.run("EXISTS none"), int(0));
}

#[in_both_protocols]
fn a_client_that_lacks_something_does_not_wait(c: &mut Client) {
    make(c);
    let mut copy = SiteCopy::new("news");
    for _ in 0..3 {
        let line = format!("news {} COUNT 2 BLOCK 0", copy.version);
        copy.apply(&Changes::get(c, &line));
    }
    copy.assert_same(c);
    c.int("ARTICLE.DEL news 5");
    let changes = Changes::get(c, &format!("news {} BLOCK 0", copy.version));
    assert_eq!(changes.ids(), (vec![2], vec![5]));
}

#[in_both_protocols(with_module())]
fn the_longest_time_is_waited(server: &mut Server, c: &mut Client) {
    make(c);
    let line = format!("ARTICLE.CHANGES news {} BLOCK 9007199254740991", version(c));
    let mut waiting = Waiting::start_line(server, c, &line);
    c.int("ARTICLE.VOTE news zoe 1");
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
}

#[in_both_protocols(with_module())]
fn options_hold_after_the_waiting(server: &mut Server, c: &mut Client) {
    make(c);
    let options = "COUNT 1 VIEWER zoe RETURN 2 vote id";
    let line = format!("news {} {options}", version(c));
    let mut waiting = Waiting::start(server, c, &line);
    c.ok("MULTI");
    c.run("ARTICLE.VOTE news zoe 1");
    c.run("ARTICLE.VOTE news zoe 3 DOWN");
    c.run("EXEC");
    let changes = waiting.changes();
    assert_eq!(changes.items, [c.map("ARTICLE.GET news 1 VIEWER zoe RETURN 2 vote id")]);
    let next = Changes::get(c, &format!("news {} {options} BLOCK 0", changes.version));
    assert_eq!(next.items, [c.map("ARTICLE.GET news 3 VIEWER zoe RETURN 2 vote id")]);
}

#[test]
fn a_copy_that_waits_follows_everything() {
    let server = with_module().start();
    let mut c = server.resp3();
    make(&mut c);
    let port = server.port();
    let mut copy = SiteCopy::new("news");
    std::thread::scope(|scope| {
        let follower = scope.spawn(move || {
            let mut c = Client::connect(port, Protocol::Resp3).expect("a connection");
            while !copy.items.contains_key(&1000) {
                let line = format!("news {} COUNT 10 BLOCK 0", copy.version);
                copy.apply(&Changes::get(&mut c, &line));
            }
            copy
        });
        let mut random = Random::new(seed("waiting"));
        for number in 0..2_000 {
            let id = 1 + random.below(100);
            c.run(&match random.below(6) {
                0 => "ARTICLE.POST news alice t l".to_owned(),
                1 => format!("ARTICLE.COMMENT news bob {id} text"),
                2 => format!("ARTICLE.DEL news {id}"),
                _ => format!("ARTICLE.VOTE news voter-{number} {id}"),
            });
        }
        c.ok("ARTICLE.LOAD news ARTICLE 1000 alice last l TIME 1 CLOSES 2");
        let mut copy = follower.join().expect("a copy");
        copy.catch_up(&mut c, 1000);
        copy.assert_same(&mut c);
    });
}
