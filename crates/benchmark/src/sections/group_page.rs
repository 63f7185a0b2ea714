//! The cost of a page of a group by the size of the group, and of the intersection that client
//! code computes when its cached page has expired.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure::Command, module};
use crate::site::{Op, Plan};
use crate::verify;

pub const SECTION: Section = Section { name: "group-page", run, bars };

/// Each has a group: the articles whose id is a multiple of it.
const DIVISORS: [u32; 2] = [1, 10];

/// Pages of the groups: of all articles, and of a tenth.
const PAGES: [&str; 2] = ["GROUPPAGE, group of 1,000,000", "GROUPPAGE, group of 100,000"];
/// The same pages of client code whose intersection has expired.
const EXPIRED: [&str; 2] = [
    "GROUPPAGE, group of 1,000,000, intersection expired",
    "GROUPPAGE, group of 100,000, intersection expired",
];

fn group(divisor: u32) -> String {
    format!("every-{divisor}")
}

fn groups_of(id: u32) -> Vec<String> {
    DIVISORS.into_iter().filter(|&divisor| id.is_multiple_of(divisor)).map(group).collect()
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = Plan { groups: groups_of, ..bench.plan(1_000_000, 1) };
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Client], &plan)?;
    let count = bench.pages() / 4;
    let mut cases = Vec::new();
    for (case, divisor) in PAGES.into_iter().zip(DIVISORS) {
        let page = Op::GroupPage(group(divisor), 1);
        verify::same_page(&mut sandboxes, &page)?;
        cases.push(Case::repeat(case, page, count));
    }
    bench.measure(&mut [Workload { sandboxes: &mut sandboxes, cases }])?;

    // The pages above came from a cached intersection. This measures computing it.
    let clients = &mut sandboxes[1..];
    for (case, divisor) in EXPIRED.into_iter().zip(DIVISORS) {
        let page = Case::repeat(case, Op::GroupPage(group(divisor), 1), 1);
        bench.rounds(&page, clients, |figures, sandbox, ops| {
            sandbox.connection.call("DEL", &[&format!("score:{}", group(divisor))])?;
            let cost = sandbox.run(ops, 1, 1)?;
            figures.record((case, Command, sandbox.contender), cost.command());
            Ok(())
        })?;
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let (all, expired) = (module(PAGES[0]), (EXPIRED[0], Command, Contender::Client));
    let what = format!("{}: time in the command, / intersection expired, client", PAGES[0]);
    vec![Bar::ratio(what, &bench.figures, all, expired, 0.001)]
}
