//! The memory that an article takes, and a vote. The titles, links and names are made-up ones of
//! known lengths, since the bars are for these.

use anyhow::Result;

use super::{Name, Section};
use crate::bars::Bar;
use crate::bench::Bench;
use crate::figures::Measure;
use crate::numbers::grouped;
use crate::plan::Plan;
use crate::plot::{Panel, Plot};
use crate::sandbox::Sandbox;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Memory, length: 15, run, bars, panels };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function];

const ARTICLE: &str = "an article, title of 45 bytes, link of 35, poster of 11, ledger of 1";

fn vote_case(voters: u32) -> String {
    format!("a vote, name of 11 bytes, {} voters", grouped(voters))
}

/// Ledgers that are compared with those of one voter: how many articles, how many voters.
fn ledgers(bench: &Bench) -> [Plan; 2] {
    [bench.plan(20_000, 20), bench.plan(1, 1_000_000)]
}

fn run(bench: &mut Bench) -> Result<()> {
    for who in bench.chosen(CONTENDERS) {
        let plan = bench.plan(100_000, 1);
        let article = used(bench, who, &plan)? / f64::from(plan.articles);
        bench.figures.record(ARTICLE, Measure::Memory, who, article);
        for plan in ledgers(bench) {
            let votes = f64::from(plan.articles * (plan.voters - 1));
            let before = used(bench, who, &Plan { voters: 1, ..plan })?;
            let vote = (used(bench, who, &plan)? - before) / votes;
            bench.figures.record(&vote_case(plan.voters), Measure::Memory, who, vote);
        }
    }
    Ok(())
}

/// How much memory a site takes.
fn used(bench: &Bench, who: Who, plan: &Plan) -> Result<f64> {
    bench.progress.step(format!("{plan}: {}", who.name()));
    let mut sandbox = Sandbox::start(who, &bench.options, &[])?;
    let before = sandbox.memory()?;
    sandbox.load(&bench.world.with_made_up_stories(), plan)?;
    Ok(sandbox.memory()? - before)
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let of = |case: &str| bench.figures.median(case, Measure::Memory, Who::Module);
    let bar = |case: &str, limit| Bar::value(format!("memory: {case}"), of(case), "bytes", limit);
    let votes = ledgers(bench).map(|plan| bar(&vote_case(plan.voters), 20.0));
    [bar(ARTICLE, 260.0)].into_iter().chain(votes).collect()
}

fn panels(bench: &Bench) -> Vec<Panel> {
    let panel =
        |title: &str, case: String| Panel::single(Plot::Memory, title, case, Measure::Memory);
    let votes = ledgers(bench).map(|plan| {
        let title = format!("a vote, {} voters", grouped(plan.voters));
        panel(&title, vote_case(plan.voters))
    });
    [panel("an article", ARTICLE.to_owned())].into_iter().chain(votes).collect()
}
