//! How late replicas are.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::{Measure, Percentile};
use crate::site::Plan;
use crate::voters::{self, Voters};

const CASE: &str = "a vote until a replica has it, while 8 clients vote";
/// The number of votes that are waited for.
const COUNT: usize = 2_000;

/// Measures the time from the reply to a vote until the replica of the server returns it.
pub fn measure(bench: &mut Bench, plan: &Plan) -> Result<()> {
    bench.announce(CASE);
    let config = ["repl-diskless-sync-delay 0"];
    let mut primary = bench.sandbox(Contender::Module, plan, &config)?;
    let mut replica = primary.start_replica(&bench.options, &config)?;
    let voters = Voters::start(primary.server.port(), plan.articles, 0, None)?;
    let count = if bench.options.tiny { COUNT / 100 } else { COUNT };
    let mut waits = Vec::with_capacity(count);
    for nth in 0..count {
        let user = format!("observed-{nth}");
        voters::vote(&mut primary.connection, &user, 1)?;
        let acknowledged = Instant::now();
        while replica.connection.call("ARTICLE.VOTES", &[SITE, &user, "1"])?.array()?[0]
            .integer()?
            == 0
        {}
        waits.push(1e6 * acknowledged.elapsed().as_secs_f64());
    }
    primary.server.kill();
    voters.join()?;
    waits.sort_by(f64::total_cmp);
    for percentile in [Percentile::P50, Percentile::P99, Percentile::Max] {
        let wait = percentile.of(&waits).context("no votes")?;
        bench.record(CASE, Measure::Client(percentile), wait);
    }
    Ok(())
}
