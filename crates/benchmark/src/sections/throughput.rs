//! How many operations go through in a second, by how many are sent at a time on how many
//! connections.

use anyhow::Result;

use super::{Name, Section, none};
use crate::agree;
use crate::bench::Bench;
use crate::data::World;
use crate::figures::Measure;
use crate::ops::Op;
use crate::plot::{Panel, Plot, Point};
use crate::sandbox::Sandbox;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section =
    Section { name: Name::Throughput, length: 50, run, bars: none, panels };

const VOTERS: &[Who] =
    &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Incr, Who::Ping];
const READERS: &[Who] =
    &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Sort, Who::Lrange];

/// Operations sent at a time, connections.
const SHAPES: [(usize, usize); 6] = [(1, 1), (16, 1), (64, 1), (1, 50), (16, 50), (64, 50)];

fn case(operation: &str, pipeline: usize, connections: usize) -> String {
    format!("{operation}, {pipeline} at a time, connections: {connections}")
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 20);
    let mut sandboxes = bench.sandboxes(VOTERS, &plan)?;
    let count = bench.operations();
    shapes(bench, "VOTE", &mut sandboxes, |world, nth, share| {
        world.votes(&plan, nth, count / share)
    })?;
    agree::alike(&mut sandboxes, &Op::Page(1))?;
    drop(sandboxes);

    let mut sandboxes = bench.sandboxes(READERS, &plan)?;
    let count = bench.pages();
    shapes(bench, "PAGE", &mut sandboxes, |_, _, share| vec![Op::Page(1); count / share])
}

/// Measures all shapes. `ops` makes the operations of a round that has a number of its own
/// among the rounds of all shapes, and takes a share of the usual number of operations.
fn shapes(
    bench: &mut Bench,
    operation: &str,
    sandboxes: &mut [Sandbox],
    ops: impl Fn(&World, usize, usize) -> Vec<Op>,
) -> Result<()> {
    for (nth, (pipeline, connections)) in SHAPES.into_iter().enumerate() {
        let case = case(operation, pipeline, connections);
        // One at a time is slow for all alike.
        let share = if pipeline * connections == 1 { 4 } else { 2 };
        let ops = |world: &World, round| ops(world, round * SHAPES.len() + nth, share);
        bench.rounds(&case, sandboxes, ops, |figures, sandbox, ops| {
            let cost = sandbox.run(ops, pipeline, connections)?;
            let rate = cost.ops as f64 / cost.seconds;
            figures.record(&case, Measure::Throughput, sandbox.who, rate);
            Ok(())
        })?;
    }
    Ok(())
}

fn panels(_bench: &Bench) -> Vec<Panel> {
    let panels = ["VOTE", "PAGE"].map(|operation| {
        let points = SHAPES.map(|(pipeline, connections)| Point {
            label: format!("{pipeline} x {connections}"),
            case: case(operation, pipeline, connections),
            measure: Measure::Throughput,
        });
        Panel { plot: Plot::Throughput, title: operation.to_owned(), points: points.into() }
    });
    panels.into()
}
