//! Histories of concurrent clients, through kills, failovers, and moves of slots: some order of
//! the operations explains every reply.
//!
//! Each of the `TORTURE_ROUNDS` has a site of its own. A seed repeats the choices of clients, but
//! not how they interleave, so a failure prints the part of the history that has no order.

mod commands;
mod follower;
mod progress;
mod recording;
mod route;
mod users;

use std::collections::BTreeSet;

use test_support::*;

use crate::cluster::slot_of;
use crate::failover::{any_setup, replica_setup};
use crate::slot_migration::{join, migrate_slot, migration, move_slot, node};
pub use progress::Progress;
pub use recording::{Recording, check_rounds};
pub use route::Target;

#[test]
fn without_a_fault() {
    let server = with_module().start();
    let target = Target::new(server.port());
    check_rounds("histories", rounds(), |key, random| {
        let recording = Recording::new(&mut server.resp3(), key);
        let enough = 500 + random.below(500);
        let (events, ()) =
            recording.record(&target, random, |progress| progress.await_more(enough));
        recording.check(events)
    });
}

#[test]
fn of_a_server_that_is_killed() {
    let setup = with_module().config("appendonly yes").config("appendfsync always");
    let mut server = setup.start();
    let target = Target::new(server.port());
    check_rounds("histories, killed", rounds(), |key, random| {
        let recording = Recording::new(&mut server.resp3(), key);
        let [before, after] = [(); 2].map(|()| 100 + random.below(400));
        let (events, ()) = recording.record(&target, random, |progress| {
            progress.await_more(before);
            target.unset();
            server.kill();
            server.restart();
            target.set(server.port());
            progress.await_more(after);
        });
        recording.check(events)
    });
}

#[test]
fn of_a_primary_that_hands_over() {
    let primary = any_setup().start();
    let replica = replica_setup(&primary, 0).start();
    await_caught_up(&primary, &replica);
    let (mut from, mut to) = (primary, replica);
    let target = Target::new(from.port()).that_may_change_role();
    check_rounds("histories, FAILOVER", rounds(), |key, random| {
        let recording = Recording::new(&mut from.resp3(), key);
        let [before, after] = [(); 2].map(|()| 100 + random.below(400));
        let (events, ()) = recording.record(&target, random, |progress| {
            progress.await_more(before);
            from.resp2().ok("FAILOVER");
            let mut c = to.resp2();
            wait_until(DEADLINE, "the replica takes over", || {
                info(&mut c, "replication", "role") == "master"
            });
            target.set(to.port());
            progress.await_more(after);
        });
        await_caught_up(&to, &from);
        ServerSnapshot::of(&mut to.resp3()).assert_same(&ServerSnapshot::of(&mut from.resp3()));
        std::mem::swap(&mut from, &mut to);
        recording.check(events)
    });
}

/// Replication is asynchronous: the replica has what the primary had at some moment. In every
/// other round on average, the link is cut before the crash, so that the replica misses
/// operations.
#[test]
fn of_a_primary_that_crashes() {
    let [mut from, mut to] = [(); 2].map(|()| any_setup().start());
    follow(&to, &from);
    let target = Target::new(from.port()).with_replica();
    check_rounds("histories, crash and failover", rounds(), |key, random| {
        let mut recording = Recording::new(&mut from.resp3(), key);
        await_caught_up(&from, &to);
        let [before, missed, after] = [100, 50, 100].map(|least| least + random.below(200));
        let is_cut = random.percent(50);
        let (events, dead) = recording.record(&target, random, |progress| {
            progress.await_more(before);
            if is_cut {
                to.resp2().ok("REPLICAOF NO ONE");
                progress.await_more(missed);
            }
            target.unset();
            from.kill();
            let dead = recording.now();
            if !is_cut {
                to.resp2().ok("REPLICAOF NO ONE");
            }
            target.set(to.port());
            progress.await_more(after);
            dead
        });
        recording.note_crash(dead);
        from.restart();
        follow(&from, &to);
        std::mem::swap(&mut from, &mut to);
        recording.check(events)
    });
}

#[test]
fn of_a_site_that_moves() {
    let (one, other) = (node(0), node(0));
    join(&one, &other);
    for server in [&one, &other] {
        // A node that gives its last slot away stays a primary.
        server.resp2().ok("CONFIG SET cluster-allow-replica-migration no");
    }
    let target = Target::new(one.port());
    check_rounds("histories, slots moved", rounds(), |key, random| {
        let mut c = one.resp3();
        let recording = Recording::new(&mut c, key);
        let slot = slot_of(&mut c, key);
        let enough = [(); 2].map(|()| 100 + random.below(200));
        let is_atomic = migration(&one, &other, slot).is_some() && random.percent(50);
        let (events, ()) = recording.record(&target, random, |progress| {
            for ((from, to), enough) in [(&one, &other), (&other, &one)].into_iter().zip(enough) {
                progress.await_more(enough);
                if is_atomic {
                    migrate_slot(from, to, slot, key);
                } else {
                    move_slot(from, to, slot, key, || progress.await_more(50));
                }
                await_agreement(&one, &other);
            }
            progress.await_more(100);
        });
        recording.check(events)
    });
}

/// Waits until two nodes agree which of them has which slots since which epoch.
fn await_agreement(one: &Server, other: &Server) {
    wait_until(DEADLINE, "the nodes agree", || claims(one) == claims(other));
}

/// Returns the id, the config epoch and the slots of each node, as one of them sees them.
fn claims(node: &Server) -> BTreeSet<Vec<String>> {
    let nodes = node.resp2().report("CLUSTER NODES");
    let claim = |line: &str| -> Vec<String> {
        let words = line.split(' ').enumerate();
        let words = words.filter(|(place, _)| matches!(place, 0 | 6 | 8..));
        words.map(|(_, word)| word.to_owned()).collect()
    };
    nodes.lines().map(claim).collect()
}
