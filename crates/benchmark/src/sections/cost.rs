//! The cost of a vote and a post, beside all other contenders.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure::Command};
use crate::sandbox::Sandbox;
use crate::site::{Op, Plan};
use crate::verify;

pub const SECTION: Section = Section { name: "cost", run, bars };

/// Votes on articles with 20 voters each.
const VOTE: &str = "VOTE";
/// Posts of articles without groups.
const POST: &str = "POST";

fn run(bench: &mut Bench) -> Result<()> {
    let count = bench.operations();
    let plan = bench.plan(20_000, 20);
    let votes = Case::votes(VOTE, &plan, count);
    let mut sandboxes = measure(bench, &plan, Contender::Incr, votes)?;
    verify::same_page(&mut sandboxes, &Op::Page(1))?;
    drop(sandboxes);
    // The sites differ then: new articles have the time at which each server got them.
    let plan = bench.plan(20_000, 1);
    measure(bench, &plan, Contender::Hset, Case::posts(POST, &plan, count)).map(drop)
}

fn measure(bench: &mut Bench, plan: &Plan, native: Contender, case: Case) -> Result<Vec<Sandbox>> {
    let mut sandboxes = bench.sandboxes(&Contender::ways_and(&[Contender::Ping, native]), plan)?;
    bench.measure(&mut [Workload { sandboxes: &mut sandboxes, cases: vec![case] }])?;
    Ok(sandboxes)
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bars = [
        (VOTE, Contender::Function, 0.15),
        (VOTE, Contender::Client, 0.30),
        (POST, Contender::Function, 0.25),
        (POST, Contender::Client, 0.60),
        (POST, Contender::Hset, 1.60),
    ];
    bars.map(|(case, other, limit)| Bar::beside(&bench.figures, case, Command, other, limit))
        .into()
}
