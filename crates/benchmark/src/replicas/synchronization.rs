//! A full synchronization while clients vote.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::Measure;
use crate::observed::Observed;
use crate::sandbox::Sandbox;
use crate::server::Info;
use crate::site::Plan;
use crate::voters::Voters;

const QUIET: &str = "8 clients vote";
const BUSY: &str = "8 clients vote, while a replica is synchronized";
/// How long clients vote before the replica is started.
const BEFORE: Duration = Duration::from_secs(5);

/// Measures how long it takes until a new replica has everything, and what clients and memory are
/// like meanwhile.
pub fn measure(bench: &mut Bench, plan: &Plan) -> Result<()> {
    let config = ["repl-diskless-sync-delay 0"];
    for round in 0..bench.few_rounds() {
        bench.announce(BUSY);
        let mut primary = bench.sandbox(Contender::Module, plan, &config)?;
        let before = memory(&mut primary)?;
        let voters = Voters::start(primary.server.port(), plan.articles, round, None)?;
        let time = if bench.options.tiny { BEFORE / 50 } else { BEFORE };
        let (quiet, ()) = Observed::during(&mut primary, "quiet", || {
            sleep(time);
            Ok(())
        })?;
        quiet.record(bench, QUIET);
        let options = &bench.options;
        let port = primary.server.port();
        let (busy, ()) = Observed::during(&mut primary, "busy", || {
            Sandbox::start_replica_of(port, options, &config).map(drop)
        })?;
        busy.record(bench, BUSY);
        bench.record(BUSY, Measure::Duration, 1e3 * busy.seconds);
        bench.record(BUSY, Measure::Memory, memory(&mut primary)? - before);
        primary.server.kill();
        voters.join()?;
    }
    Ok(())
}

/// Returns the most memory that the server has used, and that its last child has made it copy.
fn memory(server: &mut Sandbox) -> Result<f64> {
    let used = Info::ask(&mut server.connection, "memory")?.number("used_memory_peak")?;
    Ok(used + Info::ask(&mut server.connection, "persistence")?.number("rdb_last_cow_size")?)
}
