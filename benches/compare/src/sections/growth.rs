//! What everything costs by the number of articles.

use anyhow::Result;

use super::{Name, Section};
use crate::agree;
use crate::bars::Bar;
use crate::bench::Bench;
use crate::contenders::Who;
use crate::data::{PAGE_SIZE, World};
use crate::figures::Measure;
use crate::ops::Op;
use crate::plot::{Panel, Plot, Point};
use crate::report::grouped;

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
    for articles in sizes(bench) {
        let plan = bench.plan(articles, 1);
        let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;

        // Few enough that the site stays about the size that it has.
        let count = bench.operations().min(articles as usize / 5);
        let votes = |world: &World, round| world.votes(&plan, round, count);
        bench.cost(&case("VOTE", articles), &mut sandboxes, votes)?;
        agree::alike(&mut sandboxes, &Op::Page(1))?;

        sandboxes.retain(|sandbox| sandbox.who.has_site());
        let count = bench.pages();
        for page in [1, deep(articles)] {
            let pages = |_: &World, _| vec![Op::Page(page); count];
            bench.cost(&case(&page_name(page), articles), &mut sandboxes, pages)?;
        }
        let count = bench.operations().min(articles as usize / 10);
        let posts = |world: &World, round| world.posts(&plan, round, count);
        bench.cost(&case("POST", articles), &mut sandboxes, posts)?;
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let sizes = sizes(bench);
    let (Some(&least), Some(&most)) = (sizes.first(), sizes.last()) else {
        return Vec::new();
    };
    let of = |operation: &str, articles| {
        bench.figures.median(&case(operation, articles), Measure::Command, Who::Module)
    };
    let grown = |operation: &str, limit| {
        let (from, to) = (grouped(least), grouped(most));
        let what = format!("{operation}: time in the command, {to} articles / {from}");
        Bar::ratio(what, of(operation, most), of(operation, least), limit)
    };
    let far = page_name(deep(most));
    let what = format!("{far} / PAGE 1: time in the command, {} articles", grouped(most));
    let far = Bar::ratio(what, of(&far, most), of("PAGE 1", most), 1.3);
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
