//! The cost of a page of a group by the size of the group.

use std::slice;

use anyhow::Result;

use super::{Name, Section, none};
use crate::bench::{Bench, RoundOps, Workload};
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::Measure;
use crate::numbers::with_commas;
use crate::op::Op;
use crate::plan::{Groups, Plan};
use crate::targets::Target;

pub const SECTION: Section =
    Section { name: Name::GroupPage, length: 50, run, targets, panels: none };

const CONTENDERS: &[Contender] = &[Contender::Module, Contender::Function, Contender::Client];

/// The groups hold all articles, one in 10, and one in 10,000.
const DIVISORS: [u32; 3] = [1, 10, 10_000];

fn plan(bench: &Bench) -> Plan {
    bench.plan(1_000_000, 1).with_groups(Groups::Divisors(&DIVISORS))
}

fn case(plan: &Plan, divisor: u32) -> String {
    format!("GROUPPAGE of 25, group of {}", with_commas(plan.articles / divisor))
}

fn page_case(plan: &Plan) -> String {
    format!("PAGE of 25 of the same site, {plan}")
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, count) = (plan(bench), bench.pages());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    let group_page = |divisor| Op::GroupPage(Groups::name(divisor), 1);
    let mut cases = vec![(page_case(&plan), Op::Page(1))];
    cases.extend(DIVISORS.map(|divisor| (case(&plan, divisor), group_page(divisor))));
    let ops = |op: Op| -> RoundOps { Box::new(move |_, _| vec![op.clone(); count]) };
    let cases = cases.into_iter().map(|(case, op)| (case, ops(op))).collect();
    bench.measure_costs(&mut [Workload { sandboxes: &mut sandboxes, cases }])?;

    for divisor in DIVISORS {
        // The pages above came from a cached intersection. This measures computing it.
        let case = format!("{}, intersection expired", case(&plan, divisor));
        let op = group_page(divisor);
        let mut client =
            sandboxes.iter_mut().filter(|sandbox| sandbox.contender == Contender::Client);
        let ops = |_: &Dataset, _| vec![op.clone()];
        bench.rounds(
            &case,
            client.next().map_or(&mut [], slice::from_mut),
            ops,
            |figures, sandbox, ops| {
                sandbox.connection.call("DEL", &[&format!("score:{}", Groups::name(divisor))])?;
                let cost = sandbox.run(ops, 1, 1)?;
                let key = (case.as_str(), Measure::Command, sandbox.contender);
                figures.record(key, cost.command);
                Ok(())
            },
        )?;
    }
    Ok(())
}

fn targets(bench: &Bench) -> Vec<Target> {
    let plan = plan(bench);
    let (group, all) = (case(&plan, 1), page_case(&plan));
    let key = |case| (case, Measure::Command, Contender::Module);
    let what = format!("{group}: time in the command, GROUPPAGE / PAGE");
    vec![Target::ratio(what, &bench.figures, key(group.as_str()), key(all.as_str()), 1.2)]
}
