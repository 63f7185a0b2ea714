//! A primary that is cut off from its replica, which takes over at once, but not from its clients.
//! When the network is back, it becomes the replica of the new primary, and what it took meanwhile
//! is gone.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use super::link::Link;
use super::{REPLICATED, WAIT};
use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::Measure;
use crate::sandbox::Sandbox;
use crate::server::Info;
use crate::site::Plan;
use crate::voters::{self, Voters, Wait};

/// How long clients vote before the network fails, and how long it is away.
const BEFORE: Duration = Duration::from_secs(1);
const PARTITION: Duration = Duration::from_secs(15);

/// The cases: after how many seconds without news of a replica the primary refuses votes, if it
/// does, and the command after each vote.
const SETTINGS: [(&str, Option<&str>, Option<Wait>); 4] = [
    ("partition of 15 s", None, None),
    ("partition of 15 s, min-replicas-max-lag 10", Some("10"), None),
    ("partition of 15 s, min-replicas-max-lag 2", Some("2"), None),
    ("partition of 15 s, WAIT 1 after each vote", None, Some(WAIT)),
];

pub fn run(bench: &mut Bench, plan: &Plan) -> Result<()> {
    let partition = if bench.options.tiny { PARTITION / 15 } else { PARTITION };
    for (case, max_lag, wait) in SETTINGS {
        bench.announce(case);
        let mut primary = bench.sandbox(Contender::Module, plan, REPLICATED)?;
        for round in 0..bench.few_rounds() {
            let link = Link::to(primary.server.port())?;
            let mut replica = Sandbox::start_replica_of(link.port(), &bench.options, REPLICATED)?;
            if let Some(max_lag) = max_lag {
                need_replica(&mut primary, max_lag)?;
            }
            let before = voters::count(&mut primary.connection)?;
            let voters = Voters::start(primary.server.port(), plan.articles, round, wait)?;
            sleep(BEFORE);
            link.cut();
            replica.connection.call("REPLICAOF", &["NO", "ONE"])?;
            sleep(partition);
            primary.server.kill();
            let acknowledged = voters.join()?;
            let kept = voters::count(&mut replica.connection)? - before;
            // A vote can arrive without having been acknowledged.
            bench.record(case, Measure::Count, (acknowledged - kept).max(0) as f64);
            primary = replica;
        }
    }
    Ok(())
}

/// Has a primary refuse votes once it has not heard of a replica for that many seconds. Returns
/// once it takes votes.
fn need_replica(primary: &mut Sandbox, max_lag: &str) -> Result<()> {
    let settings = ["SET", "min-replicas-max-lag", max_lag, "min-replicas-to-write", "1"];
    primary.connection.call("CONFIG", &settings)?;
    Info::once(&mut primary.connection, "replication", |info| {
        Ok(info.number("min_slaves_good_slaves")? >= 1.0)
    })?;
    Ok(())
}
