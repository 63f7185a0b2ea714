//! Compares the ARTICLE commands with the alternatives that a user has today.
//!
//! One run starts its own servers, loads the same site for every contender, checks that all of
//! them show the same articles, and measures them in turn. It adds all figures to the record,
//! draws plots, and prints the figures, the tables of the documents, and the bars of the module.

mod bench;
mod comments;
mod conditions;
mod contenders;
mod defrag;
mod documents;
mod drive;
mod failures;
mod figures;
mod interrupt;
mod keys;
mod migrate;
mod numbers;
mod observed;
mod options;
#[cfg(feature = "peers")]
mod peers;
mod plot;
mod record;
mod replay;
mod replicas;
mod report;
mod sandbox;
mod sections;
mod server;
mod simulate;
mod site;
mod verify;
mod voters;

use std::process::ExitCode;

use anyhow::Result;

use crate::bench::Bench;
use crate::conditions::{Conditions, Ticks};
use crate::options::{Command, Options};
use crate::record::{Record, Run};
use crate::sections::race;

fn main() -> Result<ExitCode> {
    interrupt::install_handler()?;
    let options = Options::parse(std::env::args_os(), &sections::names())
        .unwrap_or_else(|error| error.exit());
    if let Some(Command::RaceVoter { port, way, users }) = &options.command {
        race::vote(*port, way, users)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut conditions = Conditions::new(&options)?;
    let before = Ticks::now();
    let mut bench = Bench::new(options)?;
    let bars = match bench.options.command.clone() {
        Some(command) => other(&mut bench, command).map(|()| Vec::new())?,
        None => sections::run(&mut bench)?,
    };
    conditions.others = Ticks::now().zip(before).map(|(now, before)| now.others_since(before));
    let run = Run::new(conditions, &bars, &bench.figures);
    // A measurement takes minutes. So first of all, it is saved.
    save(&bench, run.clone())?;
    report::print_figures(&run.conditions.server, &bench.figures);
    println!("\n{}", documents::fill(&run)?);
    let met = report::print_bars(&bars);
    Ok(if met || bench.options.tiny { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a measurement that is not a section.
fn other(bench: &mut Bench, command: Command) -> Result<()> {
    match command {
        Command::Race | Command::RaceVoter { .. } => race::run(bench),
        Command::Replay { file } => replay::run(bench, &file),
        Command::Comments { articles, comments: count } => comments::run(bench, articles, count),
        Command::Migrate { articles, program } => migrate::run(bench, &program, articles),
        #[cfg(feature = "peers")]
        Command::Peers { articles, more } => peers::run(bench, articles, more),
        Command::Failures { articles } => failures::run(bench, articles),
        Command::Replicas { articles } => replicas::run(bench, articles),
        Command::Keys { gigabytes } => keys::run(bench, &gigabytes),
        Command::Defrag { minutes } => defrag::run(bench, minutes),
        Command::Simulate { votes, days } => simulate::run(bench, votes, days),
    }
}

/// Adds a run to the record, and draws the plots of all runs.
fn save(bench: &Bench, run: Run) -> Result<()> {
    let folder = &bench.options.folder();
    let mut record = Record::read(folder)?;
    record.add(run);
    let path = record.write(folder)?;
    plot::draw(folder, &record.figures(), &sections::panels(bench))?;
    eprintln!("recorded in {}", path.display());
    Ok(())
}
