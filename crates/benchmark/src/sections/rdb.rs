//! Saving and loading an RDB file.

use std::fs;

use anyhow::Result;

use super::section::{Section, none};
use crate::bench::{Bench, Case};
use crate::contenders::Contender;
use crate::figures::{
    Bar,
    Measure::{File, Load, Save},
};
use crate::verify;

pub const SECTION: Section = Section { name: "rdb", run, bars, panels: none };

/// A site of 50,000 articles with 20 voters each.
const RDB: &str = "RDB";

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, dataset) = (bench.plan(50_000, 20), bench.dataset);
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Function], &plan)?;
    let nothing = Case::new(RDB, |_, _| Vec::new());
    bench.rounds(&nothing, &mut sandboxes, |figures, sandbox, _| {
        let saving = sandbox.connection.time("SAVE", &[])?;
        let size = fs::metadata(sandbox.rdb_file())?.len() as f64;
        let loading = 1e3 * sandbox.restart()?;
        verify::matches_plan(sandbox, &dataset, &plan)?;
        for (measure, value) in [(File, size), (Save, saving), (Load, loading)] {
            figures.record((RDB, measure, sandbox.contender), value);
        }
        Ok(())
    })
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar =
        |(measure, limit)| Bar::beside(&bench.figures, RDB, measure, Contender::Function, limit);
    [(File, 0.5), (Load, 0.55)].map(bar).into()
}
