//! The cost of a vote by the number of earlier voters on the article.

use anyhow::Result;

use super::{Name, Section, none};
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::op::Op;
use crate::verify;

pub const SECTION: Section =
    Section { name: Name::Ledger, length: 15, run, targets: none, panels: none };

const CONTENDERS: &[Contender] = &[Contender::Module, Contender::Function, Contender::Script];

/// Numbers of voters per article, and numbers of articles that keep the ledgers about the same
/// size in a round.
const LEDGERS: [(u32, u32); 4] = [(1, 100_000), (20, 20_000), (1_000, 1_000), (1_000_000, 1)];

fn run(bench: &mut Bench) -> Result<()> {
    for (voters, articles) in LEDGERS {
        let (plan, count) = (bench.plan(articles, voters), bench.operations());
        let mut sandboxes = bench.sandboxes(CONTENDERS, &plan)?;
        let votes = |dataset: &Dataset, round| dataset.votes(&plan, round, count);
        bench.measure_cost(&format!("VOTE by ledger, {plan}"), &mut sandboxes, votes)?;
        verify::same_page(&mut sandboxes, &Op::Page(1))?;
    }
    Ok(())
}
