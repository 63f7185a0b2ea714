//! The cost of a vote by the number of groups of the article, whose rankings change with it.

use anyhow::Result;

use super::{Name, Section, none};
use crate::bench::{Bench, Workload};
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::Measure;
use crate::op::Op;
use crate::plan::{Groups, Plan};
use crate::targets::Target;
use crate::verify;

pub const SECTION: Section =
    Section { name: Name::VoteGroups, length: 25, run, targets, panels: none };

const CONTENDERS: &[Contender] = &[Contender::Module, Contender::Function, Contender::Script];

/// Numbers of groups per article.
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
    let mut workloads = Vec::new();
    for ((sandboxes, plan), groups) in sites.iter_mut().zip(&plans).zip(NUMBERS) {
        let votes = move |dataset: &Dataset, round| dataset.votes(plan, round, count);
        workloads
            .push(Workload { sandboxes, cases: vec![(case(bench, groups), Box::new(votes))] });
    }
    bench.measure_costs(&mut workloads)?;
    drop(workloads);
    for (sandboxes, plan) in sites.iter_mut().zip(&plans) {
        verify::same_page(sandboxes, &Op::Page(1))?;
        for group in plan.groups.of(1) {
            verify::same_page(sandboxes, &Op::GroupPage(group, 1))?;
        }
    }
    Ok(())
}

fn targets(bench: &Bench) -> Vec<Target> {
    let (some, none) = (case(bench, 3), case(bench, 0));
    let key = |case| (case, Measure::Command, Contender::Module);
    let what = "VOTE: time in the command, in 3 groups / in no group";
    vec![Target::ratio(what, &bench.figures, key(some.as_str()), key(none.as_str()), 2.0)]
}
