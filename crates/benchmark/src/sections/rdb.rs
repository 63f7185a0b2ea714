//! Saving and loading an RDB file.

use std::fs;
use std::time::Instant;

use anyhow::Result;

use super::{Section, none};
use crate::bars::Bar;
use crate::bench::Bench;
use crate::contenders::Contender;
use crate::measure::Measure::{File, Load, Save};
use crate::verify;

pub const SECTION: Section = Section { name: "rdb", run, bars, panels: none };

/// A site of 50,000 articles with 20 voters each.
const RDB: &str = "RDB";

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, dataset) = (bench.plan(50_000, 20), bench.dataset);
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Function], &plan)?;
    bench.rounds(
        RDB,
        &mut sandboxes,
        |_, _| Vec::new(),
        |figures, sandbox, _| {
            let start = Instant::now();
            sandbox.connection.call("SAVE", &[])?;
            let saving = 1e3 * start.elapsed().as_secs_f64();
            let size = fs::metadata(sandbox.rdb_file())?.len() as f64;
            let loading = 1e3 * sandbox.restart()?;
            verify::matches_plan(sandbox, &dataset, &plan)?;
            for (measure, value) in [(File, size), (Save, saving), (Load, loading)] {
                figures.record((RDB, measure, sandbox.contender), value);
            }
            Ok(())
        },
    )
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let limits = [(File, 0.5), (Load, 0.55)];
    limits
        .map(|(one, limit)| Bar::beside(&bench.figures, RDB, one, Contender::Function, limit))
        .into()
}
