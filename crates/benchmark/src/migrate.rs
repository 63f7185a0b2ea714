//! Moves a site from plain keys into the module and back with article-migrate.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::Measure;
use crate::numbers::with_commas;
use crate::sandbox::Sandbox;

/// The number of voters of each article.
const VOTERS: u32 = 10;

/// Moves this number of articles.
pub fn run(bench: &mut Bench, program: &Path, articles: u32) -> Result<()> {
    let plan = bench.plan(articles, VOTERS);
    let sites = format!("{} articles", with_commas(plan.articles));
    bench.announce("loading plain keys");
    let classic = bench.sandbox(Contender::Client, &plan, &[])?;
    let module = Sandbox::start(Contender::Module, &bench.options, &[])?;
    let copy = Sandbox::start(Contender::Client, &bench.options, &[])?;
    let file = module.server.path().join("site.jsonl");
    let lines = file.to_str().context("a path that is not UTF-8")?;
    let url = |sandbox: &Sandbox| format!("redis://127.0.0.1:{}", sandbox.server.port());
    let (from, to, back) = (url(&classic), url(&module), url(&copy));

    let import: &[&str] = &["import", "--from", &from, "--to", &to, "--key", SITE];
    let steps = [
        ("import", import),
        ("import --only-new, nothing new", &[import, &["--only-new"]].concat()),
        ("verify", &["verify", "--from", &from, "--to", &to, "--key", SITE]),
        ("export to JSON lines", &["export", "--from", &to, "--key", SITE, "--jsonl", lines]),
        ("import of JSON lines", &["import", "--jsonl", lines, "--to", &to, "--key", "copy"]),
        ("export to plain keys", &["export", "--from", &to, "--key", SITE, "--to", &back]),
    ];
    for (step, arguments) in steps {
        bench.announce(step);
        let start = Instant::now();
        let status = Command::new(program).args(arguments).stdout(Stdio::null()).status();
        let status = status.with_context(|| format!("cannot run {}", program.display()))?;
        ensure!(status.success(), "article-migrate failed: {step}");
        let time = 1e3 * start.elapsed().as_secs_f64();
        bench.record(&format!("{step}, {sites}"), Measure::Duration, time);
    }
    bench.record(
        &format!("JSON lines of {sites}"),
        Measure::File,
        fs::metadata(&file)?.len() as f64,
    );
    Ok(())
}
