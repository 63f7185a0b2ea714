//! The flags of the program.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;

use crate::sections::name::Name;
use crate::who::Who;

/// Measures the ARTICLE commands beside what they take the place of: functions, scripts, client
/// code and native commands, all in one run and on the same data.
#[derive(Parser)]
#[command(version)]
pub struct Options {
    /// The server to start
    #[arg(long, env = "REDIS_SERVER", value_name = "PROGRAM", default_value = "redis-server")]
    pub server: String,

    /// The module to load into it
    #[arg(long, value_name = "FILE", default_value = "target/release/libredis_article.so")]
    module: PathBuf,

    /// Run these sections only
    #[arg(long, value_name = "SECTION,...", value_delimiter = ',')]
    pub only: Vec<Name>,

    /// Run these contenders only
    #[arg(long, value_name = "CONTENDER,...", value_delimiter = ',')]
    pub contenders: Vec<Who>,

    /// How often each measurement is made, the contenders in turn
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// How many operations are in a round; pages take a fifth of it
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(100..))]
    pub operations: u32,

    /// How many articles the largest site has, and votes the largest ledger
    #[arg(long, value_name = "ARTICLES", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u32).range(1_000..=100_000_000))]
    size: u32,

    /// The same as --size 10000000
    #[arg(long, conflicts_with = "size")]
    large: bool,

    /// Where all data comes from that looks random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Post real stories: a CSV file with the columns title, link and poster
    #[arg(long, value_name = "FILE")]
    pub articles: Option<PathBuf>,

    /// Where results.json and the plots go
    #[arg(long, value_name = "FOLDER", default_value = "docs/bench")]
    pub out: PathBuf,
}

impl Options {
    /// The module's file, from the root.
    pub fn module(&self) -> Result<PathBuf> {
        let file = &self.module;
        file.canonicalize().with_context(|| format!("there is no module at {}", file.display()))
    }

    /// How many articles the largest site has.
    pub fn size(&self) -> u32 {
        if self.large { 10_000_000 } else { self.size }
    }
}
