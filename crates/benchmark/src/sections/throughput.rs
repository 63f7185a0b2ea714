//! Operations per second, by the length of pipelines and the number of connections.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure::Throughput};
use crate::sandbox::Sandbox;
use crate::site::{Dataset, Op};

pub const SECTION: Section = Section { name: "throughput", run, bars };

/// Pairs of the number of operations sent at a time and the number of connections.
const SHAPES: [(usize, usize); 3] = [(64, 1), (1, 50), (16, 50)];

fn case(operation: &str, pipeline: usize, connections: usize) -> String {
    let plural = if connections == 1 { "" } else { "s" };
    format!("{operation}, {pipeline} at a time, {connections} connection{plural}")
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count, pages) = (bench.plan(20_000, 20), bench.operations(), bench.pages());
    let voters = Contender::ways_and(&[Contender::Incr, Contender::Ping]);
    let mut sandboxes = bench.sandboxes(&voters, &plan)?;
    shapes(bench, "VOTE", &mut sandboxes, |dataset, nth, divisor| {
        dataset.votes(&plan, nth, count / divisor)
    })?;
    drop(sandboxes);

    let readers = Contender::ways_and(&[Contender::Lrange]);
    let mut sandboxes = bench.sandboxes(&readers, &plan)?;
    shapes(bench, "PAGE", &mut sandboxes, |_, _, divisor| vec![Op::Page(1); pages / divisor])
}

/// Measures all shapes. `ops` makes the operations of a round, given a number that is unique
/// among the rounds of all shapes, and the divisor of the usual number of operations.
fn shapes(
    bench: &mut Bench,
    operation: &str,
    sandboxes: &mut [Sandbox],
    ops: impl Fn(&Dataset, usize, usize) -> Vec<Op>,
) -> Result<()> {
    for (nth, (pipeline, connections)) in SHAPES.into_iter().enumerate() {
        // One at a time is slow for all contenders.
        let divisor = if pipeline * connections == 1 { 4 } else { 2 };
        let case = Case::new(case(operation, pipeline, connections), |dataset, round| {
            ops(dataset, round * SHAPES.len() + nth, divisor)
        });
        bench.rounds(&case, sandboxes, |figures, sandbox, ops| {
            let cost = sandbox.run(ops, pipeline, connections)?;
            let rate = ops.len() as f64 / cost.seconds;
            figures.record((&case.name, Throughput, sandbox.contender), rate);
            Ok(())
        })?;
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let case = case("VOTE", 64, 1);
    let key = |contender| (case.as_str(), Throughput, contender);
    let (one, other) = (key(Contender::Function), key(Contender::Module));
    let what = format!("{case}: per second, function / module");
    vec![Bar::ratio(what, &bench.figures, one, other, 0.30)]
}
