//! The time to read a thread: of the module, and of client code over hashes and sorted sets on the
//! same server.

mod client;
mod module;
mod tree;

use std::time::Instant;

use anyhow::{Result, ensure};

use super::section::Section;
use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::{Bar, Measure, Percentile};
use crate::sandbox::Sandbox;
use crate::server::{Connection, Info};
use module::Pages;

pub const SECTION: Section = Section { name: "threads", run, bars };

const MEASURE: Measure = Measure::Client(Percentile::P50);

const COUNTS: [u32; 3] = [100, 1_000, 10_000];
/// The number of comments that the bar is about.
const OF_BAR: u32 = 1_000;

fn case(count: u32) -> String {
    format!("a thread of {count} comments")
}

fn run(bench: &mut Bench) -> Result<()> {
    let largest = bench.options.largest_site();
    COUNTS
        .into_iter()
        .filter(|count| *count <= largest)
        .try_for_each(|count| measure(bench, count))
}

fn measure(bench: &mut Bench, count: u32) -> Result<()> {
    let comments = tree::comments(count);
    let (now, wanted) = (bench.dataset.now, comments.len());
    let mut sandbox = Sandbox::start(Contender::Module, &bench.options, &[])?;
    let connection = &mut sandbox.connection;
    module::load(connection, &comments, now)?;
    client::load(connection, &comments, now)?;
    let pages = Pages::read(connection, wanted)?;
    ensure!(pages.ids.len() == wanted, "the thread has {} comments", pages.ids.len());
    ensure!(client::read(connection)? == pages.ids, "client code reads another thread");

    // The shortest thread takes microseconds.
    let repetitions = (10_000 / count).max(1);
    let case = case(count);
    for _ in 0..bench.options.rounds {
        let mut record = |contender, time: Time| {
            for (measure, micros) in [(MEASURE, time.client), (Measure::Command, time.command)] {
                let micros = micros / f64::from(repetitions);
                bench.figures.record((&case, measure, contender), micros);
            }
        };
        let module = Time::of(connection, repetitions, |connection| pages.skip(connection))?;
        record(Contender::Module, module);
        let client = |connection: &mut Connection| client::read(connection).map(drop);
        record(Contender::Client, Time::of(connection, repetitions, client)?);
    }
    Ok(())
}

/// How long reading a thread several times took, in microseconds.
struct Time {
    client: f64,
    command: f64,
}

impl Time {
    fn of(
        connection: &mut Connection,
        repetitions: u32,
        read: impl Fn(&mut Connection) -> Result<()>,
    ) -> Result<Self> {
        connection.call("CONFIG", &["RESETSTAT"])?;
        let start = Instant::now();
        for _ in 0..repetitions {
            read(connection)?;
        }
        let client = 1e6 * start.elapsed().as_secs_f64();
        let info = Info::ask(connection, "commandstats")?;
        let commands = info.lists("cmdstat_").map(|(_, values)| values["usec"]).sum();
        Ok(Self { client, command: commands })
    }
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let case = case(OF_BAR);
    vec![Bar::beside(&bench.figures, &case, Measure::Command, Contender::Client, 0.25)]
}
