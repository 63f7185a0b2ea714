//! Compares the module with an older build of it.
//!
//! The noise of a shared machine is more than the few percent to be found. The two builds are
//! therefore measured in short slices in the order A B B A. Each such group yields a ratio in
//! which slow changes of the machine cancel out, and the median of many groups ignores those
//! that were disturbed. Every pair of servers is used for one such median of each operation only,
//! because the memory layout alone makes one process a few percent faster than another.

use anyhow::{Context, Result};

use super::{Section, none};
use crate::bars::Bar;
use crate::bench::{Bench, PIPELINE};
use crate::contenders::Contender;
use crate::figures::median;
use crate::measure::Measure;
use crate::output::numbers::with_commas;
use crate::server::sandbox::Sandbox;
use crate::site::dataset::Dataset;
use crate::site::op::Op;
use crate::site::plan::Plan;

pub const SECTION: Section = Section { name: "baseline", run, bars, panels: none };

/// The sites: numbers of articles, voters per article, and pairs of servers per round.
const SITES: [(u32, u32, usize); 2] = [(20_000, 20, 2), (1_000_000, 1, 1)];
/// The operations, with the most time that each may take relative to the baseline.
const OPERATIONS: [(Operation, f64); 3] =
    [(Operation::Vote, 1.10), (Operation::Page, 1.0), (Operation::Post, 1.20)];
/// The number of groups A B B A per pair of servers and operation.
const GROUPS: usize = 40;
/// The number of slices that the operations of a round are divided into.
const SLICES: usize = 40;

/// An operation that is compared.
#[derive(Clone, Copy)]
enum Operation {
    Vote,
    Page,
    Post,
}

impl Operation {
    fn case(self, articles: u32) -> String {
        let name = match self {
            Self::Vote => "VOTE",
            Self::Page => "PAGE",
            Self::Post => "POST",
        };
        format!("{name}, {} articles", with_commas(articles))
    }

    /// Returns the operations of a slice.
    fn slice(self, bench: &Bench, plan: &Plan, nth: usize) -> Vec<Op> {
        let dataset: &Dataset = &bench.dataset;
        let count = bench.operations().div_ceil(SLICES);
        match self {
            Self::Vote => dataset.votes(plan, nth, count),
            Self::Page => vec![Op::Page(1); count.div_ceil(5)],
            Self::Post => dataset.posts(plan, nth, count),
        }
    }
}

fn run(bench: &mut Bench) -> Result<()> {
    if !bench.options.has_baseline() {
        return Ok(());
    }
    for (articles, voters, pairs) in SITES {
        let plan = bench.plan(articles, voters);
        for pair in 0..pairs * bench.options.rounds {
            // Neither build is always the first to start and to run.
            let builds = [Contender::Module, Contender::Baseline];
            let (first, second) = (builds[pair % 2], builds[1 - pair % 2]);
            let mut a = bench.sandbox(first, &plan, &[])?;
            let mut b = bench.sandbox(second, &plan, &[])?;
            for (operation, _) in OPERATIONS {
                let ratios = (0..GROUPS).map(|group| {
                    let slice = |nth| operation.slice(bench, &plan, 2 * group + nth);
                    abba(&mut a, &mut b, [&slice(0)[..], &slice(1)], command_time)
                });
                let ratio = median(&ratios.collect::<Result<Vec<f64>>>()?);
                let ratio = if first == Contender::Module { ratio } else { 1.0 / ratio };
                let case = operation.case(articles);
                bench.figures.record((&case, Measure::Baseline, Contender::Module), ratio);
            }
        }
    }
    Ok(())
}

/// Returns the time in the commands of the operations, in microseconds.
fn command_time(sandbox: &mut Sandbox, ops: &[Op]) -> Result<f64> {
    let name = sandbox.contender.name();
    sandbox.run(ops, PIPELINE, 1).map(|cost| cost.command()).context(name)
}

/// Measures `a` and `b` on both slices in the order A B B A, and returns the ratio of `a` to `b`.
fn abba<T, S: ?Sized>(
    a: &mut T,
    b: &mut T,
    slices: [&S; 2],
    time: impl Fn(&mut T, &S) -> Result<f64>,
) -> Result<f64> {
    let before = time(a, slices[0])?;
    let b_time = time(b, slices[0])? + time(b, slices[1])?;
    let a_time = before + time(a, slices[1])?;
    Ok(a_time / b_time)
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let mut bars = Vec::new();
    for (articles, ..) in SITES {
        bars.extend(OPERATIONS.map(|(operation, limit)| {
            let case = operation.case(articles);
            let figure = bench.figures.median((&case, Measure::Baseline, Contender::Module));
            Bar::of_builds(&case, figure, limit)
        }));
    }
    bars
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_steady_slowdown_of_the_machine_cancels_out() {
        let clock = Cell::new(0.0);
        let time = |speed: &mut f64, slice: &f64| {
            clock.set(clock.get() + 1.0);
            Ok(*speed * slice * 10.0 + clock.get())
        };
        let ratio = abba(&mut 1.0, &mut 1.0, [&5.0, &5.0], time).unwrap();
        assert_eq!(ratio, 1.0);
    }
}
