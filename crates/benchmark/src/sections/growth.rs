//! The cost of all operations by the number of articles.

use anyhow::Result;

use super::{Name, Section};
use crate::bench::{Bench, RoundOps, Workload};
use crate::contender::Contender;
use crate::dataset::{Dataset, PAGE_SIZE};
use crate::measure::Measure;
use crate::numbers::with_commas;
use crate::op::Op;
use crate::plan::Plan;
use crate::plot::{Panel, Plot, Point};
use crate::sandbox::Sandbox;
use crate::targets::{Target, relative};
use crate::verify;

pub const SECTION: Section = Section { name: Name::Growth, length: 35, run, targets, panels };

const CONTENDERS: &[Contender] = &[Contender::Module, Contender::Function, Contender::Incr];

/// A page far from the first, in sites that have it.
const DEEP: u32 = 30_000;

/// Returns the numbers of articles of the sites.
fn sizes(bench: &Bench) -> Vec<u32> {
    let sizes = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    sizes.into_iter().filter(|&size| size <= bench.options.size()).collect()
}

fn case(operation: &str, articles: u32) -> String {
    format!("{operation} by size, {} articles", with_commas(articles))
}

fn deep(articles: u32) -> u32 {
    DEEP.min(articles / PAGE_SIZE)
}

fn page_name(page: u32) -> String {
    format!("PAGE {}", with_commas(page))
}

fn run(bench: &mut Bench) -> Result<()> {
    let plans: Vec<Plan> = sizes(bench).into_iter().map(|size| bench.plan(size, 1)).collect();
    let mut sites = Vec::new();
    for plan in &plans {
        sites.push(bench.sandboxes(CONTENDERS, plan)?);
    }
    let (operations, pages) = (bench.operations(), bench.pages());

    bench.measure_costs(&mut workloads(&mut sites, &plans, |plan| {
        // Few enough that the size of the site hardly changes; likewise the posts below.
        let count = operations.min(plan.articles as usize / 5);
        let votes = move |dataset: &Dataset, round| dataset.votes(plan, round, count);
        vec![(case("VOTE", plan.articles), Box::new(votes))]
    }))?;
    for sandboxes in &mut sites {
        verify::same_page(sandboxes, &Op::Page(1))?;
        sandboxes.retain(|sandbox| sandbox.contender.has_site());
    }
    bench.measure_costs(&mut workloads(&mut sites, &plans, |plan| {
        let read = |page| -> RoundOps { Box::new(move |_, _| vec![Op::Page(page); pages]) };
        let pages = [1, deep(plan.articles)];
        pages.map(|page| (case(&page_name(page), plan.articles), read(page))).into()
    }))?;
    bench.measure_costs(&mut workloads(&mut sites, &plans, |plan| {
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

/// VOTE is limited relative to other contenders at each size: with the number of articles, the
/// distance of their memory grows, which slows down every command.
fn targets(bench: &Bench) -> Vec<Target> {
    let sizes = sizes(bench);
    let limits = [
        (Measure::Command, Contender::Incr, 3.5),
        (Measure::Command, Contender::Function, 1.0 / 6.0),
    ];
    let votes = sizes.iter().flat_map(|&size| {
        let case = case("VOTE", size);
        relative(&bench.figures, &case, &case, &limits)
    });
    let mut targets: Vec<Target> = votes.collect();
    if let (Some(&least), Some(&most)) = (sizes.first(), sizes.last()) {
        targets.extend(grown(bench, least, most));
    }
    targets
}

/// Returns limits for the growth of the other operations from the smallest to the largest site.
fn grown(bench: &Bench, least: u32, most: u32) -> [Target; 3] {
    let ratio = |what: String, one: &str, other: &str, limit| {
        let key = |case| (case, Measure::Command, Contender::Module);
        Target::ratio(what, &bench.figures, key(one), key(other), limit)
    };
    let grown = |operation: &str, limit| {
        let (from, to) = (with_commas(least), with_commas(most));
        let what = format!("{operation}: time in the command, {to} articles / {from}");
        ratio(what, &case(operation, most), &case(operation, least), limit)
    };
    let deep = page_name(deep(most));
    let what = format!("{deep} / PAGE 1: time in the command, {} articles", with_commas(most));
    let deep = ratio(what, &case(&deep, most), &case("PAGE 1", most), 1.3);
    [deep, grown("POST", 2.0), grown("PAGE 1", 1.5)]
}

fn panels(bench: &Bench) -> Vec<Panel> {
    let panels = ["VOTE", "POST", "PAGE 1"].map(|operation| {
        let points = sizes(bench).into_iter().map(|articles| Point {
            label: with_commas(articles),
            case: case(operation, articles),
            measure: Measure::Command,
        });
        Panel { plot: Plot::Growth, title: operation.to_owned(), points: points.collect() }
    });
    panels.into()
}
