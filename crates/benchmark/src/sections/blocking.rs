//! How long operations on a whole site keep the server busy.

use std::time::Instant;

use anyhow::{Result, ensure};

use super::{Section, none};
use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::measure::Measure::{Duration, Load, Memory, Payload, Save};
use crate::server::info::Info;
use crate::server::sandbox::Sandbox;

pub const SECTION: Section = Section { name: "blocking", run, bars: none, panels: none };

/// The site, with a million articles unless the options reduce it.
const WHOLE: &str = "1,000,000 articles with 20 voters each";
const COPY: &str = "copy";
/// The most rounds. Each takes several seconds.
const MOST_ROUNDS: usize = 3;

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(1_000_000, 20);
    let mut sandbox = bench.sandbox(Contender::Module, &plan, &[])?;
    let memory = sandbox.connection.call("MEMORY", &["USAGE", SITE])?.integer()?;
    bench.record(WHOLE, Memory, memory as f64);
    bench.record(&format!("{WHOLE}, compressed"), Payload, sandbox.payload()?);
    sandbox.connection.call("CONFIG", &["SET", "rdbcompression", "no"])?;
    bench.record(WHOLE, Payload, sandbox.payload()?);
    sandbox.connection.call("CONFIG", &["SET", "rdbcompression", "yes"])?;
    for round in 0..bench.options.rounds.min(MOST_ROUNDS) {
        let time = |sandbox: &mut Sandbox, command: &str, arguments: &[&str]| -> Result<f64> {
            let start = Instant::now();
            sandbox.connection.call(command, arguments)?;
            Ok(1e3 * start.elapsed().as_secs_f64())
        };
        let mut record = |operation: &str, time| {
            bench.record(&format!("{operation}, {WHOLE}"), Duration, time);
        };
        record("DUMP", time(&mut sandbox, "DUMP", &[SITE])?);
        record("COPY", time(&mut sandbox, "COPY", &[SITE, COPY])?);
        record("DEL", time(&mut sandbox, "DEL", &[COPY])?);
        time(&mut sandbox, "COPY", &[SITE, COPY])?;
        record("UNLINK", time(&mut sandbox, "UNLINK", &[COPY])?);
        freed(&mut sandbox)?;
        let score = (433 + round).to_string();
        record("ALTER", time(&mut sandbox, "ARTICLE.ALTER", &[SITE, "VOTESCORE", &score])?);
        record("CHECK", time(&mut sandbox, "ARTICLE.DEBUG", &["CHECK", SITE])?);
        record("fork", fork(&mut sandbox)?);
        let saving = time(&mut sandbox, "SAVE", &[])?;
        bench.record(WHOLE, Save, saving);
        let loading = 1e3 * sandbox.restart()?;
        bench.record(WHOLE, Load, loading);
    }
    Ok(())
}

/// Waits until the background thread has freed what UNLINK removed.
fn freed(sandbox: &mut Sandbox) -> Result<()> {
    while Info::ask(&mut sandbox.connection, "memory")?.number("lazyfree_pending_objects")? > 0.0 {
    }
    Ok(())
}

/// Returns how long the fork of a BGSAVE takes, and waits until the child has ended.
fn fork(sandbox: &mut Sandbox) -> Result<f64> {
    sandbox.connection.call("BGSAVE", &[])?;
    loop {
        let info = Info::ask(&mut sandbox.connection, "persistence")?;
        if info.number("rdb_bgsave_in_progress")? == 0.0 {
            ensure!(info.text("rdb_last_bgsave_status") == Some("ok"), "BGSAVE failed");
            let stats = Info::ask(&mut sandbox.connection, "stats")?;
            return Ok(stats.number("latest_fork_usec")? / 1e3);
        }
    }
}
