//! Saving and loading an RDB file.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case};
use crate::contenders::Contender;
use crate::figures::Bar;
use crate::figures::Measure::{File, Load};
use crate::verify;

pub const SECTION: Section = Section { name: "rdb", run, bars };

/// A site of 50,000 articles with 20 voters each.
const RDB: &str = "RDB";

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, dataset) = (bench.plan(50_000, 20), bench.dataset);
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Function], &plan)?;
    let nothing = Case::new(RDB, |_, _| Vec::new());
    bench.rounds(&nothing, &mut sandboxes, |figures, sandbox, _| {
        for (measure, value) in sandbox.save_and_load()? {
            figures.record((RDB, measure, sandbox.contender), value);
        }
        verify::matches_plan(sandbox, &dataset, &plan)
    })
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar =
        |(measure, limit)| Bar::beside(&bench.figures, RDB, measure, Contender::Function, limit);
    [(File, 0.5), (Load, 0.55)].map(bar).into()
}
