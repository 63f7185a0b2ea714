//! What a vote costs by how many have voted on the article before.

use anyhow::Result;

use super::{Name, Section, none};
use crate::agree;
use crate::bench::Bench;
use crate::data::World;
use crate::ops::Op;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section =
    Section { name: Name::Ledger, length: 15, run, bars: none, panels: none };

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Script];

/// How many voters an article has and how many articles, so that a round adds little to any.
const LEDGERS: [(u32, u32); 4] = [(1, 100_000), (20, 20_000), (1_000, 1_000), (1_000_000, 1)];

fn run(bench: &mut Bench) -> Result<()> {
    for (voters, articles) in LEDGERS {
        let (plan, count) = (bench.plan(articles, voters), bench.operations());
        let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
        let votes = |world: &World, round| world.votes(&plan, round, count);
        bench.cost(&format!("VOTE by ledger, {plan}"), &mut sandboxes, votes)?;
        agree::alike(&mut sandboxes, &Op::Page(1))?;
    }
    Ok(())
}
