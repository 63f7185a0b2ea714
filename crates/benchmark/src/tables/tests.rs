use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use regex::{Captures, Regex};

use super::*;
use crate::bench::Bench;
use crate::conditions::Conditions;
use crate::figures::{Bar, Figures};
use crate::options::Options;
use crate::sections;

/// A table between its markers.
static TABLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?s)<!-- measured: ([a-z ]+) -->\n(.*?)<!-- end -->").expect("a pattern")
});
/// A number with a unit that only a measurement yields.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d[\d.,]*\s(µs|ms|×|(votes|pages) per)").expect("a pattern"));

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn recorded() -> Record {
    Record::read(&root().join("docs/bench")).expect("the record")
}

/// Returns the documents that have tables.
fn documents() -> Vec<(PathBuf, String)> {
    let documents = fs::read_dir(root().join("docs")).expect("documents");
    let mut paths: Vec<_> = documents.map(|entry| entry.expect("a document").path()).collect();
    paths.push(root().join("README.md"));
    let texts = paths.into_iter().filter_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        Some((path, text))
    });
    texts.filter(|(_, text)| TABLE.is_match(text)).collect()
}

#[test]
fn the_documents_have_the_recorded_figures() {
    let record = recorded();
    let mut used = Vec::new();
    for (path, text) in documents() {
        let mut last = Vec::new();
        let updated = TABLE.replace_all(&text, |found: &Captures| {
            let name = &found[1];
            used.push(name.to_owned());
            let (_, template) = all().find(|(one, _)| *one == name).expect(name);
            let (table, conditions) = filled(&record, template).expect(name);
            // A run stands below the first of its tables.
            let runs: Vec<_> = conditions.iter().map(|run| format!("\n{run}\n")).collect();
            let below = if runs == last { String::new() } else { runs.concat() };
            last = runs;
            format!("<!-- measured: {name} -->\n{table}\n{below}<!-- end -->")
        });
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &*updated).expect("the document");
        } else {
            assert!(updated == text, "{}: set UPDATE_DOCS=1", path.display());
        }
    }
    let unused: Vec<_> = all().filter(|(name, _)| !used.iter().any(|one| one == name)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn prose_has_no_measured_numbers() {
    for (path, text) in documents() {
        let prose = TABLE.replace_all(&text, "");
        let found = NUMBER.find(&prose).map(|found| found.as_str());
        let is_about_speed = ["README.md", "performance.md", "scale.md"];
        let is_checked = is_about_speed.iter().any(|name| path.ends_with(name));
        assert!(!is_checked || found.is_none(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_recorded_runs_meet_their_bars() {
    let options = Options::parse(["benchmark"], &[]).expect("no options");
    let mut bench = Bench::new(options).expect("a clock");
    bench.figures = recorded().figures();
    let bars = sections::bars(&bench).into_iter();
    let missed: Vec<_> = bars.filter(Bar::is_missed).map(|bar| bar.what).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

fn record() -> Record {
    let mut figures = Figures::default();
    for (contender, time) in [(Contender::Module, 1.5), (Contender::Function, 15.0)] {
        figures.record(("VOTE", Measure::Command, contender), time);
    }
    figures.record(("VOTE", Measure::Throughput, Contender::Module), 206_622.0);
    Record(vec![Run { conditions: Conditions::default(), figures }])
}

#[test]
fn a_table_has_what_was_measured() {
    let template = "| VOTE | {VOTE; command; module} | {× VOTE; command; function} |\n\
        | | {VOTE; command; module / VOTE; command; function} | {VOTE; throughput; module} |\n\
        | POST | {POST; command; module} | {× POST; command; function} |";
    let (table, conditions) = filled(&record(), template).unwrap();
    let expected = "| VOTE | 1.50 µs | 10 × |\n| | 0.10 | 207,000 |\n\
        | POST | not measured | not measured |";
    assert_eq!((table.as_str(), conditions.len()), (expected, 1));
    assert!(filled(&record(), "{VOTE; speed; module}").is_err());
    assert!(filled(&record(), "{VOTE}").is_err());
}

#[test]
fn quantities_have_units() {
    let times = [0.5, 31.23, 4_940.0, 2.7e6].map(|time| quantity(time, Measure::Command));
    assert_eq!(times, ["0.50 µs", "31.2 µs", "4.94 ms", "2.70 s"]);
    let bytes = [16.82, 285.4, 8.4e6, 3.32e9].map(|bytes| quantity(bytes, Measure::Memory));
    assert_eq!(bytes, ["16.8 bytes", "285 bytes", "8.40 MB", "3.32 GB"]);
    assert_eq!(quantity(998.0, Measure::Throughput), "998");
}
