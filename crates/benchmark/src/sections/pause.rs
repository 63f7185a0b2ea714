//! The longest pauses while a site grows, and with it the ledger of its first article.

use anyhow::Result;

use super::{Name, Section, beside_hset, none};
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::{Measure, Percentile};
use crate::numbers::with_commas;
use crate::op::{Choice, Op, User};
use crate::plan::Plan;
use crate::random::rng;
use crate::sandbox::Sandbox;
use crate::targets::{Target, above_hset};

pub const SECTION: Section = Section { name: Name::Pause, length: 30, run, targets, panels: none };

/// The number of voters that the ledger grows to.
const LEDGER: u32 = 1_000_000;
/// The most rounds to run. A round has millions of operations, so a few suffice.
const ROUNDS: usize = 3;

fn case(operation: &str, bench: &Bench) -> String {
    format!("{operation} while a site grows to {} articles", with_commas(bench.options.size()))
}

fn run(bench: &mut Bench) -> Result<()> {
    let size = bench.options.size();
    for round in 0..usize::from(bench.options.rounds).min(ROUNDS) {
        for contender in bench.chosen(&[Contender::Module]) {
            let name = contender.name();
            bench.progress.step(format!("growing a site: round {}, {name}", round + 1));
            let mut sandbox = Sandbox::start(contender, &bench.options, &[])?;
            let mut rng = rng(bench.options.seed, round as u64);
            let ops = (1..=size).flat_map(|id| growth(&bench.dataset, id, &mut rng));
            beside_hset::run(&mut sandbox, ops)?;
            for (operation, command) in [("VOTE", "article.vote"), ("POST", "article.post")] {
                let case = case(operation, bench);
                beside_hset::record(&mut bench.figures, &case, &mut sandbox, command)?;
            }
        }
    }
    Ok(())
}

/// Returns the next article, a vote on a random article, and a vote on the first article.
fn growth(
    dataset: &Dataset,
    id: u32,
    rng: &mut fastrand::Rng,
) -> impl Iterator<Item = Op> + use<> {
    let vote = |id, user| Op::Vote { id, user: User(user), choice: Choice::Up };
    let post = Op::Post(dataset.draft(&Plan::new(0, 1), id));
    let anywhere = vote(rng.u32(1..=id), rng.u32(..10_000_000));
    let first = (id <= LEDGER).then(|| vote(1, id));
    [post, anywhere].into_iter().chain(first)
}

fn targets(bench: &Bench) -> Vec<Target> {
    let target = |operation: &str, percentile: Percentile, limit| {
        let (case, measure) = (case(operation, bench), Measure::Server(percentile));
        let figure = above_hset(&bench.figures, &case, measure);
        Target::value(format!("{case}: {}, above HSET", percentile.name()), figure, "us", limit)
    };
    vec![
        target("VOTE", Percentile::P9999, 100.0),
        target("POST", Percentile::P9999, 100.0),
        target("VOTE", Percentile::Max, 2000.0),
        target("POST", Percentile::Max, 2000.0),
    ]
}
