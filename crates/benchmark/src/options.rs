//! The command line.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

use crate::baseline_bar::{BaselineBar, Compared};
use crate::contender::Contender;
use crate::sections::name::Name;

/// Compares the ARTICLE commands with functions, scripts, client code and native commands, all
/// in one run and on the same data. Exits with 1 if the module misses a bar.
#[derive(Parser)]
#[command(version)]
pub struct Options {
    /// The server to start
    #[arg(long, env = "REDIS_SERVER", value_name = "PROGRAM", default_value = "redis-server")]
    pub server: String,

    /// The module to measure
    #[arg(long, value_name = "FILE", default_value = "target/release/libredis_article.so")]
    module: PathBuf,

    /// An older build of the module to compare it with
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// The most that a figure may be, relative to the baseline: vote, post, page or memory, or
    /// all of them without a name. The default is vote=1.25,post=1.25,page=1.03,memory=1.15
    #[arg(long, value_name = "[FIGURE=]RATIO,...", value_delimiter = ',', requires = "baseline")]
    baseline_bar: Vec<BaselineBar>,

    /// Exit with 0 even if the module misses a bar
    #[arg(long)]
    pub no_bars: bool,

    /// Run only these sections
    #[arg(long, value_name = "SECTION,...", value_delimiter = ',')]
    pub only: Vec<Name>,

    /// Run only these contenders; a baseline runs where the module runs
    #[arg(long, value_name = "CONTENDER,...", value_delimiter = ',')]
    pub contenders: Vec<Contender>,

    /// The number of rounds of each measurement
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// The number of operations in a round; a round of pages has a fifth of it
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(100..))]
    pub operations: u32,

    /// The number of articles in the largest site, and of votes in the largest ledger; the
    /// section filter has up to twice as many articles, and the section users 101 more
    #[arg(long, value_name = "ARTICLES", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u32).range(1_000..=100_000_000))]
    size: u32,

    /// Short for --size 10000000
    #[arg(long, conflicts_with = "size")]
    large: bool,

    /// The seed of all generated data
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Post real stories: a CSV file with the columns title, link and poster
    #[arg(long, value_name = "FILE")]
    pub articles: Option<PathBuf>,

    /// Measure the memory of these news stories: a CSV file with the columns time, title, link,
    /// poster and points
    #[arg(long, value_name = "FILE")]
    pub stories: Option<PathBuf>,

    /// The folder for results.json and the plots
    #[arg(long, value_name = "FOLDER", default_value = "docs/bench")]
    pub out: PathBuf,
}

impl Options {
    /// Returns the absolute path of the module that a contender needs; `None` if it needs none.
    pub fn module_of(&self, contender: Contender) -> Result<Option<PathBuf>> {
        match contender {
            Contender::Module => absolute(&self.module).map(Some),
            Contender::Baseline => self.baseline.as_deref().map(absolute).transpose(),
            _ => Ok(None),
        }
    }

    /// Whether the module is compared with an older build.
    pub fn has_baseline(&self) -> bool {
        self.baseline.is_some()
    }

    /// Returns the limit of a figure relative to the baseline.
    pub fn baseline_bar(&self, figure: Compared) -> f64 {
        BaselineBar::of(figure, &self.baseline_bar)
    }

    /// Returns the number of articles in the largest site.
    pub fn size(&self) -> u32 {
        if self.large { 10_000_000 } else { self.size }
    }
}

fn absolute(file: &Path) -> Result<PathBuf> {
    file.canonicalize().with_context(|| format!("cannot find the module {}", file.display()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn large_stands_for_ten_million_articles() {
        assert_eq!(Options::parse_from(["benchmark", "--large"]).size(), 10_000_000);
        assert_eq!(Options::parse_from(["benchmark", "--size", "5000"]).size(), 5_000);
    }

    #[test]
    fn a_missing_module_is_named() {
        let options = Options::parse_from(["benchmark", "--baseline", "no-such.so"]);
        let error = options.module_of(Contender::Baseline).unwrap_err();
        assert!(error.to_string().contains("no-such.so"), "{error}");
        assert_eq!(options.module_of(Contender::Function).unwrap(), None);
    }
}
