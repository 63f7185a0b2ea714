//! The command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::contenders::Contender;

/// Compares the ARTICLE commands with functions, client code and native commands, all
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

    /// Run only these sections
    #[arg(long, value_name = "SECTION,...", value_delimiter = ',')]
    pub only: Vec<String>,

    /// The number of rounds of each measurement
    #[arg(long, value_name = "N", default_value = "5", value_parser = rounds)]
    pub rounds: usize,

    /// Measure sites of up to 10,000,000 articles instead of 1,000,000
    #[arg(long)]
    large: bool,

    /// Check only that the benchmark works: sites of 1,000 articles, few operations, no bars
    #[arg(long, conflicts_with = "large")]
    pub tiny: bool,

    /// The folder for results.json [default: docs/bench, or target/bench if --tiny]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Options {
    /// Parses the words of a command line, which may name these sections.
    pub fn parse(
        words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
        sections: &[&'static str],
    ) -> Result<Self, clap::Error> {
        let sections = PossibleValuesParser::new(sections);
        let command = Self::command().mut_arg("only", |only| only.value_parser(sections));
        Self::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    /// Returns the folder for the record. A run that only checks whether the
    /// benchmark works does not change that of the documents.
    pub fn folder(&self) -> PathBuf {
        let default = if self.tiny { "target/bench" } else { "docs/bench" };
        self.out.clone().unwrap_or(default.into())
    }

    /// Returns the absolute path of the module that a contender needs; `None` if it needs none.
    pub fn module_of(&self, contender: Contender) -> Result<Option<PathBuf>> {
        match contender {
            Contender::Module => absolute(&self.module).map(Some),
            Contender::Baseline => self.baseline.as_deref().map(absolute).transpose(),
            _ => Ok(None),
        }
    }

    /// Returns the command of the Makefile that gives the same figures.
    pub fn make_command(&self) -> String {
        let target = if self.large { "make bench-large" } else { "make bench" };
        match self.only.join(",").as_str() {
            "" => target.to_owned(),
            only => format!("{target} BENCH=\"--only {only}\""),
        }
    }

    /// Whether the module is compared with an older build.
    pub fn has_baseline(&self) -> bool {
        self.baseline.is_some()
    }

    /// Whether a section runs.
    pub fn runs(&self, section: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|one| one == section)
    }

    /// Returns the number of articles of the largest site.
    pub fn largest_site(&self) -> u32 {
        match (self.large, self.tiny) {
            (true, _) => 10_000_000,
            (_, true) => 1_000,
            _ => 1_000_000,
        }
    }
}

fn absolute(file: &Path) -> Result<PathBuf> {
    file.canonicalize().with_context(|| format!("cannot find the module {}", file.display()))
}

fn rounds(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(rounds @ 1..) => Ok(rounds),
        _ => Err("must be a positive number".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Options, clap::Error> {
        Options::parse([&["benchmark"], words].concat(), &["cost", "pages"])
    }

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn a_missing_module_is_named() {
        let options = parse(&["--baseline", "no-such.so"]).unwrap();
        let error = options.module_of(Contender::Baseline).unwrap_err();
        assert!(error.to_string().contains("no-such.so"), "{error}");
        assert_eq!(options.module_of(Contender::Function).unwrap(), None);
    }

    #[test]
    fn a_run_is_named_by_its_make_command() {
        let commands = [
            (&["--rounds", "3"][..], "make bench"),
            (&["--large", "--only", "cost"], "make bench-large BENCH=\"--only cost\""),
        ];
        for (words, command) in commands {
            assert_eq!(parse(words).unwrap().make_command(), command);
        }
    }

    #[test]
    fn sections_are_selected_by_name() {
        let options = parse(&["--only", "cost,pages"]).unwrap();
        assert_eq!(["cost", "page", "pages"].map(|one| options.runs(one)), [true, false, true]);
        assert!(parse(&["--only", "costs"]).is_err());
    }

    #[test]
    fn a_smoke_run_leaves_the_record_of_the_documents_alone() {
        let folder = |words: &[&str]| parse(words).unwrap().folder();
        assert_eq!(folder(&[]), Path::new("docs/bench"));
        assert_eq!(folder(&["--tiny"]), Path::new("target/bench"));
        assert_eq!(folder(&["--tiny", "--out", "here"]), Path::new("here"));
    }
}
