//! What everything costs by the number of articles.

use anyhow::Result;

use super::{Name, Section};
use crate::agree;
use crate::bars::Bar;
use crate::bench::{Bench, Ops, Turn};
use crate::data::{PAGE_SIZE, World};
use crate::figures::Measure;
use crate::numbers::grouped;
use crate::ops::Op;
use crate::plan::Plan;
use crate::plot::{Panel, Plot, Point};
use crate::sandbox::Sandbox;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Growth, length: 35, run, bars, panels };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Incr];

/// The page that is far from the first, where there are as many.
const DEEP: u32 = 30_000;

/// The sizes of the sites, in articles.
fn sizes(bench: &Bench) -> Vec<u32> {
    let sizes = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    sizes.into_iter().filter(|&size| size <= bench.options.size()).collect()
}

/// The name of an operation on a site of this size.
fn case(operation: &str, articles: u32) -> String {
    format!("{operation} by size, {} articles", grouped(articles))
}

fn deep(articles: u32) -> u32 {
    DEEP.min(articles / PAGE_SIZE)
}

fn page_name(page: u32) -> String {
    format!("PAGE {}", grouped(page))
}

fn run(bench: &mut Bench) -> Result<()> {
    let plans: Vec<Plan> = sizes(bench).into_iter().map(|size| bench.plan(size, 1)).collect();
    let mut sites = Vec::new();
    for plan in &plans {
        sites.push(bench.sandboxes(CONTENDERS, plan)?);
    }
    let (operations, pages) = (bench.operations(), bench.pages());

    bench.costs(&mut turns(&mut sites, &plans, |plan| {
        // Few enough that the site stays about the size that it has; likewise below.
        let count = operations.min(plan.articles as usize / 5);
        let votes = move |world: &World, round| world.votes(plan, round, count);
        vec![(case("VOTE", plan.articles), Box::new(votes))]
    }))?;
    for sandboxes in &mut sites {
        agree::alike(sandboxes, &Op::Page(1))?;
        sandboxes.retain(|sandbox| sandbox.who.has_site());
    }
    bench.costs(&mut turns(&mut sites, &plans, |plan| {
        let read = |page| -> Ops { Box::new(move |_, _| vec![Op::Page(page); pages]) };
        let pages = [1, deep(plan.articles)];
        pages.map(|page| (case(&page_name(page), plan.articles), read(page))).into()
    }))?;
    bench.costs(&mut turns(&mut sites, &plans, |plan| {
        let count = operations.min(plan.articles as usize / 10);
        let posts = move |world: &World, round| world.posts(plan, round, count);
        vec![(case("POST", plan.articles), Box::new(posts))]
    }))
}

/// What is done on each of the sites, by its plan.
fn turns<'a>(
    sites: &'a mut [Vec<Sandbox>],
    plans: &'a [Plan],
    cases: impl Fn(&'a Plan) -> Vec<(String, Ops<'a>)>,
) -> Vec<Turn<'a>> {
    let sites = sites.iter_mut().zip(plans);
    sites.map(|(sandboxes, plan)| Turn { sandboxes, cases: cases(plan) }).collect()
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let sizes = sizes(bench);
    let (Some(&least), Some(&most)) = (sizes.first(), sizes.last()) else {
        return Vec::new();
    };
    let ratio = |what: String, one: &str, other: &str, limit| {
        let of = |case| (case, Measure::Command, Who::Module);
        Bar::ratio(what, &bench.figures, of(one), of(other), limit)
    };
    let grown = |operation: &str, limit| {
        let (from, to) = (grouped(least), grouped(most));
        let what = format!("{operation}: time in the command, {to} articles / {from}");
        ratio(what, &case(operation, most), &case(operation, least), limit)
    };
    let far = page_name(deep(most));
    let what = format!("{far} / PAGE 1: time in the command, {} articles", grouped(most));
    let far = ratio(what, &case(&far, most), &case("PAGE 1", most), 1.3);
    vec![far, grown("VOTE", 2.5), grown("POST", 2.0), grown("PAGE 1", 1.5)]
}

fn panels(bench: &Bench) -> Vec<Panel> {
    let panels = ["VOTE", "POST", "PAGE 1"].map(|operation| {
        let points = sizes(bench).into_iter().map(|articles| Point {
            label: grouped(articles),
            case: case(operation, articles),
            measure: Measure::Command,
        });
        Panel { plot: Plot::Growth, title: operation.to_owned(), points: points.collect() }
    });
    panels.into()
}
