//! The longest pauses while a site grows, and with it the ledger of its first article.

use anyhow::Result;

use super::{Name, Section, beside_incr, none};
use crate::bars::{Bar, above_incr};
use crate::bench::Bench;
use crate::data::World;
use crate::figures::{Measure, Percentile};
use crate::numbers::grouped;
use crate::ops::{Choice, Op, User};
use crate::plan::Plan;
use crate::random::Random;
use crate::sandbox::Sandbox;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Pause, length: 30, run, bars, panels: none };

/// To how many voters the ledger grows.
const LEDGER: u32 = 1_000_000;
/// A round has millions of operations, so that no more of them are needed.
const ROUNDS: usize = 3;

fn case(operation: &str, bench: &Bench) -> String {
    format!("{operation} while a site grows to {} articles", grouped(bench.options.size()))
}

fn run(bench: &mut Bench) -> Result<()> {
    if bench.chosen(&[Who::Module]).is_empty() {
        return Ok(());
    }
    let size = bench.options.size();
    for round in 0..usize::from(bench.options.rounds).min(ROUNDS) {
        bench.progress.step(format!("{}, round {}", case("everything", bench), round + 1));
        let mut sandbox = Sandbox::start(Who::Module, &bench.options, &[])?;
        let mut random = Random::new(bench.options.seed, round);
        let ops = (1..=size).flat_map(|id| growth(&bench.world, id, &mut random));
        beside_incr::run(&mut sandbox, ops)?;
        for (operation, command) in [("VOTE", "article.vote"), ("POST", "article.post")] {
            let case = case(operation, bench);
            beside_incr::record(&mut bench.figures, &case, &mut sandbox, command)?;
        }
    }
    Ok(())
}

/// The next article, a vote on any of the articles, and one on the first.
fn growth(world: &World, id: u32, random: &mut Random) -> impl Iterator<Item = Op> + use<> {
    let vote = |id, user| Op::Vote { id, user: User(user), choice: Choice::Up };
    let post = Op::Post(world.draft(&Plan::new(0, 1), id));
    let anywhere = vote(1 + random.below(id), random.below(10_000_000));
    let first = (id <= LEDGER).then(|| vote(1, id));
    [post, anywhere].into_iter().chain(first)
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar = |operation: &str, percentile: Percentile, limit| {
        let (case, measure) = (case(operation, bench), Measure::Server(percentile));
        let figure = above_incr(&bench.figures, &case, measure);
        Bar::value(format!("{case}: {}, above INCR", percentile.name()), figure, "us", limit)
    };
    vec![
        bar("VOTE", Percentile::P9999, 100.0),
        bar("POST", Percentile::P9999, 100.0),
        bar("VOTE", Percentile::Max, 2000.0),
        bar("POST", Percentile::Max, 2000.0),
    ]
}
