//! `article-migrate`: moves voting sites between plain Redis keys, JSON lines, and the ARTICLE
//! commands.
//!
//! A source yields articles, comments, and places of deleted ones, each an [`item::Item`], by
//! ascending id. A sink writes them. [`transfer`] connects the two. [`follow`] instead writes what
//! changes in a site, in any order.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod classic;
mod compare;
mod comparison;
mod difference;
mod export;
mod follow;
mod import;
mod item;
mod jsonl;
mod options;
mod pace;
mod parts;
mod progress;
mod ranking;
mod readable;
mod replace;
mod report;
mod scan;
mod server;
mod site;
mod spread;
mod transfer;
mod verify;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::options::{Command, Options};

/// The exit code if verify or compare finds differences.
const DIFFERENCES: u8 = 1;
/// The exit code after an error, as that of clap.
const ERROR: u8 = 2;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("article-migrate: {error:#}");
            ExitCode::from(ERROR)
        }
    }
}

fn run(options: &Options) -> Result<ExitCode> {
    let is_same = match &options.command {
        Command::Import(options) => import::run(options).map(|()| true),
        Command::Export(options) => export::run(options).map(|()| true),
        Command::Spread(options) => spread::run(options).map(|()| true),
        Command::Follow(options) => follow::run(options).map(|()| true),
        Command::Verify(options) => verify::run(options),
        Command::Compare(options) => compare::run(options),
    };
    Ok(if is_same? { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENCES) })
}
