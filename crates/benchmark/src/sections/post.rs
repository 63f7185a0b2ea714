//! The cost of posting an article.

use anyhow::Result;

use super::{Name, Section};
use crate::baseline_bar::Compared;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::Measure;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::targets::{Target, relative};

pub const SECTION: Section = Section { name: Name::Post, length: 8, run, targets, panels };

const CONTENDERS: &[Contender] = &[
    Contender::Module,
    Contender::Function,
    Contender::Script,
    Contender::Client,
    Contender::Hset,
    Contender::Ping,
];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 1)
}

fn case(bench: &Bench) -> String {
    format!("POST, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, case, count) = (plan(bench), case(bench), bench.operations());
    let posts = |dataset: &Dataset, round, count| dataset.posts(&plan, round, count);
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    bench.measure_cost(&case, &mut sandboxes, |dataset, round| posts(dataset, round, count))?;
    drop(sandboxes);
    bench.compare_with_baseline(&case, &plan, count, posts)
}

fn targets(bench: &Bench) -> Vec<Target> {
    let limits = [(Measure::Command, Contender::Function, 1.0 / 8.0)];
    let mut targets = relative(&bench.figures, "POST", &case(bench), &limits);
    targets.extend(bench.baseline_target(Compared::Post, "POST", &case(bench)));
    targets
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "POST", case(bench), Measure::Command)]
}
