//! The longest pauses after voting has closed on many articles at once, while their vote records
//! are freed.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fastrand::Rng;

use super::{Name, Section, beside_hset, none};
use crate::backends::SITE;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::measure::{Measure, Percentile};
use crate::op::{Choice, Op, User};
use crate::plan::Plan;
use crate::random::rng;
use crate::sandbox::Sandbox;
use crate::targets::{Target, above_hset};

pub const SECTION: Section =
    Section { name: Name::Closing, length: 40, run, targets, panels: none };

/// The number of articles on which voting closes at once.
const ARTICLES: u32 = 20_000;
/// The number of votes on random articles, if there is time for them.
const VOTES: u32 = 200_000;
/// The number of votes on the first article, if there is time for them.
const LEDGER: u32 = 1_000_000;
/// How long voting is open.
const WINDOW: Duration = Duration::from_secs(10);
/// How long votes are sent.
const VOTING: Duration = Duration::from_secs(8);
/// The most rounds to run. A round mostly waits for voting to close.
const ROUNDS: usize = 3;

const CASE: &str = "POST after voting has closed on 20,000 articles at once";

fn run(bench: &mut Bench) -> Result<()> {
    for round in 0..usize::from(bench.options.rounds).min(ROUNDS) {
        for contender in bench.chosen(&[Contender::Module]) {
            bench.progress.step(format!("{CASE}: round {}, {}", round + 1, contender.name()));
            let mut sandbox = Sandbox::start(contender, &bench.options, &[])?;
            close(&mut sandbox, &bench.dataset, rng(bench.options.seed, round as u64))?;
            let held = votes(&mut sandbox)?;

            let posts = bench.dataset.posts(&plan(), round, ARTICLES as usize);
            beside_hset::run(&mut sandbox, posts.into_iter())?;
            let left = votes(&mut sandbox)?;
            // Each new article has the vote of its poster.
            ensure!(left == i64::from(ARTICLES), "{left} of {held} closed vote records are left");
            beside_hset::record(&mut bench.figures, CASE, &mut sandbox, "article.post")?;
        }
    }
    Ok(())
}

fn plan() -> Plan {
    Plan::new(ARTICLES, 1)
}

/// Posts the articles, votes on them until shortly before voting closes, and waits until it has.
fn close(sandbox: &mut Sandbox, dataset: &Dataset, mut rng: Rng) -> Result<()> {
    let start = Instant::now();
    let window = WINDOW.as_secs().to_string();
    sandbox.connection.call("ARTICLE.CREATE", &[SITE, "WINDOW", &window])?;
    let mut sender = sandbox.connection.bulk();
    for op in dataset.posts(&plan(), 0, ARTICLES as usize) {
        sandbox.backend.request(&op, 0, &[], sender.next()?);
    }
    let anywhere = (0..VOTES).map(|user| (rng.u32(1..=ARTICLES), user));
    let first = (0..LEDGER).map(|user| (1, VOTES + user));
    for (id, user) in anywhere.chain(first).take_while(|_| start.elapsed() < VOTING) {
        let op = Op::Vote { id, user: User(user), choice: Choice::Up };
        sandbox.backend.request(&op, 0, &[], sender.next()?);
    }
    sender.finish()?;
    sleep((WINDOW + Duration::from_secs(3)).saturating_sub(start.elapsed()));
    Ok(())
}

/// Returns the number of vote records that the site holds.
fn votes(sandbox: &mut Sandbox) -> Result<i64> {
    sandbox.connection.call("ARTICLE.INFO", &[SITE])?.field("votes")?.integer()
}

fn targets(bench: &Bench) -> Vec<Target> {
    let figure = above_hset(&bench.figures, CASE, Measure::Server(Percentile::Max));
    vec![Target::value(format!("{CASE}: maximum, above HSET"), figure, "us", 1000.0)]
}
