//! Percentiles of the time that operations take, one at a time, for the client.

use anyhow::{Context, Result};

use super::section::{Section, none};
use crate::bench::{Bench, Case};
use crate::contenders::Contender;
use crate::figures::{Measure, Percentile};
use crate::sandbox::Sandbox;
use crate::site::Op;

pub const SECTION: Section = Section { name: "latency", run, bars: none };

const READERS: &[Contender] =
    &[Contender::Module, Contender::Function, Contender::Sort, Contender::Lrange];

const VOTE: &str = "VOTE, one at a time";
const POST: &str = "POST, one at a time";
const PAGE: &str = "PAGE, one at a time";

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count) = (bench.plan(20_000, 20), bench.operations());
    let voters = Contender::ways_and(&[Contender::Incr]);
    let mut sandboxes = bench.sandboxes(&voters, &plan)?;
    one_by_one(bench, &mut sandboxes, &Case::votes(VOTE, &plan, count))?;
    sandboxes.truncate(Contender::WAYS.len());
    one_by_one(bench, &mut sandboxes, &Case::posts(POST, &plan, count))?;
    drop(sandboxes);

    let mut sandboxes = bench.sandboxes(READERS, &plan)?;
    let pages = Case::repeat(PAGE, Op::Page(1), bench.pages());
    one_by_one(bench, &mut sandboxes, &pages)
}

/// Records how long the client waits for replies.
fn one_by_one(bench: &mut Bench, sandboxes: &mut [Sandbox], case: &Case) -> Result<()> {
    bench.rounds(case, sandboxes, |figures, sandbox, ops| {
        let mut waits = sandbox.run(ops, 1, 1)?.waits;
        waits.sort_unstable();
        for percentile in Percentile::ALL {
            let key = (case.name.as_str(), Measure::Client(percentile), sandbox.contender);
            let wait = percentile.of(&waits).context("no operations")?;
            figures.record(key, 1e6 * wait.as_secs_f64());
        }
        Ok(())
    })
}
