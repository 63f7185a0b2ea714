//! The bytes that an operation adds to the append-only file.

use anyhow::Result;

use super::{Name, Section, none};
use crate::bars::{Bar, beside};
use crate::bench::{Bench, PIPELINE};
use crate::data::World;
use crate::figures::Measure;
use crate::ops::Op;
use crate::sandbox::Sandbox;
use crate::server::Info;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Aof, length: 8, run, bars, panels: none };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Incr];

const ARGUMENTS: [&str; 6] =
    ["--appendonly", "yes", "--appendfsync", "no", "--auto-aof-rewrite-percentage", "0"];

const VOTE: &str = "VOTE in the append-only file";
const POST: &str = "POST in the append-only file";

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 1);
    let count = bench.operations() / 5;
    let mut sandboxes = bench.sandboxes_with(CONTENDERS, &plan, &ARGUMENTS)?;
    let votes = |world: &World, round| world.votes(&plan, round, count);
    let posts = |world: &World, round| world.posts(&plan, round, count);
    growth(bench, VOTE, &mut sandboxes, votes)?;
    sandboxes.retain(|sandbox| sandbox.who.has_site());
    growth(bench, POST, &mut sandboxes, posts)
}

fn growth(
    bench: &mut Bench,
    case: &str,
    sandboxes: &mut [Sandbox],
    ops: impl Fn(&World, usize) -> Vec<Op>,
) -> Result<()> {
    bench.rounds(case, sandboxes, ops, |figures, sandbox, ops| {
        let before = size(sandbox)?;
        sandbox.run(ops, PIPELINE, 1)?;
        let each = (size(sandbox)? - before) / ops.len() as f64;
        figures.record(case, Measure::Aof, sandbox.who, each);
        Ok(())
    })
}

fn size(sandbox: &mut Sandbox) -> Result<f64> {
    Info::ask(&mut sandbox.line, "persistence")?.number("aof_current_size")
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let limits = [(Measure::Aof, Who::Function, 1.0 / 3.0)];
    beside(&bench.figures, "VOTE", VOTE, &limits)
}
