//! Sites in a cluster, while users vote through a cluster client: slots move back and forth, and a
//! primary is killed. Every acknowledged vote counts exactly once.
//!
//! `TORTURE_SITES` is the number of sites (20), and `TORTURE_ROUNDS` the number of times that
//! slots move (3).

mod cluster_voters;
mod nodes;

use cluster_voters::{
    ARTICLES, ClusterVoter, Count, Doomed, Load, cluster_client, cluster_connection, count,
};
use nodes::{Cluster, Node};
use redis::ConnectionLike;
use std::time::Instant;
use test_support::*;

pub use nodes::slot_of;

const VOTERS: usize = 6;
/// The number of slots that are moved in one go.
const SLOTS_AT_ONCE: usize = 300;

/// Moves slots under load: many in one go, and the slots of sites with votes between the steps.
fn move_slots(
    cluster: &Cluster,
    load: &Load,
    sites: &[String],
    random: &mut Random,
    times: u64,
) -> u64 {
    let mut moved = 0;
    let errors = load.errors();
    for _ in 0..times {
        let primaries = cluster.primaries();
        let from = random.below(3) as usize;
        let [from, to] = [from, (from + 1) % 3].map(|number| &primaries[number]);
        for (from, to) in [(from, to), (to, from)] {
            cluster.reshard(from, to, SLOTS_AT_ONCE);
            cluster.await_in_order();
            moved += SLOTS_AT_ONCE as u64;
        }
        for _ in 0..5 {
            moved += move_a_site(cluster, load, sites, &cluster.primaries(), random);
        }
        cluster.await_in_order();
    }
    assert_eq!(load.errors(), errors, "voters get no errors while slots move");
    moved
}

/// Moves the slot of a random site from one of these primaries to another. Returns the number of
/// slots moved: 0 if none of them has the site.
fn move_a_site(
    cluster: &Cluster,
    load: &Load,
    sites: &[String],
    among: &[Node],
    random: &mut Random,
) -> u64 {
    let site = &sites[random.below(sites.len() as i64) as usize];
    let slot = slot_of(&mut cluster.server(&among[0]).resp2(), site);
    let Some(from) = among.iter().find(|node| node.has_slot(slot)) else { return 0 };
    let others: Vec<_> = among.iter().filter(|node| node.id != from.id).collect();
    cluster.move_slot(slot, from, random.pick(&others), || load.await_more(5));
    1
}

/// Kills a primary under load, moves slots between the others until its replica has taken over,
/// and starts it again.
fn kill_a_primary(
    cluster: &mut Cluster,
    load: &Load,
    sites: &[String],
    random: &mut Random,
) -> u64 {
    let primaries = cluster.primaries();
    let doomed = &primaries[random.below(3) as usize];
    let replica = cluster.replica_of(doomed);
    let mut c = replica.resp2();
    let is_there = |site: &&String| doomed.has_slot(slot_of(&mut c, site));
    let its_sites = sites.iter().filter(is_there).cloned().collect();
    load.doom(Some(Doomed { port: doomed.port, sites: its_sites }));
    await_caught_up(cluster.server(doomed), replica);
    load.await_more(200 + random.below(1000));
    load.set_dying(true);
    cluster.node_at(doomed.port).kill();

    let (mut moved, start) = (0, Instant::now());
    let mut now = primaries.clone();
    while now.len() < 3 || now.iter().any(|node| node.port == doomed.port) {
        now.retain(|node| primaries.iter().any(|old| old.id == node.id && node.id != doomed.id));
        moved += move_a_site(cluster, load, sites, &now, random);
        assert!(start.elapsed() < DEADLINE, "nobody takes over");
        now = cluster.primaries();
    }
    load.doom(None);
    load.await_more(500);
    cluster.node_at(doomed.port).start_again();
    cluster.await_in_order();
    load.await_more(500);
    load.set_dying(false);
    moved
}

/// Compares every replica with its primary, and checks that each site is on exactly one primary.
/// Returns the number of digests compared.
fn compare_replicas(cluster: &Cluster, sites: usize) -> usize {
    let mut compared = 0;
    for primary in cluster.primaries() {
        let replica = cluster.replica_of(&primary);
        await_caught_up(cluster.server(&primary), replica);
        let expected = ServerSnapshot::of(&mut cluster.server(&primary).resp2());
        let mut c = replica.resp2();
        c.ok("READONLY");
        expected.assert_same(&ServerSnapshot::of(&mut c));
        compared += expected.len();
    }
    assert_eq!(compared, sites, "a site is on two primaries, or on none");
    compared
}

#[test]
fn every_vote_counts_once_while_slots_move_and_a_primary_dies() {
    let mut random = Random::new(seed("cluster"));
    let mut cluster = Cluster::start();
    let client = cluster_client(&cluster);
    let number = number_from_env("TORTURE_SITES").unwrap_or(20);
    let sites: Vec<_> = (0..number).map(|number| format!("site-{number}")).collect();
    let mut c = cluster_connection(&client);
    for site in &sites {
        for _ in 0..ARTICLES {
            let post = redis::cmd("ARTICLE.POST").arg(&[site, "poster", "t", "l"]).clone();
            c.req_command(&post).expect("an article");
        }
    }
    let (load, kills) = (Load::default(), rounds().div_ceil(10));
    let (ballots, moved) = std::thread::scope(|scope| {
        let start = |number| {
            let voter = ClusterVoter::new(number, random.fork(), &client, &load);
            let sites = &sites;
            scope.spawn(move || voter.vote(sites))
        };
        let voters: Vec<_> = (0..VOTERS).map(start).collect();
        let stop = load.stop_on_drop();
        let mut moved = 0;
        for _ in 0..kills {
            moved += move_slots(&cluster, &load, &sites, &mut random, rounds() / kills);
            moved += kill_a_primary(&mut cluster, &load, &sites, &mut random);
        }
        drop(stop);
        let ballots = voters.into_iter().map(|voter| voter.join().expect("a voter"));
        (ballots.flatten().collect::<Vec<_>>(), moved)
    });
    let mut c = cluster_connection(&client);
    let Count { lost, unsure, doubled } = count(&mut c, &sites, &ballots);
    let compared = compare_replicas(&cluster, sites.len());
    let errors = load.errors();
    println!("errors that passed: {errors:#?}");
    report(format!(
        "cluster: {} sites, {moved} slots moved, {kills} primaries killed, \
         {} votes acknowledged, {lost} lost, {doubled} doubled, \
         {unsure} gone with a primary before a replica had them, {} errors that passed, \
         {compared} digests compared",
        sites.len(),
        ballots.len(),
        errors.values().sum::<u64>(),
    ));
    assert_eq!((lost, doubled), (0, 0));
}
