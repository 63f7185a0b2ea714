//! What a page costs.

use anyhow::Result;

use super::{Name, Section};
use crate::bars::{Bar, beside};
use crate::bench::Bench;
use crate::figures::Measure;
use crate::ops::Op;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Page, length: 8, run, bars, panels };

const CONTENDERS: &[Who] =
    &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Sort, Who::Lrange, Who::Ping];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 20)
}

fn case(bench: &Bench) -> String {
    format!("PAGE of 25, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count) = (plan(bench), bench.pages());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    bench.cost(&case(bench), &mut sandboxes, |_, _| vec![Op::Page(1); count])
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let limits = [
        (Measure::Command, Who::Function, 1.0 / 7.0),
        (Measure::Command, Who::Sort, 1.0 / 3.0),
        (Measure::Command, Who::Lrange, 1.1),
    ];
    beside(&bench.figures, "PAGE of 25", &case(bench), &limits)
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "PAGE of 25", case(bench), Measure::Command)]
}
