//! What a program waits for: the same pages in the hands of Python and Node.js, with the clients
//! and drivers that people use.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, from_value};

use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::{Measure, Percentile};

/// Where the programs find the site.
pub struct Places {
    pub module: u16,
    pub postgres: u16,
    pub sqlite: PathBuf,
}

/// Runs the programs in `app`, which print the median of each case.
pub fn measure(bench: &mut Bench, places: &Places) -> Result<()> {
    let output = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("app/run"))
        .env("REDIS_PORT", places.module.to_string())
        .env("POSTGRES_PORT", places.postgres.to_string())
        .env("SQLITE", &places.sqlite)
        .envs([("SITE", SITE), ("VIEWER", "7")])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run app/run")?;
    ensure!(output.status.success(), "app/run failed");
    for line in String::from_utf8(output.stdout)?.lines() {
        let mut parts = line.split(';');
        let mut next = || parts.next().with_context(|| format!("not a measurement: {line}"));
        let (case, contender, time) = (next()?, next()?, next()?.parse()?);
        let contender: Contender = from_value(Value::String(contender.to_owned()))?;
        bench.figures.record((case, Measure::Client(Percentile::P50), contender), time);
    }
    Ok(())
}
