//! The cost of a vote and a post, beside all other contenders.

use anyhow::Result;

use super::Section;
use crate::bars::Bar;
use crate::bench::{Bench, RoundOps, Workload};
use crate::contenders::Contender;
use crate::measure::Measure::Command;
use crate::output::plot::{Panel, Plot};
use crate::site::dataset::Dataset;
use crate::site::op::Op;
use crate::site::plan::Plan;
use crate::verify;

pub const SECTION: Section = Section { name: "cost", run, bars, panels };

/// Votes on articles with 20 voters each.
const VOTE: &str = "VOTE";
/// Posts of articles without groups.
const POST: &str = "POST";

/// The contenders of votes, posts and pages.
pub const COMMON: [Contender; 5] = [
    Contender::Module,
    Contender::Function,
    Contender::Script,
    Contender::Client,
    Contender::Ping,
];

fn run(bench: &mut Bench) -> Result<()> {
    let operations = bench.operations();
    let plan = bench.plan(20_000, 20);
    let votes = |dataset: &Dataset, round| dataset.votes(&plan, round, operations);
    measure(bench, VOTE, &plan, Contender::Incr, Box::new(votes))?;
    let plan = bench.plan(20_000, 1);
    let posts = |dataset: &Dataset, round| dataset.posts(&plan, round, operations);
    measure(bench, POST, &plan, Contender::Hset, Box::new(posts))
}

fn measure(
    bench: &mut Bench,
    case: &str,
    plan: &Plan,
    native: Contender,
    ops: RoundOps,
) -> Result<()> {
    let mut sandboxes = bench.sandboxes(&[&COMMON[..], &[native]].concat(), plan)?;
    let cases = vec![(case.to_owned(), ops)];
    bench.measure(&mut [Workload { sandboxes: &mut sandboxes, cases }])?;
    // New articles have the time at which each server got them.
    if case != POST { verify::same_page(&mut sandboxes, &Op::Page(1)) } else { Ok(()) }
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bars = [
        (VOTE, Contender::Function, 0.15),
        (VOTE, Contender::Client, 0.30),
        (POST, Contender::Function, 0.25),
        (POST, Contender::Client, 0.60),
    ];
    bars.map(|(case, other, limit)| Bar::beside(&bench.figures, case, Command, other, limit))
        .into()
}

fn panels(_bench: &Bench) -> Vec<Panel> {
    let panel = |case: &str| Panel::single(Plot::Cost, case, case, Command);
    [VOTE, POST].map(panel).into()
}
