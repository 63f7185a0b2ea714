//! Growth of the append-only file per operation.

use anyhow::Result;

use super::{Name, Section, none};
use crate::bench::{Bench, PIPELINE};
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::info::Info;
use crate::measure::Measure;
use crate::op::Op;
use crate::sandbox::Sandbox;
use crate::targets::{Target, relative};

pub const SECTION: Section = Section { name: Name::Aof, length: 8, run, targets, panels: none };

const CONTENDERS: &[Contender] = &[
    Contender::Module,
    Contender::Function,
    Contender::Script,
    Contender::Client,
    Contender::Incr,
];

const CONFIG: [&str; 3] = ["appendonly yes", "appendfsync no", "auto-aof-rewrite-percentage 0"];

const VOTE: &str = "VOTE in the append-only file";
const POST: &str = "POST in the append-only file";

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 1);
    let count = bench.operations() / 5;
    let mut sandboxes = bench.sandboxes_with(CONTENDERS, &plan, &CONFIG)?;
    let votes = |dataset: &Dataset, round| dataset.votes(&plan, round, count);
    let posts = |dataset: &Dataset, round| dataset.posts(&plan, round, count);
    growth(bench, VOTE, &mut sandboxes, votes)?;
    sandboxes.retain(|sandbox| sandbox.contender.has_site());
    growth(bench, POST, &mut sandboxes, posts)
}

fn growth(
    bench: &mut Bench,
    case: &str,
    sandboxes: &mut [Sandbox],
    ops: impl Fn(&Dataset, usize) -> Vec<Op>,
) -> Result<()> {
    bench.rounds(case, sandboxes, ops, |figures, sandbox, ops| {
        let before = size(sandbox)?;
        sandbox.run(ops, PIPELINE, 1)?;
        let each = (size(sandbox)? - before) / ops.len() as f64;
        figures.record((case, Measure::Aof, sandbox.contender), each);
        Ok(())
    })
}

fn size(sandbox: &mut Sandbox) -> Result<f64> {
    Info::ask(&mut sandbox.connection, "persistence")?.number("aof_current_size")
}

fn targets(bench: &Bench) -> Vec<Target> {
    let limits = [(Measure::Aof, Contender::Function, 1.0 / 3.0)];
    relative(&bench.figures, "VOTE", VOTE, &limits)
}
