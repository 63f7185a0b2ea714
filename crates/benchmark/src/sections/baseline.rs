//! Compares the module with an older build of it.
//!
//! The noise of a shared machine is more than the few percent to be found. The two builds are
//! therefore measured in short slices in the order A B B A. Each such group yields a ratio in
//! which slow changes of the machine cancel out, and the median of many groups ignores those
//! that were disturbed. Every pair of servers is used for one such median of each operation only,
//! because the memory layout alone makes one process a few percent faster than another.

use anyhow::{Context, Result};

use super::section::Section;
use crate::bench::{Bench, PIPELINE};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure, median};
use crate::numbers::with_commas;
use crate::sandbox::Sandbox;
use crate::site::{Dataset, Op, Plan};

pub const SECTION: Section = Section { name: "baseline", run, bars };

/// A site, whose articles have 20 voters each.
struct Site {
    articles: u32,
    /// The groups of an article.
    groups: fn(u32) -> Vec<String>,
    /// The number of pairs of servers per round.
    pairs: usize,
    operations: &'static [Operation],
}

/// An operation, with the most time that it may take relative to the baseline.
type Operation = (&'static str, f64, Slice);

const SITES: [Site; 3] = [
    Site {
        articles: 20_000,
        groups: |_| Vec::new(),
        pairs: 2,
        operations: &[VOTE, PAGE, POST, COMMENT],
    },
    Site { articles: 20_000, groups: three_groups, pairs: 1, operations: &[VOTE_IN_GROUPS] },
    Site {
        articles: 300_000,
        groups: |_| Vec::new(),
        pairs: 1,
        operations: &[VOTE, PAGE, POST, COMMENT],
    },
];
/// The greatest ratio to the baseline. Equal builds differ by a few percent.
const LIMIT: f64 = 1.05;
const VOTE: Operation = ("VOTE", LIMIT, Dataset::votes);
const VOTE_IN_GROUPS: Operation = ("VOTE in 3 groups", LIMIT, Dataset::votes);
const PAGE: Operation = ("PAGE", LIMIT, |_, _, _, count| vec![Op::Page(1); count.div_ceil(5)]);
const POST: Operation = ("POST", LIMIT, Dataset::posts);
const COMMENT: Operation = ("COMMENT", LIMIT, Dataset::comments);
/// The number of groups A B B A per pair of servers and operation.
const GROUPS: usize = 40;
/// The number of slices that the operations of a round are divided into.
const SLICES: usize = 40;

/// Makes the operations of a slice: its number, and about how many.
type Slice = fn(&Dataset, &Plan, usize, usize) -> Vec<Op>;

fn case(operation: &str, articles: u32) -> String {
    format!("{operation}, {} articles", with_commas(articles))
}

/// Returns three of 20 groups.
fn three_groups(id: u32) -> Vec<String> {
    (0..3).map(|nth| format!("group{}", (id + 7 * nth) % 20)).collect()
}

fn run(bench: &mut Bench) -> Result<()> {
    if !bench.options.has_baseline() {
        return Ok(());
    }
    let count = bench.operations().div_ceil(SLICES);
    for Site { articles, groups, pairs, operations } in SITES {
        let plan = Plan { groups, ..bench.plan(articles, 20) };
        for pair in 0..pairs * bench.options.rounds {
            // Neither build is always the first to start and to run.
            let builds = [Contender::Module, Contender::Baseline];
            let (first, second) = (builds[pair % 2], builds[1 - pair % 2]);
            let mut a = bench.sandbox(first, &plan, &[])?;
            let mut b = bench.sandbox(second, &plan, &[])?;
            for (operation, _, ops) in operations {
                let ratios = (0..GROUPS).map(|group| {
                    let slice = |nth| ops(&bench.dataset, &plan, 2 * group + nth, count);
                    abba(&mut a, &mut b, [&slice(0)[..], &slice(1)], command_time)
                });
                let ratio = median(&ratios.collect::<Result<Vec<f64>>>()?);
                let ratio = if first == Contender::Module { ratio } else { 1.0 / ratio };
                bench.record(&case(operation, articles), Measure::Baseline, ratio);
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
    for Site { articles, operations, .. } in SITES {
        bars.extend(operations.iter().map(|(operation, limit, _)| {
            let case = case(operation, articles);
            let figure = bench.figures.median((&case, Measure::Baseline, Contender::Module));
            Bar::value(format!("{case}: time in the command, / baseline"), figure, "x", *limit)
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
