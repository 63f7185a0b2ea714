//! How long operations take, one at a time: for the client, and in the command.

use std::time::Duration;

use anyhow::Result;

use super::{Name, Section, none};
use crate::bench::Bench;
use crate::data::World;
use crate::figures::{Figures, Measure, Percentile};
use crate::ops::Op;
use crate::plot::{Panel, Plot, Point};
use crate::sandbox::Sandbox;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Latency, length: 35, run, bars: none, panels };

const VOTERS: &[Who] = &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Incr];
const POSTERS: &[Who] = &[Who::Module, Who::Function, Who::Script, Who::Client];
const READERS: &[Who] = &[Who::Module, Who::Function, Who::Sort, Who::Lrange];

fn case(operation: &str) -> String {
    format!("{operation}, one at a time")
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 20);
    let (count, pages) = (bench.operations(), bench.pages());
    let votes = |world: &World, round| world.votes(&plan, round, count);
    let posts = |world: &World, round| world.posts(&plan, round, count);

    let mut sandboxes = bench.sandboxes(VOTERS, &plan)?;
    one_by_one(bench, "VOTE", &mut sandboxes, votes)?;
    sandboxes.retain(|sandbox| POSTERS.contains(&sandbox.who));
    one_by_one(bench, "POST", &mut sandboxes, posts)?;
    drop(sandboxes);

    let mut sandboxes = bench.sandboxes(READERS, &plan)?;
    one_by_one(bench, "PAGE", &mut sandboxes, |_, _| vec![Op::Page(1); pages])
}

fn one_by_one(
    bench: &mut Bench,
    operation: &str,
    sandboxes: &mut [Sandbox],
    ops: impl Fn(&World, usize) -> Vec<Op>,
) -> Result<()> {
    let case = case(operation);
    bench.rounds(&case, sandboxes, ops, |figures, sandbox, ops| {
        let cost = sandbox.run(ops, 1, 1)?;
        record_waits(figures, &case, sandbox.who, &cost.waits);
        record_commands(figures, &case, sandbox)
    })
}

/// Records how long the client waited.
fn record_waits(figures: &mut Figures, case: &str, who: Who, waits: &[Duration]) {
    let mut waits: Vec<f64> = waits.iter().map(|wait| 1e6 * wait.as_secs_f64()).collect();
    waits.sort_by(f64::total_cmp);
    for percentile in Percentile::ALL {
        figures.record(case, Measure::Client(percentile), who, percentile.of(&waits));
    }
}

/// Records how long the command took, where an operation is a single command.
fn record_commands(figures: &mut Figures, case: &str, sandbox: &mut Sandbox) -> Result<()> {
    let mut commands = sandbox.percentiles()?;
    commands.retain(|command, _| sandbox.contender.sends(command));
    if commands.len() == 1 {
        for (percentile, value) in commands.into_values().flatten() {
            figures.record(case, Measure::Server(percentile), sandbox.who, value);
        }
    }
    Ok(())
}

fn panels(_bench: &Bench) -> Vec<Panel> {
    let panels = ["VOTE", "POST", "PAGE"].map(|operation| {
        let points = Percentile::ALL.map(|percentile| Point {
            label: percentile.name().to_owned(),
            case: case(operation),
            measure: Measure::Client(percentile),
        });
        Panel { plot: Plot::Latency, title: operation.to_owned(), points: points.into() }
    });
    panels.into()
}
