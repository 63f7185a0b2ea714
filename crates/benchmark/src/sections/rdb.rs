//! Saving and loading an RDB file.

use std::fs;
use std::time::Instant;

use anyhow::Result;

use super::{Name, Section, none};
use crate::bench::Bench;
use crate::contender::Contender;
use crate::measure::Measure;
use crate::plan::Plan;
use crate::targets::{Target, relative};
use crate::verify;

pub const SECTION: Section = Section { name: Name::Rdb, length: 8, run, targets, panels: none };

const CONTENDERS: &[Contender] = &[Contender::Module, Contender::Function];

fn plan(bench: &Bench) -> Plan {
    bench.plan(50_000, 20)
}

fn case(bench: &Bench) -> String {
    format!("RDB, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, case, dataset) = (plan(bench), case(bench), bench.dataset.clone());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    bench.rounds(
        &case,
        &mut sandboxes,
        |_, _| Vec::new(),
        |figures, sandbox, _| {
            let start = Instant::now();
            sandbox.connection.call("SAVE", &[])?;
            let saving = 1e3 * start.elapsed().as_secs_f64();
            let size = fs::metadata(sandbox.rdb_file())?.len();
            let loading = 1e3 * sandbox.restart()?;
            verify::matches_plan(sandbox, &dataset, &plan)?;
            let results =
                [(Measure::File, size as f64), (Measure::Save, saving), (Measure::Load, loading)];
            for (measure, value) in results {
                figures.record((&case, measure, sandbox.contender), value);
            }
            Ok(())
        },
    )
}

fn targets(bench: &Bench) -> Vec<Target> {
    let limits = [
        (Measure::File, Contender::Function, 1.0 / 2.0),
        (Measure::Load, Contender::Function, 1.0 / 3.0),
        (Measure::Save, Contender::Function, 1.0),
    ];
    relative(&bench.figures, "RDB of the same site", &case(bench), &limits)
}
