//! Growth of the append-only file per vote.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case, PIPELINE};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure::Aof};
use crate::sandbox::Sandbox;
use crate::server::Info;

pub const SECTION: Section = Section { name: "aof", run, bars };

const VOTE: &str = "VOTE in the append-only file";

const CONFIG: [&str; 3] = ["appendonly yes", "appendfsync no", "auto-aof-rewrite-percentage 0"];

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 1);
    let contenders = Contender::ways_and(&[Contender::Incr]).into_iter();
    let sandboxes = contenders.map(|contender| bench.sandbox(contender, &plan, &CONFIG));
    let mut sandboxes = sandboxes.collect::<Result<Vec<_>>>()?;
    let votes = Case::votes(VOTE, &plan, bench.operations() / 5);
    bench.rounds(&votes, &mut sandboxes, |figures, sandbox, ops| {
        let before = size(sandbox)?;
        sandbox.run(ops, PIPELINE, 1)?;
        let each = (size(sandbox)? - before) / ops.len() as f64;
        figures.record((VOTE, Aof, sandbox.contender), each);
        Ok(())
    })
}

fn size(sandbox: &mut Sandbox) -> Result<f64> {
    Info::ask(&mut sandbox.connection, "persistence")?.number("aof_current_size")
}

fn bars(bench: &Bench) -> Vec<Bar> {
    vec![Bar::beside(&bench.figures, VOTE, Aof, Contender::Function, 0.35)]
}
