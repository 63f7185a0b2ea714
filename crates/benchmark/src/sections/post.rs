//! What posting an article costs.

use anyhow::Result;

use super::{Name, Section};
use crate::bars::{Bar, beside};
use crate::bench::Bench;
use crate::data::World;
use crate::figures::Measure;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Post, length: 8, run, bars, panels };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Ping];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 1)
}

fn case(bench: &Bench) -> String {
    format!("POST, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count) = (plan(bench), bench.operations());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    let posts = |world: &World, round| world.posts(&plan, round, count);
    bench.cost(&case(bench), &mut sandboxes, posts)
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let limits = [(Measure::Command, Who::Function, 1.0 / 8.0)];
    beside(&bench.figures, "POST", &case(bench), &limits)
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "POST", case(bench), Measure::Command)]
}
