//! What becomes of votes that client code counts in several commands.
//!
//! A double click: two connections send the same user's vote at once. A crash: a process that
//! votes without pause is killed. Both are run with plain keys, checking first and updating then,
//! and with ARTICLE.VOTE.

use std::env;
use std::process::Command;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::section::Section;
use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::{Bar, Measure::Count};
use crate::sandbox::Sandbox;
use crate::server::{Connection, Reply};

pub const SECTION: Section = Section { name: "race", run, bars };

/// Double clicks that were counted twice, of [`CLICKS`].
const DOUBLED: &str = "double clicks counted twice";
/// Killed processes that left a vote half counted, of [`CRASHES`].
const HALF_COUNTED: &str = "votes half counted by killed processes";

const CLICKS: u32 = 1_000;
const CRASHES: u32 = 100;
/// The votes of the crashes all go to this article.
const CRASHED: u32 = CLICKS + 1;

const WAYS: [Contender; 2] = [Contender::Client, Contender::Module];

pub fn run(bench: &mut Bench) -> Result<()> {
    let Bench { options, figures, .. } = bench;
    let crashes = if options.tiny { 2 } else { CRASHES };
    let mut sandbox = Sandbox::start(Contender::Module, options, &[])?;
    let (server, port) = (&mut sandbox.connection, sandbox.server.port());
    for article in 1..=CRASHED {
        server.call("ARTICLE.POST", &[SITE, "poster", &format!("Article {article}"), ""])?;
    }
    for way in WAYS {
        click_twice(port, way)?;
        let mut doubled = 0;
        for article in 1..=CLICKS {
            let (votes, voters) = counted(server, way, article)?;
            doubled += u32::from(votes > voters);
        }
        figures.record((DOUBLED, Count, way), doubled.into());

        let (mut half_counted, mut before) = (0, counted(server, way, CRASHED)?);
        for crash in 0..crashes {
            kill_a_voter(port, way, crash)?;
            let after = counted(server, way, CRASHED)?;
            half_counted += u32::from(after.0 - before.0 != after.1 - before.1);
            before = after;
        }
        figures.record((HALF_COUNTED, Count, way), half_counted.into());
    }
    Ok(())
}

fn cast(server: &mut Connection, way: Contender, article: u32, user: &str) -> Result<()> {
    let id = article.to_string();
    if way == Contender::Module {
        return server.call("ARTICLE.VOTE", &[SITE, user, &id]).map(drop);
    }
    // As client code does: checks the set of voters, then updates three keys.
    let (voters, key) = (format!("voted:{id}"), format!("article:{id}"));
    if server.call("SISMEMBER", &[&voters, user])? == Reply::Integer(0) {
        server.call("SADD", &[&voters, user])?;
        server.call("ZINCRBY", &["score:", "432", &key])?;
        server.call("HINCRBY", &[&key, "votes", "1"])?;
    }
    Ok(())
}

/// Returns the votes counted and the users who voted.
fn counted(server: &mut Connection, way: Contender, article: u32) -> Result<(i64, i64)> {
    let id = article.to_string();
    if way == Contender::Module {
        let votes = server.call("ARTICLE.GET", &[SITE, &id])?.field("upvotes")?.integer()?;
        let mut voters = 0;
        let mut cursor = "0".to_owned();
        loop {
            let reply = server.call("ARTICLE.VOTERS", &[SITE, &id, &cursor, "COUNT", "10000"])?;
            let [next, names] = reply.array()? else { bail!("not a page of voters: {reply:?}") };
            voters += names.array()?.len() as i64 / 2;
            cursor = next.text()?;
            if cursor == "0" {
                return Ok((votes, voters));
            }
        }
    }
    let votes = match server.call("HGET", &[&format!("article:{id}"), "votes"])? {
        Reply::Nil => 0,
        votes => votes.integer()?,
    };
    Ok((votes, server.call("SCARD", &[&format!("voted:{id}")])?.integer()?))
}

/// Sends the vote of one user on each article over two connections at once.
fn click_twice(port: u16, way: Contender) -> Result<()> {
    let together = Barrier::new(2);
    let mut connections = [Connection::open(port)?, Connection::open(port)?];
    thread::scope(|scope| {
        let clicks = connections.each_mut().map(|connection| {
            let together = &together;
            scope.spawn(move || {
                // An error must not end the loop: the other connection waits for this one.
                let votes = (1..=CLICKS).map(|article| {
                    together.wait();
                    cast(connection, way, article, "reader")
                });
                votes.collect::<Vec<_>>().into_iter().collect::<Result<()>>()
            })
        });
        clicks.into_iter().try_for_each(|click| click.join().unwrap_or(Ok(())))
    })
}

/// Votes without pause, in the process that is killed.
pub fn vote(port: u16, way: &str, users: &str) -> Result<()> {
    let way = WAYS.into_iter().find(|one| one.name() == way).context("no such way to vote")?;
    let mut server = Connection::open(port)?;
    (0_u64..).try_for_each(|number| cast(&mut server, way, CRASHED, &format!("{users}.{number}")))
}

/// Starts a process that votes, and kills it after a while that differs from crash to crash.
fn kill_a_voter(port: u16, way: Contender, crash: u32) -> Result<()> {
    let arguments = ["race-voter", &port.to_string(), way.name(), &format!("reader {crash}")];
    let mut voter = Command::new(env::current_exe()?).args(arguments).spawn()?;
    thread::sleep(Duration::from_micros(20_000 + 173 * u64::from(crash)));
    voter.kill()?;
    voter.wait()?;
    // What the process sent before it died may still be on its way.
    thread::sleep(Duration::from_millis(20));
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar = |case: &str| {
        let figure = bench.figures.median((case, Count, Contender::Module));
        Bar::value(case, figure, "", 0.0)
    };
    [DOUBLED, HALF_COUNTED].map(bar).into()
}
