//! The cost of a vote by the number of articles.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::numbers::with_commas;
use crate::site::Plan;

pub const SECTION: Section = Section { name: "growth", run, bars: |_| Vec::new() };

const CONTENDERS: [Contender; 2] = [Contender::Module, Contender::Incr];
const SIZES: [u32; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// Returns the numbers of articles of the sites.
fn sizes(bench: &Bench) -> Vec<u32> {
    let largest = bench.options.largest_site();
    let sizes = SIZES.iter().copied().filter(|&size| size <= largest);
    if bench.options.tiny { vec![largest] } else { sizes.collect() }
}

fn run(bench: &mut Bench) -> Result<()> {
    let plans: Vec<Plan> = sizes(bench).into_iter().map(|size| bench.plan(size, 1)).collect();
    let sites = plans.iter().map(|plan| Ok((*plan, bench.sandboxes(&CONTENDERS, plan)?)));
    let mut sites = sites.collect::<Result<Vec<_>>>()?;
    let operations = bench.operations();
    let workload = |(plan, sandboxes)| {
        let plan: &mut Plan = plan;
        let case = format!("VOTE, {} articles", with_commas(plan.articles));
        // Few enough that the size of the site hardly changes.
        let votes = Case::votes(case, plan, operations.min(plan.articles as usize / 5));
        Workload { sandboxes, cases: vec![votes] }
    };
    let sites = sites.iter_mut().map(|(plan, sandboxes)| (plan, &mut sandboxes[..]));
    bench.measure(&mut sites.map(workload).collect::<Vec<_>>())
}
