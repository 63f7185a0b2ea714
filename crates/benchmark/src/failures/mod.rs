//! What a failure loses of the acknowledged votes, how long it keeps votes out, and what the
//! settings against losses cost.
//!
//! Clients vote without pause, each with one vote at a time, until something fails. Then the
//! server is started again, or its replica takes over at once, and what it has is compared with
//! what was acknowledged.

mod link;
mod machine;
mod partition;

use std::ops::Range;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;

use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::Measure;
use crate::sandbox::Sandbox;
use crate::server::{Info, Reply, rewrite_append_only_file};
use crate::voters::{self, Voters, Wait};
use machine::Machine;

/// The shortest and the longest time until something fails, in milliseconds. Different ages of the
/// last write to the disk come about that way.
const BEFORE: Range<u64> = 2_000..3_000;
/// The same where it is only checked whether this works.
const BEFORE_IF_TINY: Range<u64> = 1_200..1_300;

enum Failure {
    /// The server is killed. What it has written is there.
    Server,
    /// The machine fails: what was not on the disk is gone.
    Machine,
    /// The server is killed for good, and its replica takes over.
    Primary,
}

struct Setting {
    case: &'static str,
    failure: Failure,
    config: &'static [&'static str],
    /// The command after each vote, without whose reply the vote does not count as acknowledged.
    wait: Option<Wait>,
}

/// The configuration of servers with a replica.
const REPLICATED: &[&str] =
    &["appendonly yes", "appendfsync everysec", "repl-diskless-sync-delay 0"];

const WAIT: Wait = &["WAIT", "1", "10000"];

const SETTINGS: [Setting; 8] = [
    Setting {
        case: "killed server without an append-only file",
        failure: Failure::Server,
        config: &["save ''"],
        wait: None,
    },
    Setting {
        case: "killed server, appendfsync everysec",
        failure: Failure::Server,
        config: &["appendonly yes", "appendfsync everysec"],
        wait: None,
    },
    Setting {
        case: "killed server, appendfsync always",
        failure: Failure::Server,
        config: &["appendonly yes", "appendfsync always"],
        wait: None,
    },
    Setting {
        case: "failed machine, appendfsync everysec",
        failure: Failure::Machine,
        config: &["appendonly yes", "appendfsync everysec"],
        wait: None,
    },
    Setting {
        case: "failed machine, appendfsync always",
        failure: Failure::Machine,
        config: &["appendonly yes", "appendfsync always"],
        wait: None,
    },
    Setting {
        case: "failed machine, appendfsync everysec, WAITAOF 1 0 after each vote",
        failure: Failure::Machine,
        config: &["appendonly yes", "appendfsync everysec"],
        wait: Some(&["WAITAOF", "1", "0", "10000"]),
    },
    Setting { case: "killed primary", failure: Failure::Primary, config: REPLICATED, wait: None },
    Setting {
        case: "killed primary, WAIT 1 after each vote",
        failure: Failure::Primary,
        config: REPLICATED,
        wait: Some(WAIT),
    },
];

/// Lets servers with a site of that many articles fail under each setting.
pub fn run(bench: &mut Bench, articles: u32) -> Result<()> {
    let plan = bench.plan(articles, 20);
    for setting in &SETTINGS {
        bench.announce(setting.case);
        // The server would rewrite the file now and then by itself.
        let config = [setting.config, &["auto-aof-rewrite-percentage 0"]].concat();
        let mut server = bench.sandbox(Contender::Module, &plan, &config)?;
        if let Some([wait, ..]) = setting.wait
            && server.connection.call("COMMAND", &["INFO", wait])?.array()?[0] == Reply::Nil
        {
            bench.announce("this server does not have the command");
            continue;
        }
        save(&mut server)?;
        let machine = match setting.failure {
            Failure::Machine => Some(Machine::around(&mut server)?),
            Failure::Server | Failure::Primary => None,
        };
        let mut rng = Rng::with_seed(7);
        for round in 0..bench.few_rounds() {
            let outcome = fail(
                bench,
                setting,
                &mut server,
                machine.as_ref(),
                plan.articles,
                round,
                &mut rng,
            );
            let Outcome { rate, lost, millis } = outcome.context(setting.case)?;
            // Noting what is on the disk takes time, too, but less than waiting for the disk.
            if machine.is_none() || setting.wait.is_some() {
                bench.record(setting.case, Measure::Throughput, rate);
            }
            bench.record(setting.case, Measure::Count, lost);
            bench.record(setting.case, Measure::Duration, millis);
        }
    }
    partition::run(bench, &plan)
}

struct Outcome {
    /// Acknowledged votes per second.
    rate: f64,
    /// How many of the acknowledged votes are gone.
    lost: f64,
    /// The time from the failure to the next acknowledged vote.
    millis: f64,
}

/// Lets clients vote until the server fails. Afterwards, `server` is the one that takes votes.
fn fail(
    bench: &Bench,
    setting: &Setting,
    server: &mut Sandbox,
    machine: Option<&Machine>,
    articles: u32,
    round: usize,
    rng: &mut Rng,
) -> Result<Outcome> {
    let replica = match setting.failure {
        Failure::Primary => Some(server.start_replica(&bench.options, setting.config)?),
        Failure::Server | Failure::Machine => None,
    };
    let before = voters::count(&mut server.connection)?;
    let start = Instant::now();
    let voters = Voters::start(server.server.port(), articles, round, setting.wait)?;
    let before_it = if bench.options.tiny { BEFORE_IF_TINY } else { BEFORE };
    sleep(Duration::from_millis(rng.u64(before_it)));
    server.server.kill();
    let (failed, seconds) = (Instant::now(), start.elapsed().as_secs_f64());
    let acknowledged = voters.join()?;
    ensure!(acknowledged > 0, "no vote was acknowledged");
    if let Some(machine) = machine {
        machine.lose_what_is_not_on_the_disk()?;
    }
    match replica {
        None => server.restart_on_its_port()?,
        Some(mut replica) => {
            replica.connection.call("REPLICAOF", &["NO", "ONE"])?;
            *server = replica;
        }
    }
    voters::vote(&mut server.connection, &format!("first-of-{round}"), 1)?;
    let millis = 1e3 * failed.elapsed().as_secs_f64();
    // The vote of this thread is one of them.
    let found = voters::count(&mut server.connection)? - before - 1;
    let lost = acknowledged.saturating_sub(found).max(0) as f64;
    Ok(Outcome { rate: acknowledged as f64 / seconds, lost, millis })
}

/// Makes the server start with an RDB file, as one does that has run for long.
fn save(server: &mut Sandbox) -> Result<()> {
    let is_appending =
        Info::ask(&mut server.connection, "persistence")?.number("aof_enabled")? > 0.0;
    if is_appending {
        return rewrite_append_only_file(&mut server.connection);
    }
    server.connection.call("SAVE", &[])?;
    Ok(())
}
