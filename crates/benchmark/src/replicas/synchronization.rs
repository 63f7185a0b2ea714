//! A full synchronization while clients vote.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::{Measure, Percentile};
use crate::sandbox::Sandbox;
use crate::server::{Connection, Info};
use crate::site::Plan;
use crate::voters::{self, Voters};

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
        let quiet = Observed::during(&mut primary, "quiet", || {
            thread::sleep(time);
            Ok(())
        })?;
        quiet.record(bench, QUIET);
        let options = &bench.options;
        let port = primary.server.port();
        let busy = Observed::during(&mut primary, "busy", || {
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

/// What was seen of the votes of clients for some time.
struct Observed {
    seconds: f64,
    /// Votes per second.
    rate: f64,
    /// The longest time that a vote of a client of its own took, in microseconds.
    longest: f64,
}

impl Observed {
    /// Runs something while clients vote.
    fn during(
        primary: &mut Sandbox,
        name: &str,
        something: impl FnOnce() -> Result<()> + Send,
    ) -> Result<Self> {
        let mut own = Connection::open(primary.server.port())?;
        let before = voters::count(&mut primary.connection)?;
        let start = Instant::now();
        let longest = thread::scope(|scope| {
            let running = scope.spawn(something);
            let mut longest = Duration::ZERO;
            for nth in 0_u64.. {
                if running.is_finished() {
                    break;
                }
                let sent = Instant::now();
                voters::vote(&mut own, &format!("{name}-{nth}"), 1)?;
                longest = longest.max(sent.elapsed());
            }
            running.join().expect("no panic")?;
            anyhow::Ok(longest)
        })?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = (voters::count(&mut primary.connection)? - before) as f64 / seconds;
        Ok(Self { seconds, rate, longest: 1e6 * longest.as_secs_f64() })
    }

    fn record(&self, bench: &mut Bench, case: &str) {
        bench.record(case, Measure::Throughput, self.rate);
        bench.record(case, Measure::Client(Percentile::Max), self.longest);
    }
}

/// Returns the most memory that the server has used, and that its last child has made it copy.
fn memory(server: &mut Sandbox) -> Result<f64> {
    let used = Info::ask(&mut server.connection, "memory")?.number("used_memory_peak")?;
    Ok(used + Info::ask(&mut server.connection, "persistence")?.number("rdb_last_cow_size")?)
}
