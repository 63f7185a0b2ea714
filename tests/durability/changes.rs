//! Followers of a site's changes when servers are killed, replaced, or hand over.

use crate::failover::{any_setup, replica_setup};
use crate::operations::Operations;
use test_support::changes::{SiteCopy, Waiting};
use test_support::random_commands::SITES;
use test_support::*;

/// Returns the setup of a server that loses nothing when it is killed.
fn persistent() -> Setup {
    any_setup().config("appendonly yes").config("appendfsync always")
}

/// Posts articles without a link, of which none can have been posted before.
fn post(c: &mut Client, key: &str, number: i64) {
    for _ in 0..number {
        assert!(matches!(c.call("ARTICLE.POST", (key, "alice", "t", "")), Value::Int(_)));
    }
}

fn caught_up(c: &mut Client, key: &str) -> SiteCopy {
    let mut copy = SiteCopy::new(key);
    copy.catch_up(c, 100);
    copy
}

#[test]
fn copies_start_again_after_a_crash() {
    let mut random = Random::new(seed("changes"));
    let mut operations = Operations::new(random.fork());
    let mut server = persistent().start();
    let mut copies = SITES.map(SiteCopy::new);
    for _ in 0..rounds() {
        let mut c = server.resp3();
        operations.run(&mut c, 200);
        for copy in &mut copies {
            copy.catch_up(&mut c, 1 + random.below(30) as usize);
            copy.assert_same(&mut c);
        }
        post(&mut c, SITES[0], 1);
        let mut waiting = Waiting::for_news(&server, &mut c, SITES[0]);
        server.kill();
        assert!(waiting.0.connection.recv_response().is_err());
        server.start_again();
        let mut c = server.resp3();
        for copy in &mut copies {
            if copy.version != "0" {
                assert_eq!(copy.step(&mut c, 10), None);
            }
            copy.catch_up(&mut c, 1 + random.below(30) as usize);
            copy.assert_same(&mut c);
        }
    }
}

#[test]
fn a_copy_goes_on_at_a_replica_that_takes_over_and_starts_again_elsewhere() {
    let primary = any_setup().start();
    let replica = replica_setup(&primary, 0).start();
    let mut c = primary.resp3();
    post(&mut c, "news", 30);
    await_caught_up(&primary, &replica);
    let mut of_primary = caught_up(&mut c, "news");
    let mut of_replica = caught_up(&mut replica.resp3(), "news");
    let mut waits_there = Waiting::for_news(&replica, &mut replica.resp3(), "news");
    let mut waits_here = Waiting::for_news(&primary, &mut c, "news");
    c.ok("FAILOVER");
    // The server hangs up on clients that wait when it becomes a replica.
    let unblocked = error_text(&waits_here.reply());
    assert!(unblocked.starts_with("UNBLOCKED"), "{unblocked}");
    let mut other = replica.resp3();
    wait_until(DEADLINE, "the replica takes over", || {
        info(&mut other, "replication", "role") == "master"
    });
    // Its history goes on, and so does whoever waits there.
    other.int("ARTICLE.VOTE news zoe 7");
    assert_eq!(waits_there.changes().ids(), (vec![7], vec![]));
    assert_eq!(of_replica.step(&mut other, 10).expect("changes").ids(), (vec![7], vec![]));
    assert_eq!(of_primary.step(&mut other, 10), None);
    of_primary.catch_up(&mut other, 10);
    of_primary.assert_same(&mut other);
    // So does the history of the former primary, which was sent only what it missed.
    await_caught_up(&replica, &primary);
    let mut c = primary.resp3();
    let copy = caught_up(&mut c, "news");
    copy.assert_same(&mut c);
    let mut waits = Waiting::for_news(&primary, &mut c, "news");
    other.int("ARTICLE.DEL news 3");
    assert_eq!(waits.changes().ids(), (vec![], vec![3]));
}

#[test]
fn a_replica_that_is_sent_everything_begins_a_new_history() {
    let mut primary = persistent().start();
    let replica = replica_setup(&primary, 0).start();
    let mut c = primary.resp3();
    post(&mut c, "news", 20);
    await_caught_up(&primary, &replica);
    let mut other = replica.resp3();
    let mut copy = caught_up(&mut other, "news");
    let mut waiting = Waiting::for_news(&replica, &mut other, "news");
    c.int("ARTICLE.DEL news 3");
    assert_eq!(waiting.changes().ids(), (vec![], vec![3]));
    let mut waiting = Waiting::for_news(&replica, &mut other, "news");
    primary.kill();
    primary.start_again();
    assert_error(&waiting.reply(), RESYNC);
    await_caught_up(&primary, &replica);
    assert_eq!(copy.step(&mut other, 10), None);
    copy.catch_up(&mut other, 10);
    copy.assert_same(&mut other);
    let mut waiting = Waiting::for_news(&replica, &mut other, "news");
    primary.resp3().int("ARTICLE.VOTE news zoe 1");
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
}

/// The site comes while its clients wait, without a command that the replica runs.
#[test]
fn a_client_of_a_replica_learns_of_a_site_that_it_is_sent_whole() {
    let mut primary = persistent().start();
    let replica = replica_setup(&primary, 0).start();
    await_caught_up(&primary, &replica);
    let mut other = replica.resp3();
    let mut waiting = Waiting::start(&replica, &mut other, "news 0");
    // The replica does not hear of this.
    let mut c = primary.resp3();
    let paused = replica.process_id();
    signal(paused, "STOP");
    c.int("CLIENT KILL TYPE replica");
    post(&mut c, "news", 2);
    primary.kill();
    primary.start_again();
    signal(paused, "CONT");
    await_caught_up(&primary, &replica);
    primary.resp3().int("ARTICLE.VOTE news zoe 1");
    let changes = waiting.changes();
    assert!(changes.ids().0.contains(&1), "{changes:?}");
}

fn signal(process: u32, name: &str) {
    let mut kill = std::process::Command::new("kill");
    let status = kill.args(["-s", name, &process.to_string()]).status();
    assert!(status.expect("kill").success());
}

#[test]
fn a_copy_is_the_same_after_random_commands_on_a_primary() {
    let mut operations = Operations::new(Random::new(seed("followed replica")));
    let primary = any_setup().start();
    let replica = replica_setup(&primary, 0).start();
    let (mut c, mut other) = (primary.resp3(), replica.resp3());
    let mut copies = SITES.map(SiteCopy::new);
    for _ in 0..rounds() {
        operations.run(&mut c, 200);
        await_caught_up(&primary, &replica);
        for copy in &mut copies {
            copy.catch_up(&mut other, 7);
            copy.assert_same(&mut c);
        }
    }
}
