//! Compares the ARTICLE commands with the alternatives that a user has today.
//!
//! One run starts its own servers, loads the same site for every contender, checks that all of
//! them show the same articles, and measures them in turn. It prints all figures, the bars that the
//! module must meet and the tables of the documents, and writes the figures, with plots, to a folder.

mod bars;
mod bench;
mod comments;
mod contenders;
mod figures;
mod interrupt;
mod measure;
mod options;
mod output;
mod replay;
mod sections;
mod server;
mod simulate;
mod site;
mod verify;

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use crate::bench::Bench;
use crate::options::{Command, Options};
use crate::output::{documents, plot, report, results};
use crate::sections::race;

fn main() -> Result<ExitCode> {
    interrupt::install_handler()?;
    let options = Options::parse();
    match &options.command {
        None => return measure(options),
        Some(Command::Race) => race::print(&options)?,
        Some(Command::RaceVoter { port, way, users }) => race::vote(*port, way, users)?,
        Some(Command::Replay { file }) => replay::run(&options, file)?,
        Some(Command::Comments { articles, comments: count }) => {
            comments::run(&options, *articles, *count)?;
        }
        Some(Command::Simulate { votes, days }) => simulate::run(*votes, *days)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the sections.
fn measure(options: Options) -> Result<ExitCode> {
    let out = &options.out;
    fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    let mut bench = Bench::new(options)?;
    let bars = sections::run(&mut bench)?;
    report::print_figures(&bench);
    println!("\n{}", documents::fill(&bench.figures)?);
    let met = report::print_bars(&bars);
    results::write(&bench, &bars)?;
    plot::draw(&bench, &sections::panels(&bench))?;
    Ok(if met || bench.options.tiny { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
