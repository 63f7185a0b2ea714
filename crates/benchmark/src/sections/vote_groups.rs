//! What a vote costs by how many groups the article is in: their rankings change with it.

use anyhow::Result;

use super::{Name, Section, none};
use crate::agree;
use crate::bars::Bar;
use crate::bench::{Bench, Turn};
use crate::data::World;
use crate::figures::Measure;
use crate::ops::Op;
use crate::plan::{Groups, Plan};
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section =
    Section { name: Name::VoteGroups, length: 25, run, bars, panels: none };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Script];

/// How many groups an article is in.
const NUMBERS: [u32; 3] = [0, 3, 16];

fn plan(bench: &Bench, groups: u32) -> Plan {
    bench.plan(20_000, 20).with_groups(Groups::Each(groups))
}

fn case(bench: &Bench, groups: u32) -> String {
    format!("VOTE, {}, in {groups} groups", plan(bench, groups))
}

fn run(bench: &mut Bench) -> Result<()> {
    let plans = NUMBERS.map(|groups| plan(bench, groups));
    let count = bench.operations();
    let mut sites = Vec::new();
    for plan in &plans {
        sites.push(bench.sandboxes(CONTENDERS, plan)?);
    }
    let mut turns = Vec::new();
    for ((sandboxes, plan), groups) in sites.iter_mut().zip(&plans).zip(NUMBERS) {
        let votes = move |world: &World, round| world.votes(plan, round, count);
        turns.push(Turn { sandboxes, cases: vec![(case(bench, groups), Box::new(votes))] });
    }
    bench.costs(&mut turns)?;
    drop(turns);
    for (sandboxes, plan) in sites.iter_mut().zip(&plans) {
        agree::alike(sandboxes, &Op::Page(1))?;
        for group in plan.groups.of(1) {
            agree::alike(sandboxes, &Op::GroupPage(group, 1))?;
        }
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let (some, none) = (case(bench, 3), case(bench, 0));
    let of = |case| (case, Measure::Command, Who::Module);
    let what = "VOTE: time in the command, in 3 groups / in none";
    vec![Bar::ratio(what, &bench.figures, of(some.as_str()), of(none.as_str()), 2.0)]
}
