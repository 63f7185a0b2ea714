//! Memory per article and per vote. All titles, links and names are generated ones of known
//! lengths, which the targets assume.

use anyhow::Result;

use super::{Name, Section};
use crate::backends::SITE;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::Measure;
use crate::numbers::with_commas;
use crate::plan::{Plan, Posters, Votes};
use crate::plot::{Panel, Plot};
use crate::sandbox::Sandbox;
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::Memory, length: 20, run, targets, panels };

const CONTENDERS: &[Contender] = &[Contender::Module, Contender::Function];

const ARTICLE: &str = "article with a title of 45 bytes, a link of 35, 1 vote, and a poster of 11 bytes with 2 articles";
const SPARSE_ARTICLE: &str = "the same article, with only every 16th id in use";

/// About as on Hacker News: the 20,072 stories of a sample have 10,367 posters.
const ARTICLES_PER_POSTER: u32 = 2;
/// The distance between the ids of a sparse site.
const ID_STEP: u32 = 16;

fn vote_case(voters: u32) -> String {
    format!("vote with a name of 11 bytes, {} voters", with_commas(voters))
}

/// Returns the sites whose ledgers are compared with ledgers of one voter.
fn ledgers(bench: &Bench) -> [Plan; 2] {
    [bench.plan(20_000, 20), bench.plan(1, 1_000_000)]
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(100_000, 1);
    let plan = plan.with_posters(Posters::InTurn(plan.articles / ARTICLES_PER_POSTER));
    let dataset = bench.dataset.with_generated_stories();
    for contender in bench.chosen(CONTENDERS) {
        bench.progress.step(format!("{ARTICLE}: {}", contender.name()));
        let loaded = Loaded { case: ARTICLE, articles: plan.articles as usize };
        measure(bench, contender, loaded, |sandbox| sandbox.load(&dataset, &plan))?;
        for plan in ledgers(bench) {
            let votes = f64::from(plan.articles * (plan.votes.each() - 1));
            let before = used_memory(bench, contender, &Plan { votes: Votes::Each(1), ..plan })?;
            let vote = (used_memory(bench, contender, &plan)? - before) / votes;
            bench
                .figures
                .record((&vote_case(plan.votes.each()), Measure::Memory, contender), vote);
        }
    }
    for contender in bench.chosen(&[Contender::Module]) {
        bench.progress.step(format!("{SPARSE_ARTICLE}: {}", contender.name()));
        let loaded = Loaded { case: SPARSE_ARTICLE, articles: plan.articles as usize };
        measure(bench, contender, loaded, |sandbox| load_sparse(sandbox, &dataset, &plan))?;
    }
    Ok(())
}

/// Articles that are loaded to measure their memory.
pub struct Loaded<'a> {
    /// The name of the case.
    pub case: &'a str,
    /// The number of articles.
    pub articles: usize,
}

/// Records the memory per article of a site: by how much `used_memory` grew, and, if the site is
/// a single key, `MEMORY USAGE`.
pub fn measure(
    bench: &mut Bench,
    contender: Contender,
    Loaded { case, articles }: Loaded,
    load: impl FnOnce(&mut Sandbox) -> Result<()>,
) -> Result<()> {
    let articles = articles as f64;
    let mut sandbox = Sandbox::start(contender, &bench.options, &[])?;
    let before = sandbox.used_memory()?;
    load(&mut sandbox)?;
    let used = (sandbox.used_memory()? - before) / articles;
    bench.figures.record((case, Measure::Memory, contender), used);
    if matches!(contender, Contender::Module | Contender::Baseline) {
        let claimed = sandbox.connection.call("MEMORY", &["USAGE", SITE])?.integer()?;
        bench.figures.record((case, Measure::Claimed, contender), claimed as f64 / articles);
    }
    Ok(())
}

/// Returns by how much a site grows `used_memory`.
fn used_memory(bench: &Bench, contender: Contender, plan: &Plan) -> Result<f64> {
    bench.progress.step(format!("{plan}: {}", contender.name()));
    let mut sandbox = Sandbox::start(contender, &bench.options, &[])?;
    let before = sandbox.used_memory()?;
    sandbox.load(&bench.dataset.with_generated_stories(), plan)?;
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

fn targets(bench: &Bench) -> Vec<Target> {
    let target = |case: &str, limit| {
        let figure = bench.figures.median((case, Measure::Memory, Contender::Module));
        Target::value(format!("memory: {case}"), figure, "bytes", limit)
    };
    let votes = ledgers(bench).map(|plan| target(&vote_case(plan.votes.each()), 20.0));
    [target(ARTICLE, 305.0), target(SPARSE_ARTICLE, 400.0)].into_iter().chain(votes).collect()
}

fn panels(bench: &Bench) -> Vec<Panel> {
    let panel =
        |title: &str, case: String| Panel::single(Plot::Memory, title, case, Measure::Memory);
    let votes = ledgers(bench).map(|plan| {
        let title = format!("vote, {} voters", with_commas(plan.votes.each()));
        panel(&title, vote_case(plan.votes.each()))
    });
    [panel("article", ARTICLE.to_owned())].into_iter().chain(votes).collect()
}
