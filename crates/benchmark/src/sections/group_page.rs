//! What a page of a group costs by the size of the group.

use std::slice;

use anyhow::Result;

use super::{Name, Section, none};
use crate::bars::Bar;
use crate::bench::{Bench, Ops, Turn};
use crate::data::World;
use crate::figures::Measure;
use crate::numbers::grouped;
use crate::ops::Op;
use crate::plan::{Groups, Plan};
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section =
    Section { name: Name::GroupPage, length: 50, run, bars, panels: none };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Client];

/// Groups of all articles, a tenth and a ten-thousandth of them.
const DIVISORS: [u32; 3] = [1, 10, 10_000];

fn plan(bench: &Bench) -> Plan {
    bench.plan(1_000_000, 1).with_groups(Groups::Divisors(&DIVISORS))
}

fn case(plan: &Plan, divisor: u32) -> String {
    format!("GROUPPAGE of 25, group of {}", grouped(plan.articles / divisor))
}

fn page_case(plan: &Plan) -> String {
    format!("PAGE of 25 beside the groups, {plan}")
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count) = (plan(bench), bench.pages());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    let group_page = |divisor| Op::GroupPage(Groups::name(divisor), 1);
    let mut cases = vec![(page_case(&plan), Op::Page(1))];
    cases.extend(DIVISORS.map(|divisor| (case(&plan, divisor), group_page(divisor))));
    let ops = |op: Op| -> Ops { Box::new(move |_, _| vec![op.clone(); count]) };
    let cases = cases.into_iter().map(|(case, op)| (case, ops(op))).collect();
    bench.costs(&mut [Turn { sandboxes: &mut sandboxes, cases }])?;

    for divisor in DIVISORS {
        // The client's pages above were read from an intersection made earlier: this makes it.
        let case = format!("{}, intersection expired", case(&plan, divisor));
        let op = group_page(divisor);
        let mut client = sandboxes.iter_mut().filter(|sandbox| sandbox.who == Who::Client);
        let ops = |_: &World, _| vec![op.clone()];
        bench.rounds(
            &case,
            client.next().map_or(&mut [], slice::from_mut),
            ops,
            |figures, sandbox, ops| {
                sandbox.line.ask("DEL", &[&format!("score:{}", Groups::name(divisor))])?;
                let cost = sandbox.run(ops, 1, 1)?;
                figures.record(&case, Measure::Command, sandbox.who, cost.command);
                Ok(())
            },
        )?;
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let plan = plan(bench);
    let (group, all) = (case(&plan, 1), page_case(&plan));
    let of = |case| (case, Measure::Command, Who::Module);
    let what = format!("{group}: time in the command, / PAGE");
    vec![Bar::ratio(what, &bench.figures, of(group.as_str()), of(all.as_str()), 1.2)]
}
