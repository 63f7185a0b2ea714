//! Saving and loading the same site.

use std::fs;
use std::time::Instant;

use anyhow::Result;

use super::{Name, Section, none};
use crate::agree;
use crate::bars::{Bar, beside};
use crate::bench::Bench;
use crate::figures::Measure;
use crate::plan::Plan;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Rdb, length: 8, run, bars, panels: none };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function];

fn plan(bench: &Bench) -> Plan {
    bench.plan(50_000, 20)
}

fn case(bench: &Bench) -> String {
    format!("RDB, {}", plan(bench))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, case, world) = (plan(bench), case(bench), bench.world.clone());
    let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
    bench.rounds(
        &case,
        &mut sandboxes,
        |_, _| Vec::new(),
        |figures, sandbox, _| {
            let begun = Instant::now();
            sandbox.line.ask("SAVE", &[])?;
            let saving = 1e3 * begun.elapsed().as_secs_f64();
            let size = fs::metadata(sandbox.server.dump())?.len();
            sandbox.restart()?;
            let loading = 1e3 * sandbox.server.loading_time()?;
            agree::as_planned(sandbox, &world, &plan)?;
            figures.record(&case, Measure::File, sandbox.who, size as f64);
            figures.record(&case, Measure::Save, sandbox.who, saving);
            figures.record(&case, Measure::Load, sandbox.who, loading);
            Ok(())
        },
    )
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let limits = [
        (Measure::File, Who::Function, 1.0 / 2.0),
        (Measure::Load, Who::Function, 1.0 / 3.0),
        (Measure::Save, Who::Function, 1.0),
    ];
    beside(&bench.figures, "the same site", &case(bench), &limits)
}
