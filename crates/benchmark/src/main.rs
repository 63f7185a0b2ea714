//! Compares the ARTICLE commands with the alternatives that a user has today.
//!
//! One run starts its own servers, loads the same site for every contender, checks that all of
//! them show the same articles, and measures them in turn. It adds all figures to the record,
//! prints the tables of the documents and the bars of the module.

mod bench;
mod conditions;
mod contenders;
mod drive;
mod figures;
mod interrupt;
mod numbers;
mod options;
mod record;
mod report;
mod sandbox;
mod sections;
mod server;
mod site;
mod tables;
mod verify;

use std::process::ExitCode;

use anyhow::Result;

use crate::bench::Bench;
use crate::conditions::{Conditions, Ticks};
use crate::options::Options;
use crate::record::{Record, Run};

fn main() -> Result<ExitCode> {
    interrupt::install_handler()?;
    let options = Options::parse(std::env::args_os(), &sections::names())
        .unwrap_or_else(|error| error.exit());
    let mut conditions = Conditions::new(&options)?;
    let before = Ticks::now();
    let mut bench = Bench::new(options)?;
    let bars = sections::run(&mut bench)?;
    conditions.others = Ticks::now().zip(before).map(|(now, before)| now.others_since(before));
    let run = Run::new(conditions, &bench.figures);
    // A measurement takes minutes. So first of all, it is saved.
    save(&bench, run.clone())?;
    println!("\n{}", tables::measured(&run)?);
    let met = report::print_bars(&bars);
    Ok(if met || bench.options.tiny { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Adds a run to the record.
fn save(bench: &Bench, run: Run) -> Result<()> {
    let folder = &bench.options.folder();
    let mut record = Record::read(folder)?;
    record.add(run);
    let path = record.write(folder)?;
    eprintln!("recorded in {}", path.display());
    Ok(())
}
