//! What a vote costs.

use anyhow::Result;

use super::{Name, Section};
use crate::agree;
use crate::bars::{Bar, beside};
use crate::bench::Bench;
use crate::data::World;
use crate::figures::Measure;
use crate::ops::Op;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Vote, length: 8, run, bars, panels };

const CONTENDERS: &[Who] =
    &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Incr, Who::Zincrby, Who::Ping];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 20)
}

fn case(bench: &Bench) -> String {
    format!("VOTE, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count) = (plan(bench), bench.operations());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    let votes = |world: &World, round| world.votes(&plan, round, count);
    bench.cost(&case(bench), &mut sandboxes, votes)?;
    agree::alike(&mut sandboxes, &Op::Page(1))
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let limits = [
        (Measure::Command, Who::Function, 1.0 / 10.0),
        (Measure::Command, Who::Script, 1.0 / 10.0),
        (Measure::Command, Who::Incr, 3.0),
        (Measure::Cpu, Who::Incr, 2.0),
        (Measure::Cpu, Who::Function, 1.0 / 6.0),
    ];
    beside(&bench.figures, "VOTE", &case(bench), &limits)
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "VOTE", case(bench), Measure::Command)]
}
