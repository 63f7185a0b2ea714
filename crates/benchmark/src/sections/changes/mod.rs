//! The cost of following a site: for the follower, and for those who vote meanwhile.

mod follower;

use std::time::Instant;

use anyhow::{Result, ensure};

use super::section::Section;
use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::Measure::{Command, Duration};
use crate::figures::{Bar, module};
use crate::numbers::with_commas;
use crate::sandbox::Sandbox;
use crate::site::{Op, Plan};
use follower::{Follower, Waiting};

pub const SECTION: Section = Section { name: "changes", run, bars };

/// The articles of the site that is followed, and of the site that is copied.
const FOLLOWED: u32 = 200_000;
const COPIED: u32 = 1_000_000;
/// The votes before each call, each on another article: as many as a page has articles.
const VOTES: usize = 25;

const CHANGES: &str = "CHANGES, 25 of 200,000 articles";
const NOTHING: &str = "CHANGES, nothing new";
const VOTE: &str = "VOTE, one at a time";
const VOTE_FOLLOWED: &str = "VOTE, one at a time, with a follower that waits";
const COPY: &str = "CHANGES, a copy of 1,000,000 articles";

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(FOLLOWED, 1);
    let mut sandbox = bench.sandbox(Contender::Module, &plan, &[])?;
    sandbox.add(Contender::Lrange, &bench.dataset, &plan)?;
    for round in 0..bench.options.rounds {
        calls(bench, &mut sandbox, &plan, round)?;
        votes(bench, &mut sandbox, &plan, round)?;
    }
    drop(sandbox);
    let plan = bench.plan(COPIED, 1);
    let mut sandbox = bench.sandbox(Contender::Module, &plan, &[])?;
    (0..bench.few_rounds()).try_for_each(|_| copy(bench, &mut sandbox, &plan))
}

/// Measures calls after some votes, calls after none, and pages of a list.
fn calls(bench: &mut Bench, sandbox: &mut Sandbox, plan: &Plan, round: usize) -> Result<()> {
    let calls = bench.operations() / 100;
    let votes = bench.dataset.votes(plan, round, VOTES * calls);
    let mut follower = Follower::of_now(sandbox.server.port())?;
    let mut time = 0.0;
    for votes in votes.chunks(VOTES) {
        sandbox.run(votes, VOTES, 1)?;
        sandbox.connection.call("CONFIG", &["RESETSTAT"])?;
        let changes = follower.follow()?;
        // Few votes are on an article twice, or withdrawn.
        ensure!((1..=VOTES).contains(&changes), "{changes} changes by {VOTES} votes");
        time += sandbox.command_time()?;
    }
    bench.record(CHANGES, Command, time / calls as f64);
    ensure!(follower.follow()? == 0, "changes without a vote");
    sandbox.connection.call("CONFIG", &["RESETSTAT"])?;
    follower.ask(calls)?;
    bench.record(NOTHING, Command, sandbox.command_time()? / calls as f64);
    let cost = sandbox.run_as(Contender::Lrange, &vec![Op::Page(1); calls], 1)?;
    let list = (CHANGES, Command, Contender::Lrange);
    bench.figures.record(list, cost.command() / calls as f64);
    Ok(())
}

/// Measures votes, with and without a follower.
fn votes(bench: &mut Bench, sandbox: &mut Sandbox, plan: &Plan, round: usize) -> Result<()> {
    let (count, rounds) = (bench.operations() / 2, bench.options.rounds);
    for (case, nth) in [(VOTE, 1), (VOTE_FOLLOWED, 2)] {
        let votes = bench.dataset.votes(plan, nth * rounds + round, count);
        let waiting = match case {
            VOTE_FOLLOWED => Some(Waiting::start(Follower::of_now(sandbox.server.port())?)),
            _ => None,
        };
        let cost = sandbox.run(&votes, 1, 1)?;
        waiting.map_or(Ok(()), Waiting::stop)?;
        bench.record(case, Command, cost.commands["article.vote"] / count as f64);
    }
    Ok(())
}

/// Measures how long a copy takes.
fn copy(bench: &mut Bench, sandbox: &mut Sandbox, plan: &Plan) -> Result<()> {
    let mut follower = Follower::of_nothing(sandbox.server.port())?;
    sandbox.connection.call("CONFIG", &["RESETSTAT"])?;
    let start = Instant::now();
    // The last call has nothing.
    let (mut copied, mut calls, mut changes) = (0, 0, usize::MAX);
    while changes > 0 {
        changes = follower.follow()?;
        copied += changes;
        calls += 1;
    }
    let time = 1e3 * start.elapsed().as_secs_f64();
    ensure!(copied == plan.articles as usize, "a copy of {} articles", with_commas(copied as u32));
    bench.record(COPY, Command, sandbox.command_time()? / f64::from(calls));
    bench.record(COPY, Duration, time);
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let figures = &bench.figures;
    let copy = figures.median((COPY, Duration, Contender::Module)).map(|time| time / 1e3);
    let followed = "VOTE with a follower that waits: time in the command, / without";
    vec![
        Bar::beside(figures, CHANGES, Command, Contender::Lrange, 3.5),
        Bar::value(NOTHING, figures.median(module(NOTHING)), "us", 5.0),
        Bar::ratio(followed, figures, module(VOTE_FOLLOWED), module(VOTE), 1.25),
        Bar::value(format!("{COPY}, 1,000 at a time"), copy, "s", 60.0),
    ]
}
