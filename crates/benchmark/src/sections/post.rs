//! The cost of posting an article.

use anyhow::Result;

use super::{Name, Section};
use crate::baseline_bar::Compared;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::Measure;
use crate::plan::{Plan, Posters};
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

/// The number of users who post often.
const FREQUENT_POSTERS: u32 = 100;

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 1)
}

/// Returns the site of users who post often, each of whom has hundreds of articles.
fn frequent_plan(bench: &Bench) -> Plan {
    plan(bench).with_posters(Posters::InTurn(FREQUENT_POSTERS))
}

fn frequent_case(bench: &Bench) -> String {
    format!("POST by one of {FREQUENT_POSTERS} users, {}", frequent_plan(bench))
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
    bench.compare_with_baseline(&case, &plan, count, posts)?;

    let (plan, case) = (frequent_plan(bench), frequent_case(bench));
    let posts = |dataset: &Dataset, round, count| dataset.posts(&plan, round, count);
    bench.compare_with_baseline(&case, &plan, count, posts)
}

fn targets(bench: &Bench) -> Vec<Target> {
    let limits = [(Measure::Command, Contender::Function, 1.0 / 8.0)];
    let mut targets = relative(&bench.figures, "POST", &case(bench), &limits);
    let cases = [("POST", case(bench)), ("POST by frequent posters", frequent_case(bench))];
    for (operation, case) in cases {
        targets.extend(bench.baseline_target(Compared::Post, operation, &case));
    }
    targets
}

fn panels(bench: &Bench) -> Vec<Panel> {
    vec![Panel::single(Plot::Cost, "POST", case(bench), Measure::Command)]
}
