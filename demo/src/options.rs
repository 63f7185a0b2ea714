//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// A news site on Redis with the article module, with simulated voters.
///
/// Starts a Redis server in a temporary folder, fills it with stories, and serves the site on
/// 127.0.0.1 until it is interrupted.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Options {
    /// Port of the site; 0 picks a free one
    #[arg(long, env = "DEMO_PORT", default_value_t = 8080)]
    pub port: u16,
    /// Stories of a new site, up to 10,000
    #[arg(long, env = "SEED_STORIES", default_value_t = 2000,
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub stories: usize,
    /// Votes per second of the simulated voters; 0 turns them off
    #[arg(long, env = "VOTES_PER_SECOND", default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub votes_per_second: u32,
    /// Seconds between two stories of the simulated posters; 0 turns them off
    #[arg(long, env = "SECONDS_PER_STORY", default_value_t = 20)]
    pub seconds_per_story: u64,
    /// The module to load into the server
    #[arg(long, default_value = "target/release/libredis_article.so")]
    pub module: PathBuf,
    /// Use this running server, which has the module, instead of starting one
    #[arg(long, value_name = "URL")]
    pub redis: Option<String>,
}
