//! The program, on small sites.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use test_support::module;

const SVG: [&str; 6] = ["cost", "growth", "latency", "listing", "memory", "throughput"];

/// Runs the program with the module under test, and returns what it prints.
fn benchmark(folder: &Path, arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_benchmark"));
    program.arg("--module").arg(module()).arg("--out").arg(folder).args(arguments);
    let Output { status, stdout, stderr } = program.output().expect("the program");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{stdout}{stderr}");
    stdout.into_owned()
}

#[test]
fn a_run_measures_all_bars_and_fills_all_tables_and_plots() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = module();
    let baseline = ["--baseline", module.to_str().expect("a path in UTF-8")];
    let printed =
        benchmark(folder.path(), &[&["--tiny", "--rounds", "1"], &baseline[..]].concat());

    for bar in printed.lines().filter(|line| line.contains(" bars measured")) {
        let numbers: Vec<&str> = bar.split(' ').collect();
        assert_eq!(numbers[0], numbers[2], "{bar}");
    }
    // SQLite is not built for tests, and the longest thread is too long for this run.
    let is_thread = |line: &str| line.contains(" comments |");
    let is_filled = |line: &str| is_thread(line) || !line.contains(" -,") && !line.contains("- |");
    let tables = printed.lines().filter(|line| line.starts_with("| ") && !line.contains("---"));
    tables.for_each(|line| assert!(is_filled(line), "{line}"));
    for plot in SVG {
        let plot = fs::read_to_string(folder.path().join(plot).with_extension("svg"));
        assert!(plot.expect("a plot").contains("module"));
    }
    let results = fs::read(folder.path().join("results.json")).expect("results.json");
    let results: serde_json::Value = serde_json::from_slice(&results).expect("JSON");
    assert!(results["figures"].as_array().is_some_and(|figures| !figures.is_empty()));
}

#[test]
fn a_section_runs_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = benchmark(folder.path(), &["--tiny", "--rounds", "1", "--only", "pages"]);
    assert!(printed.contains("6 of 38 bars measured"), "{printed}");
}

#[test]
fn a_race_counts_none_of_the_modules_votes_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = benchmark(folder.path(), &["--tiny", "race"]);
    assert!(printed.contains("double clicks counted twice, module: 0\n"), "{printed}");
    assert!(printed.contains("votes half counted by killed processes, module: 0\n"), "{printed}");
}

#[test]
fn a_replay_finds_all_stories_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let stories = (0..250).map(|number| {
        let (time, points) = (1_600_000_000 + 700 * number, 1 + number * 37 % 9);
        format!("{time},Show HN: story {number},https://a.example/{number},poster,{points}\n")
    });
    let file = folder.path().join("stories.csv");
    let header = "time,title,link,poster,points\n".to_owned();
    fs::write(&file, header + &stories.collect::<String>()).expect("a file");
    let printed = benchmark(folder.path(), &["replay", file.to_str().expect("a path")]);
    assert!(printed.contains("250 posts") && printed.contains("all correct"), "{printed}");
}

#[test]
fn a_simulation_prints_a_row_per_day() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = benchmark(folder.path(), &["simulate", "1500", "--days", "3"]);
    assert!(printed.contains("\n   3         30 "), "{printed}");
}
