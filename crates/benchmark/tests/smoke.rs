//! The program, on small sites.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
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
    let figures = figures(folder.path());
    assert!(!figures.is_empty());
    assert!(figures.iter().all(|figure| figure["measure"] != "baseline"));
}

#[test]
fn a_section_runs_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = benchmark(folder.path(), &["--tiny", "--rounds", "1", "--only", "pages"]);
    // One bar is beside SQLite, with which not every build is compared.
    let all = 73 + usize::from(cfg!(feature = "sqlite"));
    assert!(printed.contains(&format!("8 of {all} bars measured")), "{printed}");
}

#[test]
fn a_run_keeps_the_other_figures_of_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    benchmark(folder.path(), &["--tiny", "race"]);
    benchmark(folder.path(), &["--tiny", "--rounds", "1", "--only", "aof"]);
    for case in ["double clicks counted twice", "votes half counted by killed processes"] {
        assert_eq!(figure(folder.path(), case, "count"), 0.0);
    }
    assert!(figure(folder.path(), "VOTE in the append-only file", "aof") > 0.0);
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
    benchmark(folder.path(), &["replay", file.to_str().expect("a path")]);
    assert_eq!(figure(folder.path(), "replayed stories", "count"), 250.0);
    assert!(figure(folder.path(), "replayed site", "memory") > 0.0);
}

#[test]
fn a_simulation_records_each_day() {
    let folder = tempfile::tempdir().expect("a folder");
    benchmark(folder.path(), &["simulate", "1500", "--days", "3"]);
    assert_eq!(figure(folder.path(), "1,500 votes per day, day 3: articles", "count"), 30.0);
    assert!(figure(folder.path(), "1,500 votes per day, day 1: VOTE", "command") > 0.0);
}

#[test]
fn failures_lose_nothing_where_the_settings_forbid_it() {
    let folder = tempfile::tempdir().expect("a folder");
    benchmark(folder.path(), &["--tiny", "--rounds", "1", "failures", "1000"]);
    let lost = |case| figure(folder.path(), case, "count");
    assert!(lost("killed server without an append-only file") > 0.0);
    assert!(lost("failed machine, appendfsync everysec") > 0.0);
    assert_eq!(lost("killed server, appendfsync always"), 0.0);
    assert_eq!(lost("failed machine, appendfsync always"), 0.0);
    assert_eq!(lost("killed primary, WAIT 1 after each vote"), 0.0);
    assert!(lost("partition of 15 s") > 0.0);
    assert_eq!(lost("partition of 15 s, WAIT 1 after each vote"), 0.0);
}

#[test]
fn replicas_and_large_keys_are_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    benchmark(folder.path(), &["--tiny", "--rounds", "1", "replicas", "1000"]);
    benchmark(folder.path(), &["--tiny", "keys", "1"]);
    for (case, measure) in [
        ("8 clients vote, while a replica is synchronized", "throughput"),
        ("a vote, by the replica", "cpu"),
        ("a site of 1 GB: BGSAVE while 8 clients vote", "duration"),
        ("a site of 1 GB", "file"),
    ] {
        assert!(figure(folder.path(), case, measure) > 0.0, "{case}");
    }
    let lag = "a vote until a replica has it, while 8 clients vote";
    assert!(figures(folder.path()).iter().any(|figure| figure["case"] == lag));
}

#[test]
fn comments_are_saved_loaded_and_synchronized() {
    let folder = tempfile::tempdir().expect("a folder");
    benchmark(folder.path(), &["comments", "100", "1000"]);
    let site = "100 articles by 100,000 users with 1,000 comments";
    assert!(figure(folder.path(), site, "file") > 0.0);
}
