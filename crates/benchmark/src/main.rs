//! Measures the ARTICLE commands beside what a user would pick instead.
//!
//! One run starts its own servers, gives every contender the same site, makes sure that they
//! show the same articles, and measures them in turn. It prints one table of all figures and
//! one of the bars that the module has to reach, and writes both, with plots, to a folder.

mod agree;
mod article;
mod bars;
mod bench;
mod contenders;
mod data;
mod drive;
mod figures;
mod interrupt;
mod line;
mod numbers;
mod ops;
mod options;
mod plan;
mod plot;
mod progress;
mod random;
mod reply;
mod report;
mod requests;
mod sandbox;
mod sections;
mod server;
mod stories;
mod who;

use anyhow::Result;
use clap::Parser;

use crate::bench::Bench;
use crate::options::Options;

fn main() -> Result<()> {
    interrupt::listen()?;
    let mut bench = Bench::new(Options::parse())?;
    let bars = sections::run(&mut bench)?;
    report::print(&bench, &bars);
    report::write(&bench, &bars)?;
    plot::draw(&bench, &sections::panels(&bench))
}
