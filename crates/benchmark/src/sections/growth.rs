//! The cost of all operations by the number of articles.

use anyhow::Result;

use super::Section;
use crate::bars::{Bar, module};
use crate::bench::{Bench, RoundOps, Workload};
use crate::contenders::Contender;
use crate::measure::Measure::Command;
use crate::output::numbers::with_commas;
use crate::output::plot::{Panel, Plot, Point};
use crate::server::sandbox::Sandbox;
use crate::site::dataset::{Dataset, PAGE_SIZE};
use crate::site::op::Op;
use crate::site::plan::Plan;

pub const SECTION: Section = Section { name: "growth", run, bars, panels };

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
    let sites = plans.iter().map(|plan| bench.sandboxes(&CONTENDERS, plan));
    let mut sites: Vec<Vec<Sandbox>> = sites.collect::<Result<_>>()?;
    let (operations, pages) = (bench.operations(), bench.pages());

    bench.measure(&mut workloads(&mut sites, &plans, |plan| {
        // Few enough that the size of the site hardly changes; likewise the posts below.
        let count = operations.min(plan.articles as usize / 5);
        let votes = move |dataset: &Dataset, round| dataset.votes(plan, round, count);
        vec![(case("VOTE", plan.articles), Box::new(votes))]
    }))?;
    for sandboxes in &mut sites {
        sandboxes.retain(|sandbox| sandbox.contender.has_site());
    }
    bench.measure(&mut workloads(&mut sites, &plans, |plan| {
        let read = |page| -> RoundOps { Box::new(move |_, _| vec![Op::Page(page); pages]) };
        let pages = [("PAGE 1", 1), (DEEP_PAGE, DEEP.min(plan.articles / PAGE_SIZE))];
        pages.map(|(name, page)| (case(name, plan.articles), read(page))).into()
    }))?;
    bench.measure(&mut workloads(&mut sites, &plans, |plan| {
        let count = operations.min(plan.articles as usize / 10);
        let posts = move |dataset: &Dataset, round| dataset.posts(plan, round, count);
        vec![(case("POST", plan.articles), Box::new(posts))]
    }))
}

/// Pairs the sites with the cases to measure on them.
fn workloads<'a>(
    sites: &'a mut [Vec<Sandbox>],
    plans: &'a [Plan],
    cases: impl Fn(&'a Plan) -> Vec<(String, RoundOps<'a>)>,
) -> Vec<Workload<'a>> {
    let sites = sites.iter_mut().zip(plans);
    sites.map(|(sandboxes, plan)| Workload { sandboxes, cases: cases(plan) }).collect()
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

fn panels(bench: &Bench) -> Vec<Panel> {
    let panels = ["VOTE", "POST", "PAGE 1"].map(|operation| {
        let points = sizes(bench).into_iter().map(|articles| Point {
            label: with_commas(articles),
            case: case(operation, articles),
            measure: Command,
        });
        Panel { plot: Plot::Growth, title: operation.to_owned(), points: points.collect() }
    });
    panels.into()
}
