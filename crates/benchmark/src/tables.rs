//! The tables of the documents.
//!
//! `tables.txt` has each with placeholders in place of figures. A document has it between two
//! markers, filled from the record and with the conditions of its runs below:
//!
//! | placeholder | value |
//! | --- | --- |
//! | `case; measure; contender` | the median of a figure |
//! | `× figure` | the figure as a multiple of the module's |
//! | `figure / figure` | the median of the ratios of rounds |

#[cfg(test)]
mod tests;

use anyhow::{Context, Result, bail};
use serde_json::{Value, from_value};

use crate::contenders::Contender;
use crate::figures::{Key, Measure, significant};
use crate::numbers::{number, with_commas};
use crate::record::{Record, Run};

const TEMPLATES: &str = include_str!("tables.txt");
const NOT_MEASURED: &str = "not measured";

/// Returns the names and templates of all tables.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let tables = TEMPLATES.split("## ").skip(1);
    tables.filter_map(|table| table.trim().split_once("\n\n"))
}

/// Returns the tables of which a run measured a figure.
pub fn measured(run: &Run) -> Result<String> {
    let record = Record(vec![run.clone()]);
    let mut text = String::new();
    for (name, template) in all() {
        let (table, conditions) = filled(&record, template)?;
        if !conditions.is_empty() {
            text.push_str(&format!("{name}\n\n{table}\n\n"));
        }
    }
    Ok(text)
}

/// Fills a template. Returns the table, and the conditions of the runs that measured its figures.
fn filled(record: &Record, template: &str) -> Result<(String, Vec<String>)> {
    let mut pieces = template.split('{');
    let mut table = pieces.next().unwrap_or_default().to_owned();
    let mut conditions = Vec::new();
    for piece in pieces {
        let (placeholder, after) = piece.split_once('}').context("a placeholder without end")?;
        let value = value(record, placeholder).with_context(|| placeholder.to_owned())?;
        table.push_str(value.as_ref().map_or(NOT_MEASURED, |(value, _)| value));
        table.push_str(after);
        let run = value.map(|(_, run)| run.conditions.to_string());
        conditions.extend(run.filter(|run| !conditions.contains(run)));
    }
    Ok((table, conditions))
}

/// Returns the value of a placeholder and the run that measured it, if one did.
fn value<'a>(record: &'a Record, placeholder: &str) -> Result<Option<(String, &'a Run)>> {
    if let Some(figure) = placeholder.strip_prefix("× ") {
        let key = key(figure)?;
        return Ok(ratio(record, key, (key.0, key.1, Contender::Module), times));
    }
    if let Some((one, other)) = placeholder.split_once(" / ") {
        return Ok(ratio(record, key(one)?, key(other)?, |ratio| format!("{ratio:.2}")));
    }
    let key = key(placeholder)?;
    let found = record.find(key);
    Ok(found.map(|(figure, run)| (quantity(figure.median(), key.1), run)))
}

/// Returns the ratio of two figures of one run.
fn ratio<'a>(
    record: &'a Record,
    one: Key,
    other: Key,
    format: fn(f64) -> String,
) -> Option<(String, &'a Run)> {
    record.0.iter().find_map(|run| Some((format(run.figures.ratio(one, other)?), run)))
}

/// Parses a figure's case, measure and contender.
fn key(figure: &str) -> Result<Key<'_>> {
    let parts: Vec<&str> = figure.split("; ").collect();
    let [case, measure, contender] = parts[..] else { bail!("not a case, measure and contender") };
    let contender: Contender = from_value(Value::String(contender.to_owned()))?;
    Ok((case, Measure::named(measure).context("not a measure")?, contender))
}

fn quantity(value: f64, measure: Measure) -> String {
    match (measure.unit(), value) {
        ("us", 1_000.0..) => quantity(value / 1e3, Measure::Duration),
        ("us", _) => format!("{} µs", number(value)),
        ("ms", 1_000.0..) => format!("{} s", number(value / 1e3)),
        ("ms", _) => format!("{} ms", number(value)),
        ("x", _) => number(value),
        ("bytes", 1e9..) => format!("{} GB", number(value / 1e9)),
        ("bytes", 1e6..) => format!("{} MB", number(value / 1e6)),
        ("bytes", _) => format!("{} bytes", number(value)),
        _ => with_commas(significant(value, 3).round() as u64),
    }
}

fn times(ratio: f64) -> String {
    match ratio {
        10.0.. => format!("{ratio:.0} ×"),
        1.0.. => format!("{ratio:.1} ×"),
        _ => format!("{ratio:.2} ×"),
    }
}
