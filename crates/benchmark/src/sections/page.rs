//! The cost of a page.

use anyhow::Result;

use super::{Name, Section};
use crate::baseline_bar::Compared;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::measure::Measure;
use crate::op::Op;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::targets::{Target, relative};

pub const SECTION: Section = Section { name: Name::Page, length: 8, run, targets, panels };

const CONTENDERS: &[Contender] = &[
    Contender::Module,
    Contender::Function,
    Contender::Script,
    Contender::Client,
    Contender::Sort,
    Contender::Lrange,
    Contender::Ping,
];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 20)
}

fn case(bench: &Bench) -> String {
    format!("PAGE of 25, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, case, count) = (plan(bench), case(bench), bench.pages());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    bench.measure_cost(&case, &mut sandboxes, |_, _| vec![Op::Page(1); count])?;
    drop(sandboxes);
    bench.compare_with_baseline(&case, &plan, count, |_, _, count| vec![Op::Page(1); count])
}

fn targets(bench: &Bench) -> Vec<Target> {
    let limits = [
        (Measure::Command, Contender::Function, 1.0 / 5.0),
        (Measure::Command, Contender::Sort, 1.0 / 3.0),
        (Measure::Command, Contender::Lrange, 1.1),
    ];
    let mut targets = relative(&bench.figures, "PAGE of 25", &case(bench), &limits);
    targets.extend(bench.baseline_target(Compared::Page, "PAGE of 25", &case(bench)));
    targets
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "PAGE of 25", case(bench), Measure::Command)]
}
