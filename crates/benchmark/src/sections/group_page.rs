//! The cost of a page of a group by the size of the group, and of the intersection that client
//! code computes when its cached page has expired.

use anyhow::Result;

use super::{Section, none};
use crate::bars::{Bar, module};
use crate::bench::{Bench, RoundOps, Workload};
use crate::contenders::Contender;
use crate::measure::Measure::Command;
use crate::site::dataset::Dataset;
use crate::site::op::Op;
use crate::site::plan::Plan;
use crate::verify;

pub const SECTION: Section = Section { name: "group-page", run, bars, panels: none };

/// Each has a group: the articles whose id is a multiple of it.
const DIVISORS: [u32; 2] = [1, 10];

/// A page of a group of all articles.
const ALL: &str = "GROUPPAGE, group of 1,000,000";
/// The same page of client code whose intersection has expired.
const ALL_EXPIRED: &str = "GROUPPAGE, group of 1,000,000, intersection expired";
/// A page of a group of a tenth of the articles.
const TENTH: &str = "GROUPPAGE, group of 100,000";
/// The same page of client code whose intersection has expired.
const TENTH_EXPIRED: &str = "GROUPPAGE, group of 100,000, intersection expired";
/// The page of the site.
const PAGE: &str = "PAGE of the site with groups";

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
    let group_page = |divisor| Op::GroupPage(group(divisor), 1);
    let ops = |op: Op| -> RoundOps { Box::new(move |_, _| vec![op.clone(); count]) };
    for divisor in DIVISORS {
        verify::same_page(&mut sandboxes, &group_page(divisor))?;
    }
    let cases = vec![
        (PAGE.to_owned(), ops(Op::Page(1))),
        (ALL.to_owned(), ops(group_page(1))),
        (TENTH.to_owned(), ops(group_page(10))),
    ];
    bench.measure(&mut [Workload { sandboxes: &mut sandboxes, cases }])?;

    // The pages above came from a cached intersection. This measures computing it.
    let clients = &mut sandboxes[1..];
    for (case, divisor) in [ALL_EXPIRED, TENTH_EXPIRED].into_iter().zip(DIVISORS) {
        let ops = |_: &Dataset, _| vec![group_page(divisor)];
        bench.rounds(case, clients, ops, |figures, sandbox, ops| {
            sandbox.connection.call("DEL", &[&format!("score:{}", group(divisor))])?;
            let cost = sandbox.run(ops, 1, 1)?;
            figures.record((case, Command, sandbox.contender), cost.command());
            Ok(())
        })?;
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let expired = (ALL_EXPIRED, Command, Contender::Client);
    let what = format!("{ALL}: time in the command");
    vec![
        Bar::ratio(format!("{what}, / PAGE"), &bench.figures, module(ALL), module(PAGE), 1.5),
        Bar::ratio(
            format!("{what}, / intersection expired, client"),
            &bench.figures,
            module(ALL),
            expired,
            0.001,
        ),
    ]
}
