//! Compares the figures of the documents with the record.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs};

use clap::Parser;

use super::find::{Difference, Place, line, start_of};
use super::template::Part;
use super::{TEMPLATE, values};
use crate::bench::Bench;
use crate::options::Options;
use crate::output::plot;
use crate::output::record::Record;
use crate::sections;

/// Sentences with numbers that nobody measures.
const CONSTANTS: &str = include_str!("constants.txt");

/// The documents in which every number is a figure of the record or a constant.
const DOCUMENTS: [&str; 3] = ["README.md", "docs/performance.md", "docs/scale.md"];

/// A number before one of these is a quantity.
const UNITS: [&str; 24] = [
    "µs", "ms", "s", "second", "seconds", "minute", "minutes", "hours", "bytes", "KB", "MB", "GB",
    "TB", "×", "%", "per", "times", "million", "votes", "pages", "articles", "comments", "double",
    "counted",
];

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn record() -> Record {
    Record::read(&root().join("docs/bench")).expect("the record")
}

/// Reads a document.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Finds a part in a document.
#[track_caller]
fn find(part: &Part, path: &str, document: &str) -> Place {
    part.find(document).unwrap_or_else(|Difference { position, expected }| {
        let expected: String = expected.chars().take(100).collect();
        let start = document[..position].rfind('\n').map_or(0, |newline| newline + 1);
        let written: String = document[start..].lines().take(2).collect::<Vec<_>>().join("\n");
        panic!(
            "{path}:{}: crates/benchmark/src/output/documents has another text than the document\n \
             written: {written}\nexpected from column {}: {expected}",
            line(document, position),
            document[start..position].chars().count() + 1,
        )
    })
}

/// Returns a text without differences in spaces and line breaks.
fn normalized(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Compares a document with the parts that it has, and returns what differs and the document with
/// the recorded figures.
fn compared(record: &Record, path: &str, parts: &[Part]) -> (Vec<String>, String) {
    let document = read(path);
    let (mut differences, mut edits) = (Vec::new(), Vec::new());
    for part in parts.iter().filter(|part| part.documents.contains(&path)) {
        let place = find(part, path, &document);
        let values = values(record, part).unwrap_or_else(|error| panic!("{path}: {error:#}"));
        for ((range, value), placeholder) in
            place.values.into_iter().zip(values).zip(part.placeholders())
        {
            let value = value.unwrap_or_else(|| panic!("{path}: not recorded: {placeholder}"));
            let written = &document[range.clone()];
            if normalized(written) != normalized(&value) {
                differences.push(format!(
                    "{path}:{}: written {written}, recorded {value}: {placeholder}",
                    line(&document, range.start)
                ));
                edits.push((range, value));
            }
        }
    }
    let mut updated = document;
    edits.sort_by_key(|(range, _)| range.start);
    for (range, value) in edits.into_iter().rev() {
        updated.replace_range(range, &value);
    }
    (differences, updated)
}

#[test]
fn the_documents_have_the_recorded_figures() {
    let (record, parts) = (record(), Part::all(TEMPLATE).expect("the template"));
    let mut paths: Vec<&str> = parts.iter().flat_map(|part| part.documents.clone()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut differences = Vec::new();
    for path in paths {
        let (different, updated) = compared(&record, path, &parts);
        if !different.is_empty() && env::var_os("UPDATE_DOCS").is_some() {
            fs::write(root().join(path), updated).expect("the document");
        } else {
            differences.extend(different);
        }
    }
    assert!(
        differences.is_empty(),
        "these differ from docs/bench/results.json; if it is right, set UPDATE_DOCS=1\n{}",
        differences.join("\n")
    );
}

#[test]
fn the_plots_show_the_recorded_figures() {
    let bench = Bench::new(Options::parse_from(["benchmark"])).expect("a clock");
    let drawn = tempfile::tempdir().expect("a folder");
    plot::draw(drawn.path(), &record().figures(), &sections::panels(&bench)).expect("plots");
    for plot in fs::read_dir(drawn.path()).expect("plots").map(|plot| plot.expect("a plot")) {
        let path = root().join("docs/bench").join(plot.file_name());
        let drawn = fs::read_to_string(plot.path()).expect("a plot");
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &drawn).expect("the plot");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == drawn, "{} is out of date: set UPDATE_DOCS=1", path.display());
    }
}

#[test]
fn every_other_number_of_the_documents_is_a_constant() {
    let figures = Part::all(TEMPLATE).expect("the template");
    let constants = constants();
    let mut unknown = Vec::new();
    for path in DOCUMENTS {
        let document = read(path);
        let parts = figures.iter().filter(|part| part.documents.contains(&path));
        let mut known: Vec<Range<usize>> =
            parts.map(|part| find(part, path, &document).whole).collect();
        for constant in constants.get(path).into_iter().flatten() {
            let found = occurrences(&document, constant);
            assert!(!found.is_empty(), "constants.txt: {path} does not have: {constant}");
            let is_needed =
                found.iter().any(|range| !quantities(path, &document[range.clone()]).is_empty());
            assert!(is_needed, "constants.txt: {path}: there is no quantity in: {constant}");
            known.extend(found);
        }
        for number in quantities(path, &document) {
            if !known.iter().any(|known| known.start <= number && number < known.end) {
                let text = document[number..].lines().next().unwrap_or_default();
                unknown.push(format!("{path}:{}: {text}", line(&document, number)));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "neither in figures.txt nor in constants.txt of crates/benchmark/src/output/documents:\n{}",
        unknown.join("\n")
    );
}

#[test]
fn a_changed_digit_is_noticed() {
    let text =
        "A vote takes 2 ms.\n```\n3 ms\n```\n`4 ms` [5](6 ms) 7.0.15 and 8 %, 1,000 double.";
    let found = quantities("README.md", text);
    let numbers: Vec<&str> = found.iter().map(|at| &text[*at..*at + 1]).collect();
    assert_eq!(numbers, ["2", "8", "1"]);
    assert_eq!(quantities("docs/scale.md", "| 9 | 10 |").len(), 2);
    assert_eq!(occurrences("1 ms and 1\nms", "1 ms"), [0..4, 9..13]);
}

#[test]
fn the_recorded_runs_meet_their_bars() {
    for run in record().0 {
        for bar in run.bars {
            let (command, figure, limit) = (&run.conditions.command, bar.figure, bar.limit);
            assert!(!bar.is_missed(), "{command}: {}: {figure:?} > {limit}", bar.what);
        }
    }
}

/// Returns the sentences with constants by document: those under its heading, one per line.
fn constants() -> BTreeMap<&'static str, Vec<&'static str>> {
    let sections = CONSTANTS.split("## ").skip(1);
    let sections = sections.filter_map(|section| section.split_once('\n'));
    sections
        .map(|(path, lines)| (path, lines.lines().filter(|line| !line.is_empty()).collect()))
        .collect()
}

/// Returns where a text occurs, with any spaces and line breaks.
fn occurrences(document: &str, text: &str) -> Vec<Range<usize>> {
    let starts = document.char_indices().map(|(start, _)| start);
    starts.filter_map(|start| Some(start..start_of(document, start, text).ok()?)).collect()
}

/// Returns the positions of the numbers that are quantities: before a unit, or in a table of a
/// document of figures. Code and addresses of links have none.
fn quantities(path: &str, document: &str) -> Vec<usize> {
    let text = without_code(document);
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let continues = |at: usize| {
        text[..at]
            .ends_with(|before: char| before.is_alphanumeric() || before == '.' || before == ',')
    };
    let starts = (0..text.len()).filter(|&at| is_digit(at) && !continues(at));
    let is_quantity = |&at: &usize| {
        let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_digit() || ",.".contains(c));
        let unit = rest.trim_start().trim_start_matches('-');
        let word = unit.split(|c: char| c.is_whitespace() || ".,:;)|".contains(c)).next();
        let in_table = path != DOCUMENTS[0] && line_of(&text, at).starts_with('|');
        in_table || word.is_some_and(|word| UNITS.contains(&word))
    };
    starts.filter(is_quantity).collect()
}

/// Returns the line at a position.
fn line_of(text: &str, position: usize) -> &str {
    let start = text[..position].rfind('\n').map_or(0, |newline| newline + 1);
    text[start..].lines().next().unwrap_or_default()
}

/// Returns the text with spaces in place of code and of the addresses of links.
fn without_code(document: &str) -> String {
    let mut text = document.to_owned();
    for (start, end) in [("```", "```"), ("`", "`"), ("](", ")")] {
        let mut from = 0;
        while let Some(begin) = text[from..].find(start).map(|at| from + at) {
            let inside = begin + start.len();
            let Some(length) = text[inside..].find(end) else { break };
            from = inside + length + end.len();
            let blank: String = text[begin..from]
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                .collect();
            text.replace_range(begin..from, &blank);
        }
    }
    text
}
