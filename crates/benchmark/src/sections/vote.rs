//! The cost of a vote.

use anyhow::Result;

use super::{Name, Section};
use crate::baseline_bar::Compared;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::Measure;
use crate::op::Op;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::targets::{Target, relative};
use crate::verify;

pub const SECTION: Section = Section { name: Name::Vote, length: 8, run, targets, panels };

const CONTENDERS: &[Contender] = &[
    Contender::Module,
    Contender::Function,
    Contender::Script,
    Contender::Client,
    Contender::Incr,
    Contender::Zincrby,
    Contender::Ping,
];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 20)
}

fn case(bench: &Bench) -> String {
    format!("VOTE, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, case, count) = (plan(bench), case(bench), bench.operations());
    let votes = |dataset: &Dataset, round, count| dataset.votes(&plan, round, count);
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    bench.measure_cost(&case, &mut sandboxes, |dataset, round| votes(dataset, round, count))?;
    verify::same_page(&mut sandboxes, &Op::Page(1))?;
    drop(sandboxes);
    bench.compare_with_baseline(&case, &plan, count, votes)
}

fn targets(bench: &Bench) -> Vec<Target> {
    let limits = [
        (Measure::Command, Contender::Function, 1.0 / 9.0),
        (Measure::Command, Contender::Script, 1.0 / 9.0),
        (Measure::Command, Contender::Incr, 3.3),
        (Measure::Cpu, Contender::Incr, 2.0),
        (Measure::Cpu, Contender::Function, 1.0 / 6.0),
    ];
    let mut targets = relative(&bench.figures, "VOTE", &case(bench), &limits);
    targets.extend(bench.baseline_target(Compared::Vote, "VOTE", &case(bench)));
    targets
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "VOTE", case(bench), Measure::Command)]
}
