//! `results.json`.

use std::fs::{self, File};
use std::io::BufWriter;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::bench::Bench;
use crate::figures::Figures;
use crate::targets::Target;

/// The conditions of a run.
#[derive(Serialize)]
pub struct Conditions<'a> {
    /// The name and version of the server.
    pub server: &'a str,
    /// The number of processors of the machine.
    pub processors: usize,
    /// The machine's load average before the run, if known. Figures are only reliable if the
    /// machine had nothing else to do.
    pub load: Option<f64>,
    /// `real` or `generated`.
    pub articles: &'static str,
    /// The number of articles in the largest site.
    pub largest_site: u32,
    /// The number of rounds of each measurement.
    pub rounds: u16,
    /// The number of operations in a round.
    pub operations: u32,
    /// The seed of all generated data.
    pub seed: u64,
}

impl<'a> Conditions<'a> {
    /// Returns the conditions of this run.
    pub fn of(bench: &'a Bench) -> Self {
        let options = &bench.options;
        Self {
            server: &bench.version,
            processors: available_parallelism().map_or(0, usize::from),
            load: bench.load,
            articles: if options.articles.is_some() { "real" } else { "generated" },
            largest_site: options.size(),
            rounds: options.rounds,
            operations: options.operations,
            seed: options.seed,
        }
    }
}

/// The content of `results.json`.
#[derive(Serialize)]
struct Results<'a> {
    conditions: Conditions<'a>,
    bars: Vec<Bar<'a>>,
    figures: &'a Figures,
}

/// A target and whether the module met it.
#[derive(Serialize)]
struct Bar<'a> {
    #[serde(flatten)]
    target: &'a Target,
    passed: Option<bool>,
}

/// Writes `results.json`.
pub fn write(bench: &Bench, targets: &[Target]) -> Result<()> {
    let folder = &bench.options.out;
    let path = folder.join("results.json");
    let context = || format!("cannot write {}", path.display());
    fs::create_dir_all(folder).with_context(context)?;
    let file = File::create(&path).with_context(context)?;
    let results = Results {
        conditions: Conditions::of(bench),
        bars: targets.iter().map(|target| Bar { target, passed: target.is_met() }).collect(),
        figures: &bench.figures,
    };
    serde_json::to_writer_pretty(BufWriter::new(file), &results).with_context(context)
}
