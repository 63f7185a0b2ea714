//! Compares the ARTICLE commands with the alternatives that a user has today.
//!
//! One run starts its own servers, loads the same site for every contender, checks that all of
//! them show the same articles, and measures them in turn. It prints a table of all figures and
//! a table of the bars that the module must meet, and writes both, with plots, to a folder.

mod article;
mod backends;
mod baseline;
mod baseline_bar;
mod bench;
mod connection;
mod contender;
mod dataset;
mod drive;
mod feature;
mod figures;
mod info;
mod interrupt;
mod measure;
mod news;
mod numbers;
mod op;
mod options;
mod plan;
mod plot;
mod progress;
mod query;
mod random;
mod reply;
mod report;
mod requests;
mod results;
mod sandbox;
mod sections;
mod stories;
mod targets;
mod verify;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::bench::Bench;
use crate::options::Options;

fn main() -> Result<ExitCode> {
    interrupt::install_handler()?;
    let mut bench = Bench::new(Options::parse())?;
    let targets = sections::run(&mut bench)?;
    report::print(&bench, &targets);
    results::write(&bench, &targets)?;
    plot::draw(&bench, &sections::panels(&bench))?;
    let gate_passed = report::print_missed(&targets) || bench.options.no_bars;
    Ok(if gate_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
