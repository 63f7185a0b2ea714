//! `article-migrate`: moves voting sites between plain Redis keys, JSON lines, and the ARTICLE
//! commands.
//!
//! A site is the commands that create it: [`site`] reads them, [`load`] sends them, and [`words`]
//! has their words, which are also JSON lines. [`classic`] knows plain keys. [`follow`] instead
//! writes what changes in a site, in any order.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod classic;
mod export;
mod follow;
mod ids;
mod import;
mod input;
mod lines;
mod load;
mod options;
mod pace;
mod progress;
mod readable;
mod replace;
mod report;
mod scan;
mod server;
mod site;
mod spread;
mod text;
mod words;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::options::{Command, Options};

/// The exit code after an error, as that of clap.
const ERROR: u8 = 2;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("article-migrate: {error:#}");
            ExitCode::from(ERROR)
        }
    }
}

fn run(options: &Options) -> Result<()> {
    match &options.command {
        Command::Import(options) => import::run(options),
        Command::Export(options) => export::run(options),
        Command::Spread(options) => spread::run(options),
        Command::Follow(options) => follow::run(options),
    }
}
