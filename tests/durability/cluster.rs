//! A site in a cluster, while clients use it: slots move back and forth, and the primary that has
//! the site is killed. Some order of the operations explains every reply.

use std::time::Duration;

use test_support::cluster::Cluster;
use test_support::*;

use crate::histories::{Progress, Recording, Target, check_rounds};

pub use test_support::cluster::slot_of;

/// The number of slots that are moved in one go.
const SLOTS_AT_ONCE: usize = 300;

/// Moves many slots in one go and back, and the slot of a site while clients use it.
fn move_slots(cluster: &Cluster, progress: &Progress, slot: u16, random: &mut Random) {
    for _ in 0..2 {
        let from = cluster.holder(slot).expect("a primary");
        let to = cluster.other(&from, random);
        cluster.reshard(&from, &to, SLOTS_AT_ONCE);
        cluster.await_in_order();
    }
    for _ in 0..5 {
        let from = cluster.holder(slot).expect("a primary");
        let to = cluster.other(&from, random);
        cluster.move_slot(slot, &from, &to, || progress.await_more(5));
    }
    cluster.await_in_order();
}

/// Kills the primary of a slot, waits until its replica has taken over, and starts it again.
/// Returns when it was dead.
fn kill_a_primary(
    cluster: &mut Cluster,
    target: &Target,
    progress: &Progress,
    slot: u16,
    now: impl Fn() -> Duration,
) -> Duration {
    let doomed = cluster.holder(slot).expect("a primary");
    // What has just moved here is durable only once it is there.
    await_caught_up(cluster.server(&doomed), cluster.replica_of(&doomed));
    progress.await_more(200);
    target.unset();
    cluster.node_at(doomed.port).kill();
    let dead = now();
    let mut heir = None;
    wait_until(DEADLINE, "the replica takes over", || {
        heir = cluster.holder(slot).filter(|node| node.id != doomed.id);
        heir.is_some()
    });
    target.set(heir.map_or(0, |heir| heir.port));
    progress.await_more(200);
    cluster.node_at(doomed.port).start_again();
    cluster.await_in_order();
    progress.await_more(200);
    dead
}

/// Compares every replica with its primary. Returns the number of sites.
fn compare_replicas(cluster: &Cluster) -> usize {
    let compare = |primary: &_| {
        let (primary, replica) = (cluster.server(primary), cluster.replica_of(primary));
        await_caught_up(primary, replica);
        let expected = ServerSnapshot::of(&mut primary.resp2());
        let mut c = replica.resp2();
        c.ok("READONLY");
        expected.assert_same(&ServerSnapshot::of(&mut c));
        expected.len()
    };
    cluster.primaries().iter().map(compare).sum()
}

#[test]
fn every_reply_has_an_order_while_slots_move_and_a_primary_dies() {
    let mut cluster = Cluster::start();
    let target = Target::default().with_replica();
    let mut sites = 0;
    check_rounds("histories, cluster", rounds().div_ceil(10), |key, random| {
        let slot = slot_of(&mut cluster.nodes[0].resp2(), key);
        let primary = cluster.holder(slot).expect("a primary");
        let mut recording = Recording::new(&mut cluster.server(&primary).resp3(), key);
        target.set(primary.port);
        let mut own = random.fork();
        let (events, dead) = recording.record(&target, random, |progress| {
            for _ in 0..3 {
                move_slots(&cluster, progress, slot, &mut own);
            }
            kill_a_primary(&mut cluster, &target, progress, slot, || recording.now())
        });
        recording.note_crash(dead);
        sites += 1;
        assert_eq!(compare_replicas(&cluster), sites, "a site is on two primaries, or on none");
        recording.check(events)
    });
}
