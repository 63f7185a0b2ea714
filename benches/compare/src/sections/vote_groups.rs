//! What a vote costs by how many groups the article is in: their rankings change with it.

use anyhow::Result;

use super::{Name, Section, none};
use crate::agree;
use crate::bars::Bar;
use crate::bench::Bench;
use crate::contenders::Who;
use crate::data::World;
use crate::figures::Measure;
use crate::ops::Op;
use crate::plan::{Groups, Plan};

/// What this file adds to the run.
pub const SECTION: Section =
    Section { name: Name::VoteGroups, length: 25, run, bars, panels: none };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Script];

fn plan(bench: &Bench, groups: u32) -> Plan {
    bench.plan(20_000, 20).with_groups(Groups::Each(groups))
}

fn case(bench: &Bench, groups: u32) -> String {
    format!("VOTE, {}, in {groups} groups", plan(bench, groups))
}

fn run(bench: &mut Bench) -> Result<()> {
    for groups in [0, 3, 16] {
        let (plan, count) = (plan(bench, groups), bench.operations());
        let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
        let votes = |world: &World, round| world.votes(&plan, round, count);
        bench.cost(&case(bench, groups), &mut sandboxes, votes)?;
        agree::alike(&mut sandboxes, &Op::Page(1))?;
        for group in plan.groups.of(1) {
            agree::alike(&mut sandboxes, &Op::GroupPage(group, 1))?;
        }
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let of = |groups| bench.figures.median(&case(bench, groups), Measure::Command, Who::Module);
    vec![Bar::ratio("VOTE: time in the command, in 3 groups / in none", of(3), of(0), 2.0)]
}
