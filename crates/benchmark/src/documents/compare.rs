//! Compares the figures of the documents with the record.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use regex::{Captures, NoExpand, Regex, escape};

use super::template::Part;
use super::{TEMPLATE, values};
use crate::bench::Bench;
use crate::figures::Bar;
use crate::options::Options;
use crate::plot;
use crate::record::Record;
use crate::sections;

/// Sentences with numbers that nobody measures, by document: one per line, below its heading.
const CONSTANTS: &str = include_str!("constants.txt");

/// The documents in which every number is a figure of the record or a constant.
const DOCUMENTS: [&str; 3] = ["README.md", "docs/performance.md", "docs/scale.md"];

/// A number before one of these is a quantity.
const UNITS: [&str; 24] = [
    "µs", "ms", "s", "second", "seconds", "minute", "minutes", "hours", "bytes", "KB", "MB", "GB",
    "TB", "×", "%", "per", "times", "million", "votes", "pages", "articles", "comments", "double",
    "counted",
];

/// Figures in the record have at most this many letters.
const FIGURE: &str = "((?s:.{1,60}?))";

/// A number and the word after it.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(\d[\d.,]*)\s*-*([^\s\d.,:;)|]*)"));
/// Code and the addresses of links, which have no quantities.
static CODE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?s)```.*?```|`.*?`|\]\(.*?\)"));

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

/// Returns the pattern of a text, whose lines may be wrapped elsewhere.
fn wrapped(text: &str) -> String {
    regex(r"\s+").replace_all(&escape(text), NoExpand(r"\s+")).into_owned()
}

/// Returns the pattern of a part, with a group per placeholder, in pieces that can end it.
fn patterns(part: &Part) -> Vec<String> {
    let mut patterns = vec![wrapped(part.first)];
    for (_, after) in &part.rest {
        // A point after a value at the end is not one in a number.
        let end = if [".", ","].contains(after) { r"\B" } else { "" };
        patterns.push(format!("{FIGURE}{}{end}", wrapped(after)));
    }
    patterns
}

/// Returns where a document has a part, and the values of its placeholders; else the position
/// where it first differs, and the index of the piece that it does not have there.
fn find<'a>(part: &Part, document: &'a str) -> Result<Captures<'a>, (usize, usize)> {
    let patterns = patterns(part);
    if let Some(found) = regex(&patterns.concat()).captures(document) {
        return Ok(found);
    }
    let longest = (1..patterns.len()).rev().find_map(|pieces| {
        let found = regex(&patterns[..pieces].concat()).find(document)?;
        Some((found.end(), pieces))
    });
    Err(longest.unwrap_or_default())
}

/// Like [`find`], in a document that must have the part.
#[track_caller]
fn find_in<'a>(part: &Part, path: &str, document: &'a str) -> Captures<'a> {
    find(part, document).unwrap_or_else(|(position, piece)| {
        let expected = match piece {
            0 => part.first.to_owned(),
            _ => format!("{{{}}}{}", part.rest[piece - 1].0, part.rest[piece - 1].1),
        };
        panic!(
            "{path}:{}: crates/benchmark/src/documents has another text\n \
             written: {}\nexpected: {expected}",
            line(document, position),
            document[position..].lines().next().unwrap_or_default(),
        )
    })
}

fn line(document: &str, position: usize) -> usize {
    document[..position].matches('\n').count() + 1
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn record() -> Record {
    Record::read(&root().join("docs/bench")).expect("the record")
}

/// Returns a run that measures nothing.
fn bench() -> Bench {
    let options = Options::parse(["benchmark"], &[]).expect("no options");
    Bench::new(options).expect("a clock")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
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
        let found = find_in(part, path, &document);
        let values = values(record, part).unwrap_or_else(|error| panic!("{path}: {error:#}"));
        let written = found.iter().skip(1).flatten();
        for ((written, value), placeholder) in written.zip(values).zip(part.placeholders()) {
            let value = value.unwrap_or_else(|| panic!("{path}: not recorded: {placeholder}"));
            if normalized(written.as_str()) != normalized(&value) {
                differences.push(format!(
                    "{path}:{}: written {}, recorded {value}: {placeholder}",
                    line(&document, written.start()),
                    written.as_str(),
                ));
                edits.push((written.range(), value));
            }
        }
    }
    let mut updated = document.clone();
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
    let drawn = tempfile::tempdir().expect("a folder");
    plot::draw(drawn.path(), &record().figures(), &sections::panels(&bench())).expect("plots");
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
    let mut unknown = Vec::new();
    for path in DOCUMENTS {
        let document = read(path);
        let parts = figures.iter().filter(|part| part.documents.contains(&path));
        let found = parts.map(|part| find_in(part, path, &document).get_match().range());
        let mut known: Vec<Range<usize>> = found.collect();
        let constants = CONSTANTS.split("## ").find_map(|section| section.strip_prefix(path));
        for constant in constants.into_iter().flat_map(|lines| lines.trim().lines()) {
            let found = occurrences(&document, constant);
            assert!(!found.is_empty(), "constants.txt: {path} does not have: {constant}");
            let is_needed =
                found.iter().any(|range| !quantities(path, &document[range.clone()]).is_empty());
            assert!(is_needed, "constants.txt: {path}: there is no quantity in: {constant}");
            known.extend(found);
        }
        for number in quantities(path, &document) {
            if !known.iter().any(|known| known.contains(&number)) {
                let text = document[number..].lines().next().unwrap_or_default();
                unknown.push(format!("{path}:{}: {text}", line(&document, number)));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "neither in figures.txt nor in constants.txt of crates/benchmark/src/documents:\n{}",
        unknown.join("\n")
    );
}

#[test]
fn the_recorded_runs_meet_their_bars() {
    let mut bench = bench();
    bench.figures = record().figures();
    let recorded = record().0.into_iter().flat_map(|run| run.bars);
    let missed: Vec<String> = recorded
        .chain(sections::bars(&bench))
        .filter(Bar::is_missed)
        .map(|bar| format!("{}: {:?} > {}", bar.what, bar.figure, bar.limit))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Returns where a text occurs, with any spaces and line breaks.
fn occurrences(document: &str, text: &str) -> Vec<Range<usize>> {
    regex(&wrapped(text)).find_iter(document).map(|found| found.range()).collect()
}

/// Returns the positions of the numbers that are quantities: before a unit, or in a table of a
/// document of figures.
fn quantities(path: &str, document: &str) -> Vec<usize> {
    let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
    let text = CODE
        .replace_all(document, |code: &Captures| code[0].bytes().map(blank).collect::<String>());
    let in_table = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        path != DOCUMENTS[0] && text[line..].starts_with('|')
    };
    let numbers = NUMBER
        .captures_iter(&text)
        .filter_map(|number| Some((number.get(1)?.start(), number.get(2)?.as_str())));
    let is_quantity = |(at, word): &(usize, &str)| in_table(*at) || UNITS.contains(word);
    numbers.filter(is_quantity).map(|(at, _)| at).collect()
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

/// Returns the values of a part that a document has.
fn values_in(document: &str) -> Result<Vec<String>, (usize, usize)> {
    let template = "## a.md and b.md: title\n\nA vote takes {vote} of\n{server}, or {x}.\n";
    let found = find(&Part::all(template).expect("a template")[0], document)?;
    Ok(found.iter().skip(1).flatten().map(|value| value.as_str().to_owned()).collect())
}

#[test]
fn values_are_found_wherever_lines_break() {
    let document = "A vote is fast.\nA vote takes 1.5\nµs of Redis 7.0.15, or 2.5. More.";
    assert_eq!(values_in(document).unwrap(), ["1.5\nµs", "Redis 7.0.15", "2.5"]);
}

#[test]
fn another_word_or_number_is_a_difference() {
    let another_word = "A vote takes 1.5 µs on Redis, or 2.5.";
    assert_eq!(values_in(another_word), Err(("A vote takes ".len(), 1)));
    assert!(values_in("A vote took 1.5 µs of Redis, or 2.5.").is_err());
}
