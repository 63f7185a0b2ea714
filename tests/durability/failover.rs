//! Replicas hold what their primary holds, with any clock and configuration, and however
//! they join, lose their link or take over.

use crate::operations::Operations;
use test_support::*;

/// The number of random commands between two comparisons.
const OPERATIONS: usize = 100;
const MONTH: i64 = 30 * 86_400;

pub fn any_setup() -> Setup {
    with_module().config("enable-debug-command local").config("repl-backlog-size 10mb")
}

/// Returns the setup of a replica that differs from its primary in everything it can.
pub fn replica_setup(of: &Server, clock: i64) -> Setup {
    any_setup()
        .module_args("vote-score 7 vote-window 8 page-size 9 self-vote no")
        .config(format!("replicaof 127.0.0.1 {}", of.port()))
        .config("hz 50")
        .config("lazyfree-lazy-user-del yes")
        .clock(clock)
}

/// A primary, its replica a month ahead, and the replica's replica a month behind.
struct Chain {
    servers: [Server; 3],
    operations: Operations,
    compared: usize,
}

impl Chain {
    /// Starts the primary, and the replicas once the primary has something to send to them.
    fn start(random: &mut Random, setup: impl Fn(Setup) -> Setup) -> Self {
        let mut operations = Operations::new(random.fork());
        let primary = setup(any_setup()).start();
        operations.run(&mut primary.resp3(), OPERATIONS);
        let replica = setup(replica_setup(&primary, MONTH)).start();
        let last = setup(replica_setup(&replica, -MONTH)).start();
        let mut chain = Self { servers: [primary, replica, last], operations, compared: 0 };
        let [now, ahead, behind] = [0, 1, 2].map(|n| chain.servers[n].resp2().now());
        assert!(ahead - now > MONTH - 100 && now - behind > MONTH - 100, "the clocks differ");
        chain.assert_identical([0, 1, 2]);
        chain
    }

    /// Runs random commands on a server.
    fn run_on(&mut self, server: usize) {
        self.operations.run(&mut self.servers[server].resp3(), OPERATIONS);
    }

    /// Waits until the second server has caught up with the first, and the third with the second,
    /// and compares everything they hold.
    fn assert_identical(&mut self, order: [usize; 3]) {
        let [first, rest @ ..] = order.map(|server| &self.servers[server]);
        let expected = ServerSnapshot::of(&mut first.resp3()).without_clock();
        for replica in rest {
            await_caught_up(first, replica);
            expected.assert_same(&ServerSnapshot::of(&mut replica.resp3()).without_clock());
            self.compared += expected.len();
        }
    }

    /// Returns the numbers of full and of partial synchronizations that a server has served.
    fn resyncs(&self, server: usize) -> (i64, i64) {
        let mut c = self.servers[server].resp2();
        let mut stat = |field| info_number(&mut c, "stats", field);
        (stat("sync_full"), stat("sync_partial_ok"))
    }

    fn print_report(&self, test: &str) {
        let ((accepted, refused), compared) = (self.operations.counts(), self.compared);
        report(format!(
            "{test}: {accepted} commands accepted, {refused} refused, {compared} digests compared"
        ));
    }
}

#[test]
fn replicas_with_other_clocks_and_settings_are_identical_however_they_are_synced() {
    let mut random = Random::new(seed("resync"));
    for (send, load) in [("yes", "swapdb"), ("yes", "on-empty-db"), ("no", "disabled")] {
        let mut chain = Chain::start(&mut random, |setup| {
            let setup = setup.config(format!("repl-diskless-sync {send}"));
            setup.config(format!("repl-diskless-load {load}"))
        });
        for _ in 0..rounds().div_ceil(3) {
            chain.run_on(0);
            chain.assert_identical([0, 1, 2]);
            // Links are cut from either end. Once they are back, only what is missing is sent.
            let before = chain.resyncs(0);
            for (server, kind) in [(1, "master"), (0, "replica"), (2, "master"), (1, "replica")] {
                chain.servers[server].resp2().int(&format!("CLIENT KILL TYPE {kind}"));
                chain.run_on(0);
            }
            chain.assert_identical([0, 1, 2]);
            let after = chain.resyncs(0);
            assert!(after.0 == before.0 && after.1 > before.1, "{before:?} to {after:?}");

            // A replica that wrote by itself is sent everything, and so is its replica.
            chain.servers[1].resp2().ok("REPLICAOF NO ONE");
            chain.run_on(1);
            chain.run_on(0);
            follow(&chain.servers[1], &chain.servers[0]);
            chain.assert_identical([0, 1, 2]);
            assert!(chain.resyncs(0).0 > after.0, "it was sent everything");
        }
        // So is one that has lost everything.
        chain.servers[1].kill();
        chain.run_on(0);
        chain.servers[1].start_again();
        chain.assert_identical([0, 1, 2]);
        chain.print_report(&format!("resync, diskless {send}, load {load}"));
    }
}

#[test]
fn every_server_of_a_chain_takes_over_in_turn() {
    let mut random = Random::new(seed("failover"));
    let mut chain = Chain::start(&mut random, |setup| setup);
    let mut order = [0, 1, 2];
    for _ in 0..rounds() {
        // The primary hands over and goes to the end of the chain. Nothing is sent twice.
        order.rotate_left(1);
        let [primary, last, former] = order;
        let before = chain.resyncs(last);
        chain.servers[primary].resp2().ok("REPLICAOF NO ONE");
        follow(&chain.servers[former], &chain.servers[last]);
        chain.run_on(primary);
        chain.assert_identical(order);
        let after = chain.resyncs(last);
        assert!(after.0 == before.0 && after.1 > before.1, "{before:?} to {after:?}");
        // The primary dies and comes back empty.
        order.rotate_left(1);
        let [primary, last, former] = order;
        chain.servers[former].kill();
        chain.servers[primary].resp2().ok("REPLICAOF NO ONE");
        chain.run_on(primary);
        chain.servers[former].start_again();
        follow(&chain.servers[former], &chain.servers[last]);
        chain.assert_identical(order);
    }
    chain.print_report("failover by REPLICAOF");
}
