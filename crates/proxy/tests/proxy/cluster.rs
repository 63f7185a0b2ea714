//! Sites on a cluster, whose slots move and whose nodes die.

use test_support::cluster::{Cluster, slot_of};
use test_support::*;

use crate::harness::*;

#[test]
fn commands_follow_slots_and_failovers() {
    let mut cluster = Cluster::start();
    let proxy = Proxy::before(&[&cluster.nodes[0]]);
    let mut c = proxy.resp3();
    ask(&mut c, "ARTICLE.CREATE news PARTS 6");
    for id in 1..=12 {
        assert_eq!(c.int(&format!("ARTICLE.POST news alice t{id} l{id} ID {id}")), id);
    }
    let nodes: Vec<&Server> =
        cluster.primaries().iter().map(|node| cluster.server(node)).collect();
    let keys = part_keys(&nodes);
    assert_eq!(keys.len(), 6);
    let slot = slot_of(&mut cluster.nodes[0].resp2(), &keys[1]);
    let mut random = Random::new(seed("slots and failovers"));
    for round in 0..rounds() {
        for _ in 0..4 {
            let from = cluster.holder(slot).expect("a primary");
            let to = cluster.other(&from, &mut random);
            cluster.move_slot(slot, &from, &to, || {
                assert_eq!(c.int(&format!("ARTICLE.VOTE news u{} 2", random.any())), 1);
                assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME").len(), 12);
            });
        }
        cluster.await_in_order();
        // A write that was lost with its node is an error, and never sent again.
        let doomed = cluster.holder(slot).expect("a primary");
        await_caught_up(cluster.server(&doomed), cluster.replica_of(&doomed));
        let votes = c.article("news", 2).int("votes");
        cluster.node_at(doomed.port).kill();
        let late = format!("ARTICLE.VOTE news late{round} 2");
        let reply = ask(&mut c, &late);
        assert!(error_text(&reply).starts_with("PARTDOWN part 2 of 6"), "{reply:?}");
        wait_until(DEADLINE, "the replica takes over", || ask(&mut c, &late) == Value::Int(1));
        assert_eq!(c.article("news", 2).int("votes"), votes + 1);
        assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME").len(), 12);
        cluster.node_at(doomed.port).start_again();
        cluster.await_in_order();
    }
    // The only node of the command line has named the others.
    let other = Proxy::before(&[&cluster.nodes[0]]);
    cluster.nodes[0].kill();
    let mut c = other.resp3();
    wait_until(DEADLINE, "another node replies", || {
        ask(&mut c, "ARTICLE.COUNT other") == Value::Int(0)
    });
}
