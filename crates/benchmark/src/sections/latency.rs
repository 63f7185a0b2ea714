//! Percentiles of the time that operations take, one at a time, for the client.

use std::time::Duration;

use anyhow::Result;

use super::{Section, none};
use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::Figures;
use crate::measure::{Measure, Percentile};
use crate::output::plot::{Panel, Plot, Point};
use crate::server::sandbox::Sandbox;
use crate::site::dataset::Dataset;
use crate::site::op::Op;

pub const SECTION: Section = Section { name: "latency", run, bars: none, panels };

const VOTERS: &[Contender] = &[
    Contender::Module,
    Contender::Function,
    Contender::Script,
    Contender::Client,
    Contender::Incr,
];
const POSTERS: &[Contender] =
    &[Contender::Module, Contender::Function, Contender::Script, Contender::Client];
const READERS: &[Contender] =
    &[Contender::Module, Contender::Function, Contender::Sort, Contender::Lrange];

fn case(operation: &str) -> String {
    format!("{operation}, one at a time")
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 20);
    let (count, pages) = (bench.operations(), bench.pages());
    let votes = |dataset: &Dataset, round| dataset.votes(&plan, round, count);
    let posts = |dataset: &Dataset, round| dataset.posts(&plan, round, count);

    let mut sandboxes = bench.sandboxes(VOTERS, &plan)?;
    one_by_one(bench, "VOTE", &mut sandboxes, votes)?;
    sandboxes.retain(|sandbox| POSTERS.contains(&sandbox.contender));
    one_by_one(bench, "POST", &mut sandboxes, posts)?;
    drop(sandboxes);

    let mut sandboxes = bench.sandboxes(READERS, &plan)?;
    one_by_one(bench, "PAGE", &mut sandboxes, |_, _| vec![Op::Page(1); pages])
}

fn one_by_one(
    bench: &mut Bench,
    operation: &str,
    sandboxes: &mut [Sandbox],
    ops: impl Fn(&Dataset, usize) -> Vec<Op>,
) -> Result<()> {
    let case = case(operation);
    bench.rounds(&case, sandboxes, ops, |figures, sandbox, ops| {
        let cost = sandbox.run(ops, 1, 1)?;
        record(figures, &case, sandbox.contender, &cost.waits);
        Ok(())
    })
}

/// Records how long the client waited for replies.
fn record(figures: &mut Figures, case: &str, contender: Contender, waits: &[Duration]) {
    let mut waits: Vec<f64> = waits.iter().map(|wait| 1e6 * wait.as_secs_f64()).collect();
    waits.sort_by(f64::total_cmp);
    for percentile in Percentile::ALL {
        let key = (case, Measure::Client(percentile), contender);
        figures.record(key, percentile.of(&waits));
    }
}

fn panels(_bench: &Bench) -> Vec<Panel> {
    let panels = ["VOTE", "POST", "PAGE"].map(|operation| {
        let points = Percentile::ALL.map(|percentile| Point {
            label: percentile.name().to_owned(),
            case: case(operation),
            measure: Measure::Client(percentile),
        });
        Panel { plot: Plot::Latency, title: operation.to_owned(), points: points.into() }
    });
    panels.into()
}
