//! Failover by Sentinel, which also rewrites the configuration file of every server.

use crate::failover::{any_setup, replica_setup};
use crate::histories::{Recording, Target, check_rounds};
use std::fs;
use test_support::*;

/// Starts three sentinels that watch the primary.
fn sentinels(primary: &Server) -> Vec<Server> {
    let setup = with_module()
        .argument("--sentinel")
        .config(format!("sentinel monitor news 127.0.0.1 {} 2", primary.port()))
        .config("sentinel down-after-milliseconds news 2000")
        .config("sentinel failover-timeout news 60000");
    let sentinels: Vec<_> = (0..3).map(|_| setup.start()).collect();
    for sentinel in &sentinels {
        let mut c = sentinel.resp3();
        wait_until(DEADLINE, "the sentinels know each other and the replicas", || {
            let known = c.map("SENTINEL MASTER news");
            known.text("num-slaves") == "2" && known.text("num-other-sentinels") == "2"
        });
    }
    sentinels
}

/// Waits until the sentinels agree on a primary other than the first server.
fn chosen_by(sentinels: &[Server], servers: &[Server]) -> usize {
    let mut chosen = 0;
    for sentinel in sentinels {
        let mut c = sentinel.resp3();
        wait_until(DEADLINE, "the sentinels agree on another primary", || {
            let primary = c.map("SENTINEL MASTER news");
            let is_it = |server: &Server| server.port().to_string() == primary.text("port");
            chosen = servers.iter().position(is_it).expect("one of the servers");
            chosen != 0 && primary.text("flags") == "master"
        });
    }
    chosen
}

#[test]
fn a_failover_by_sentinels_keeps_every_change_that_a_replica_had() {
    check_rounds("histories, Sentinel", rounds().div_ceil(10), |key, random| {
        let first = any_setup().start();
        // By every clock, voting is open, and nothing is of the future.
        let replicas = [3, -1].map(|days| replica_setup(&first, days * 86_400).start());
        let mut recording = Recording::new(&mut first.resp3(), key);
        for replica in &replicas {
            await_caught_up(&first, replica);
        }
        let sentinels = sentinels(&first);
        let [one, other] = replicas;
        let mut servers = [first, one, other];
        let target = Target::new(servers[0].port()).with_replica();
        let enough = 100 + random.below(500);
        let (events, (dead, chosen)) = recording.record(&target, random, |progress| {
            progress.await_more(enough);
            target.unset();
            servers[0].kill();
            let dead = recording.now();
            let chosen = chosen_by(&sentinels, &servers);
            target.set(servers[chosen].port());
            progress.await_more(100);
            // The old primary comes back empty and becomes a replica.
            servers[0].start_again();
            progress.await_more(100);
            (dead, chosen)
        });
        recording.note_crash(dead);
        let expected = ServerSnapshot::of(&mut servers[chosen].resp3()).without_clock();
        for server in (0..3).filter(|server| *server != chosen) {
            await_caught_up(&servers[chosen], &servers[server]);
            expected
                .assert_same(&ServerSnapshot::of(&mut servers[server].resp3()).without_clock());
        }
        recording.check(events)
    });
}

/// Returns how often a line with this word is in the server's configuration file.
fn lines_with(server: &Server, word: &str) -> usize {
    let file = fs::read_to_string(server.path().join("redis.conf")).expect("redis.conf");
    file.lines().filter(|line| line.split_whitespace().next() == Some(word)).count()
}

#[test]
fn after_a_failover_by_sentinel_the_servers_start_again() {
    let setup = with_module().config("appendonly yes");
    let first = setup.start();
    first.resp3().int("ARTICLE.POST news alice a l");
    let second = setup.config(format!("replicaof 127.0.0.1 {}", first.port())).start();
    await_caught_up(&first, &second);
    let sentinel = Setup::default()
        .argument("--sentinel")
        .config(format!("sentinel monitor news 127.0.0.1 {} 1", first.port()))
        .start();
    let mut c = sentinel.resp3();
    wait_until(DEADLINE, "the sentinel finds a replica that can take over", || {
        c.run("SENTINEL FAILOVER news") == Value::Okay
    });
    let (mut replica, mut primary) = (first, second);
    wait_until(DEADLINE, "both configuration files are rewritten", || {
        lines_with(&primary, "replicaof") == 0 && lines_with(&replica, "replicaof") == 1
    });
    primary.resp3().int("ARTICLE.VOTE news bob 1");
    for server in [&mut primary, &mut replica] {
        assert_eq!(lines_with(server, "loadmodule"), 1);
        server.kill();
        server.start_again();
    }
    await_caught_up(&primary, &replica);
    for (server, role) in [(&primary, "master"), (&replica, "slave")] {
        let mut c = server.resp2();
        assert_eq!(c.article("news", 1).int("votes"), 2);
        assert_eq!(info(&mut c, "replication", "role"), role);
    }
}
