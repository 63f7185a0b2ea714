//! The tables and sentences of the documents, with the figures of this run.
//!
//! They are in `documents.md`, whose parts end in two empty lines, with placeholders for figures: `{case; measure; contender}` for a
//! median, `{figure / figure}` for a ratio, and `{× figure}` for a multiple of the module's figure.

use anyhow::{Context, Result, bail};
use serde_json::{Value, from_value};

use crate::contenders::Contender;
use crate::figures::{Figures, Key};
use crate::measure::Measure;
use crate::output::numbers::{number, with_commas};

const TEMPLATE: &str = include_str!("documents.md");

/// Returns the parts of the documents of which a figure was measured. A dash stands for a figure
/// that was not.
pub fn fill(figures: &Figures) -> Result<String> {
    let mut text = String::new();
    for part in TEMPLATE.split_inclusive("\n\n\n") {
        text.push_str(&fill_part(figures, part)?.unwrap_or_default());
    }
    Ok(text + &slow_commands(figures))
}

/// Returns a part with its figures, unless none was measured.
fn fill_part(figures: &Figures, part: &str) -> Result<Option<String>> {
    let mut pieces = part.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    let mut is_measured = false;
    for piece in pieces {
        let (placeholder, rest) = piece.split_once('}').context("a placeholder without an end")?;
        let value = value(figures, placeholder).with_context(|| placeholder.to_owned())?;
        is_measured |= value.is_some();
        text.push_str(&value.unwrap_or("-".to_owned()));
        text.push_str(rest);
    }
    Ok(is_measured.then_some(text))
}

/// Returns the value of a placeholder, if it was measured.
fn value(figures: &Figures, placeholder: &str) -> Result<Option<String>> {
    if let Some(figure) = placeholder.strip_prefix("× ") {
        let key = key(figure)?;
        let (case, measure, _) = key;
        let ratio = figures.ratio(key, (case, measure, Contender::Module));
        return Ok(ratio.map(times));
    }
    if let Some((one, other)) = placeholder.split_once(" / ") {
        let ratio = figures.ratio(key(one)?, key(other)?);
        return Ok(ratio.map(|ratio| format!("{ratio:.2}")));
    }
    let key = key(placeholder)?;
    Ok(figures.median(key).map(|value| quantity(value, key.1)))
}

/// Parses a figure's case, measure and contender.
fn key(figure: &str) -> Result<Key<'_>> {
    let parts: Vec<&str> = figure.split("; ").collect();
    let [case, measure, contender] = parts[..] else { bail!("not a case, measure and contender") };
    let name = |name: &str| Value::String(name.to_owned());
    let (measure, contender) = (from_value(name(measure))?, from_value(name(contender))?);
    Ok((case, measure, contender))
}

/// Returns the table of the slowest commands, whose cases are the rows, if it was measured.
fn slow_commands(figures: &Figures) -> String {
    let slow = figures.all().iter().filter(|figure| figure.measure == Measure::Busy);
    let rows = slow.map(|figure| {
        format!("| {} | {} |\n", figure.case, quantity(figure.median(), Measure::Busy))
    });
    let rows: String = rows.collect();
    let header = "## docs/operations.md\n\n| command | site | time |\n| --- | --- | --- |\n";
    if rows.is_empty() { rows } else { header.to_owned() + &rows }
}

/// Formats a value with its unit.
fn quantity(value: f64, measure: Measure) -> String {
    match (measure.unit(), value) {
        ("us", 1_000.0..) => quantity(value / 1e3, Measure::Busy),
        ("us", _) => format!("{} µs", number(value)),
        ("ms", 1_000.0..) => format!("{} s", number(value / 1e3)),
        ("ms", 0.1..) => format!("{} ms", number(value)),
        ("ms", _) => "less than 0.1 ms".to_owned(),
        ("bytes", 1e6..) => format!("{:.1} MB", value / 1e6),
        ("bytes", 100.0..) => format!("{} bytes", with_commas(value.round() as u64)),
        ("bytes", _) => format!("{value:.1} bytes"),
        _ => with_commas(value.round() as u64),
    }
}

/// Formats a multiple.
fn times(ratio: f64) -> String {
    match ratio {
        10.0.. => format!("{ratio:.0} ×"),
        1.0.. => format!("{ratio:.1} ×"),
        _ => format!("{ratio:.2} ×"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_replace_placeholders_and_dashes_those_not_measured() {
        let mut figures = Figures::default();
        for (contender, time) in [(Contender::Module, 1.5), (Contender::Function, 15.0)] {
            figures.record(("VOTE", Measure::Command, contender), time);
        }
        let text = fill(&figures).unwrap();
        assert!(text.contains("| Time in the server per vote | - | 10 × | 1.50 µs |"), "{text}");
        assert_eq!(
            value(&figures, "VOTE; command; function / VOTE; command; module").unwrap().as_deref(),
            Some("10.00")
        );
        assert!(value(&figures, "VOTE; speed; module").is_err());
    }

    #[test]
    fn quantities_have_units() {
        let times = [0.5, 31.23, 4_940.0, 2.7e6].map(|time| quantity(time, Measure::Command));
        assert_eq!(times, ["0.50 µs", "31.2 µs", "4.94 ms", "2.70 s"]);
        let bytes = [16.82, 285.4, 8.4e6].map(|bytes| quantity(bytes, Measure::Memory));
        assert_eq!(bytes, ["16.8 bytes", "285 bytes", "8.4 MB"]);
    }
}
