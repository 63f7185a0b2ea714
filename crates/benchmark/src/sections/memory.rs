//! Memory per article and per vote.

use anyhow::Result;

use super::Section;
use crate::bars::Bar;
use crate::bench::Bench;
use crate::contenders::Contender;
use crate::contenders::SITE;
use crate::measure::Measure::Memory;
use crate::output::plot::{Panel, Plot};
use crate::server::sandbox::Sandbox;
use crate::site::dataset::Dataset;
use crate::site::plan::{Plan, Votes};

pub const SECTION: Section = Section { name: "memory", run, bars, panels };

/// An article with a title of 45 bytes, a link of 35, one vote, and a poster of 11 bytes with two
/// articles. On Hacker News, the 20,072 stories of a sample have 10,367 posters.
const ARTICLE: &str = "article";
/// The same article, on a site that uses every 16th id.
const SPARSE_ARTICLE: &str = "article, every 16th id in use";
/// A vote of a user with a name of 11 bytes.
const VOTE: &str = "vote, 20 voters per article";
/// The same on a single article.
const LEDGER_VOTE: &str = "vote, 1,000,000 voters on an article";

/// The distance between the ids of a sparse site.
const ID_STEP: u32 = 16;

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(100_000, 1);
    let (dataset, articles) = (bench.dataset, f64::from(plan.articles));
    let plan = Plan { posters: Some(plan.articles / 2), ..plan };
    for contender in [Contender::Module, Contender::Function] {
        let site = used(bench, contender, |sandbox| sandbox.load(&dataset, &plan))?;
        bench.figures.record((ARTICLE, Memory, contender), site / articles);
        let ledgers = [(VOTE, bench.plan(20_000, 20)), (LEDGER_VOTE, bench.plan(1, 1_000_000))];
        for (case, plan) in ledgers {
            let first_votes = Plan { votes: Votes::Each(1), ..plan };
            let before = used(bench, contender, |sandbox| sandbox.load(&dataset, &first_votes))?;
            let after = used(bench, contender, |sandbox| sandbox.load(&dataset, &plan))?;
            let votes = dataset.tally(&plan, 1).0 - 1;
            let vote = (after - before) / f64::from(plan.articles * votes);
            bench.figures.record((case, Memory, contender), vote);
        }
    }
    let site = used(bench, Contender::Module, |sandbox| load_sparse(sandbox, &dataset, &plan))?;
    bench.figures.record((SPARSE_ARTICLE, Memory, Contender::Module), site / articles);
    Ok(())
}

/// Returns by how much a site grows `used_memory`.
fn used(
    bench: &Bench,
    contender: Contender,
    load: impl FnOnce(&mut Sandbox) -> Result<()>,
) -> Result<f64> {
    let mut sandbox = Sandbox::start(contender, &bench.options, &[])?;
    let before = sandbox.used_memory()?;
    load(&mut sandbox)?;
    Ok(sandbox.used_memory()? - before)
}

/// Loads a site without groups and votes in which only every 16th id is in use.
fn load_sparse(sandbox: &mut Sandbox, dataset: &Dataset, plan: &Plan) -> Result<()> {
    let mut sender = sandbox.connection.bulk();
    for nth in 1..=plan.articles {
        let draft = dataset.draft(plan, nth);
        let command = sender.next()?.command("ARTICLE.POST", 9).arg(SITE);
        command.arg(draft.poster).arg(draft.title).arg(draft.link);
        command.arg("TIME").int(dataset.time(plan, nth) as i64).arg("ID").int(nth * ID_STEP);
    }
    sender.finish()
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar = |(case, limit)| {
        let figure = bench.figures.median((case, Memory, Contender::Module));
        Bar::value(format!("memory: {case}"), figure, "bytes", limit)
    };
    let mut bars: Vec<Bar> = [(ARTICLE, 293.0), (VOTE, 18.0)].map(bar).into();
    bars.push(Bar::beside(&bench.figures, ARTICLE, Memory, Contender::Function, 0.45));
    bars
}

fn panels(_bench: &Bench) -> Vec<Panel> {
    let panel = |case: &str| Panel::single(Plot::Memory, case, case.to_owned(), Memory);
    [ARTICLE, VOTE, LEDGER_VOTE].map(panel).into()
}
