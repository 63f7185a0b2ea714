//! The cost of all operations by the number of articles.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::figures::{Bar, module};
use crate::numbers::with_commas;
use crate::sandbox::Sandbox;
use crate::site::{Op, PAGE_SIZE, Plan};

pub const SECTION: Section = Section { name: "growth", run, bars };

const CONTENDERS: [Contender; 3] = [Contender::Module, Contender::Function, Contender::Incr];
const SIZES: [u32; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// A page far from the first; in smaller sites the last.
const DEEP: u32 = 30_000;
const DEEP_PAGE: &str = "PAGE 30,000";

/// Returns the numbers of articles of the sites.
fn sizes(bench: &Bench) -> Vec<u32> {
    let largest = bench.options.largest_site();
    let sizes = SIZES.iter().copied().filter(|&size| size <= largest);
    if bench.options.tiny { vec![largest] } else { sizes.collect() }
}

fn case(operation: &str, articles: u32) -> String {
    format!("{operation}, {} articles", with_commas(articles))
}

fn run(bench: &mut Bench) -> Result<()> {
    let plans: Vec<Plan> = sizes(bench).into_iter().map(|size| bench.plan(size, 1)).collect();
    let sites = plans.iter().map(|plan| Ok((*plan, bench.sandboxes(&CONTENDERS, plan)?)));
    let mut sites = sites.collect::<Result<Vec<_>>>()?;
    let (operations, pages) = (bench.operations(), bench.pages());

    measure(bench, &mut sites, |plan| {
        // Few enough that the size of the site hardly changes; likewise the posts below.
        let count = operations.min(plan.articles as usize / 5);
        vec![Case::votes(case("VOTE", plan.articles), plan, count)]
    })?;
    for (_, sandboxes) in &mut sites {
        sandboxes.retain(|sandbox| sandbox.contender.has_site());
    }
    measure(bench, &mut sites, |plan| {
        let deep = DEEP.min(plan.articles / PAGE_SIZE);
        let read = |(name, page)| Case::repeat(case(name, plan.articles), Op::Page(page), pages);
        [("PAGE 1", 1), (DEEP_PAGE, deep)].map(read).into()
    })?;
    measure(bench, &mut sites, |plan| {
        let count = operations.min(plan.articles as usize / 10);
        vec![Case::posts(case("POST", plan.articles), plan, count)]
    })
}

/// Measures cases on all sites.
fn measure(
    bench: &mut Bench,
    sites: &mut [(Plan, Vec<Sandbox>)],
    cases: impl Fn(&Plan) -> Vec<Case<'static>>,
) -> Result<()> {
    let workload = |site| {
        let (plan, sandboxes): &mut (Plan, Vec<Sandbox>) = site;
        Workload { sandboxes, cases: cases(plan) }
    };
    bench.measure(&mut sites.iter_mut().map(workload).collect::<Vec<_>>())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let sizes = sizes(bench);
    let (least, most) = (sizes[0], sizes[sizes.len() - 1]);
    let bar = |(one, other): (String, String)| {
        let what = format!("{one}: time in the command, / {other}");
        Bar::ratio(what, &bench.figures, module(&one), module(&other), 1.5)
    };
    let first = case("PAGE 1", most);
    [(first.clone(), case("PAGE 1", least)), (case(DEEP_PAGE, most), first)].map(bar).into()
}
