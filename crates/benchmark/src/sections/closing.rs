//! The longest pauses when many votings close at once, and what they leave behind is given back.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::{Name, Section, beside_incr, none};
use crate::bars::{Bar, above_incr};
use crate::bench::Bench;
use crate::contenders::SITE;
use crate::data::World;
use crate::figures::{Measure, Percentile};
use crate::ops::{Choice, Op, User};
use crate::plan::Plan;
use crate::random::Random;
use crate::reply::Reply;
use crate::sandbox::Sandbox;
use crate::who::Who;

/// What this file adds to the run.
pub const SECTION: Section = Section { name: Name::Closing, length: 40, run, bars, panels: none };

/// How many votings close at once.
const ARTICLES: u32 = 20_000;
/// How many votes there are on articles other than the first, if there is time for them.
const VOTES: u32 = 200_000;
/// How many votes there are on the first article, if there is time for them.
const LEDGER: u32 = 1_000_000;
/// How long voting is open.
const WINDOW: Duration = Duration::from_secs(10);
/// For how much of that time votes are sent.
const VOTING: Duration = Duration::from_secs(8);
/// A round is mostly waiting.
const ROUNDS: usize = 3;

const CASE: &str = "POST while 20,000 votings have closed at once";

fn run(bench: &mut Bench) -> Result<()> {
    if bench.chosen(&[Who::Module]).is_empty() {
        return Ok(());
    }
    for round in 0..usize::from(bench.options.rounds).min(ROUNDS) {
        bench.progress.step(format!("{CASE}: round {}", round + 1));
        let mut sandbox = Sandbox::start(Who::Module, &bench.options, &[])?;
        let begun = Instant::now();
        fill(&mut sandbox, &bench.world, &mut Random::new(bench.options.seed, round), begun)?;
        let held = votes(&mut sandbox)?;
        sleep((WINDOW + Duration::from_secs(3)).saturating_sub(begun.elapsed()));

        let posts = bench.world.posts(&plan(), round, ARTICLES as usize);
        beside_incr::run(&mut sandbox, posts.into_iter())?;
        let left = votes(&mut sandbox)?;
        ensure!(
            left == i64::from(ARTICLES),
            "of {held} closed votes and new ones, {left} are left"
        );
        beside_incr::record(&mut bench.figures, CASE, &mut sandbox, "article.post")?;
    }
    Ok(())
}

fn plan() -> Plan {
    Plan::new(ARTICLES, 1)
}

/// Posts articles that close together, and has users vote on them as long as there is time.
fn fill(sandbox: &mut Sandbox, world: &World, random: &mut Random, begun: Instant) -> Result<()> {
    let window = WINDOW.as_secs().to_string();
    sandbox.line.ask("ARTICLE.CREATE", &[SITE, "WINDOW", &window])?;
    let mut feed = sandbox.line.feed();
    for op in world.posts(&plan(), 0, ARTICLES as usize) {
        sandbox.contender.request(&op, 0, &[], feed.next()?);
    }
    let anywhere = (0..VOTES).map(|user| (1 + random.below(ARTICLES), user));
    let first = (0..LEDGER).map(|user| (1, VOTES + user));
    for (id, user) in anywhere.chain(first).take_while(|_| begun.elapsed() < VOTING) {
        let op = Op::Vote { id, user: User(user), choice: Choice::Up };
        sandbox.contender.request(&op, 0, &[], feed.next()?);
    }
    feed.finish()
}

/// How many records of votes the site holds.
fn votes(sandbox: &mut Sandbox) -> Result<i64> {
    let info = sandbox.line.ask("ARTICLE.INFO", &[SITE])?;
    let mut pairs = info.array()?.chunks_exact(2);
    let votes = pairs.find(|pair| pair[0] == Reply::Text("votes".into()));
    votes.context("ARTICLE.INFO without votes")?[1].integer()
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let figure = above_incr(&bench.figures, CASE, Measure::Server(Percentile::Max));
    vec![Bar::value(format!("{CASE}: maximum, above INCR"), figure, "us", 1000.0)]
}
