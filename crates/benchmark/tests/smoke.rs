//! The program, on small sites.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use test_support::module;

/// Runs the program with the module under test, and returns what it prints.
fn benchmark(folder: &Path, arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_benchmark"));
    program.arg("--module").arg(module()).arg("--out").arg(folder).args(arguments);
    let Output { status, stdout, stderr } = program.output().expect("the program");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{stdout}{stderr}");
    stdout.into_owned()
}

/// Returns the figures in the record.
fn figures(folder: &Path) -> Vec<Value> {
    let record = fs::read(folder.join("results.json")).expect("results.json");
    let runs: Vec<Value> = serde_json::from_slice(&record).expect("JSON");
    let figures = runs.iter().map(|run| run["figures"].as_array().expect("figures"));
    figures.flatten().cloned().collect()
}

/// Returns the last sample of a figure of the module.
fn figure(folder: &Path, case: &str, measure: &str) -> f64 {
    let figures = figures(folder);
    let is_it = |figure: &&Value| {
        figure["case"] == case && figure["measure"] == measure && figure["contender"] == "module"
    };
    let figure = figures.iter().find(is_it).unwrap_or_else(|| panic!("no figure: {case}"));
    figure["samples"].as_array().and_then(|samples| samples.last()?.as_f64()).expect("a sample")
}

#[test]
fn a_run_measures_all_bars_and_fills_all_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = module();
    let baseline = ["--baseline", module.to_str().expect("a path in UTF-8")];
    let printed =
        benchmark(folder.path(), &[&["--tiny", "--rounds", "1"], &baseline[..]].concat());

    for bar in printed.lines().filter(|line| line.contains(" bars measured")) {
        let numbers: Vec<&str> = bar.split(' ').collect();
        assert_eq!(numbers[0], numbers[2], "{bar}");
    }
    // The longest thread is too long for this run.
    let is_filled = |line: &str| line.contains(" comments |") || !line.contains("not measured");
    let tables = printed.lines().filter(|line| line.starts_with("| "));
    tables.for_each(|line| assert!(is_filled(line), "{line}"));
    let figures = figures(folder.path());
    assert!(!figures.is_empty());
    assert!(figures.iter().all(|figure| figure["measure"] != "baseline"));
}

#[test]
fn a_section_runs_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = benchmark(folder.path(), &["--tiny", "--rounds", "1", "--only", "pages"]);
    assert!(printed.contains("7 of "), "{printed}");
}

#[test]
fn a_run_keeps_the_other_figures_of_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    benchmark(folder.path(), &["--tiny", "--rounds", "1", "--only", "aof"]);
    benchmark(folder.path(), &["--tiny", "--rounds", "1", "--only", "rdb"]);
    assert!(figure(folder.path(), "VOTE in the append-only file", "aof") > 0.0);
    assert!(figure(folder.path(), "RDB", "file") > 0.0);
}
