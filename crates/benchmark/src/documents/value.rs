//! The values of placeholders:
//!
//! | placeholder | value |
//! | --- | --- |
//! | `case; measure; contender` | the median of a figure |
//! | `× figure` | a figure, as a multiple of the module's |
//! | `figure / figure` | the median of the ratios of rounds |
//! | `figure * 2`, `1000 / figure` | a figure and numbers |
//! | `about ...` | any of these with two digits |
//! | `version of figure` | a condition of the run that measured a figure |

use anyhow::{Context, Result, bail};
use serde_json::{Value, from_value};

use crate::contenders::Contender;
use crate::figures::{Key, Measure, significant};
use crate::numbers::{number, with_commas};
use crate::record::Record;

/// Returns the value of a placeholder, if it was measured.
pub fn value(record: &Record, placeholder: &str) -> Result<Option<String>> {
    if let Some(figure) = placeholder.strip_prefix("× ") {
        let key = key(figure)?;
        return Ok(ratio(record, key, (key.0, key.1, Contender::Module)).map(times));
    }
    if let Some(value) = condition(record, placeholder)? {
        return Ok(Some(value));
    }
    let (expression, rounded) = match placeholder.strip_prefix("about ") {
        Some(expression) => (expression, true),
        None => (placeholder, false),
    };
    let Some((value, measure)) = evaluate(record, expression)? else { return Ok(None) };
    Ok(Some(match (measure, rounded) {
        (Some(measure), true) if measure.unit().is_empty() => about(value),
        (Some(measure), true) => quantity(significant(value, 2), measure, about),
        (Some(measure), false) => quantity(value, measure, number),
        (None, true) => about(value),
        (None, false) => format!("{value:.2}"),
    }))
}

/// Returns a condition of the run that measured a figure, if the placeholder is one.
fn condition(record: &Record, placeholder: &str) -> Result<Option<String>> {
    let Some((name, figure)) = placeholder.split_once(" of ") else { return Ok(None) };
    if !["version", "server", "processors", "processor", "others"].contains(&name) {
        return Ok(None);
    }
    let Some((_, conditions)) = record.find(key(figure)?) else { return Ok(None) };
    Ok(Some(match name {
        "version" => conditions.version.clone(),
        "server" => conditions.server.clone(),
        "processors" => conditions.processors.to_string(),
        "processor" => conditions.processor.clone().unwrap_or("not recorded".to_owned()),
        _ => match conditions.others {
            Some(share) => format!("{share:.0} %"),
            None => "an unknown share".to_owned(),
        },
    }))
}

/// Computes a product or quotient of figures and numbers. It has a measure if a figure is
/// multiplied.
fn evaluate(record: &Record, expression: &str) -> Result<Option<(f64, Option<Measure>)>> {
    if let Some((one, other)) = expression.split_once(" / ")
        && let (Ok(one), Ok(other)) = (key(one), key(other))
    {
        return Ok(ratio(record, one, other).map(|ratio| (ratio, None)));
    }
    let (mut result, mut measure) = (1.0, None);
    for product in expression.split(" * ") {
        for (nth, term) in product.split(" / ").enumerate() {
            let (value, of_term) = match term.parse() {
                Ok(number) => (number, None),
                Err(_) => {
                    let key = key(term).with_context(|| term.to_owned())?;
                    let Some((figure, _)) = record.find(key) else { return Ok(None) };
                    (figure.median(), Some(key.1))
                }
            };
            if nth > 0 {
                result /= value;
            } else {
                result *= value;
                measure = measure.or(of_term);
            }
        }
    }
    Ok(Some((result, measure)))
}

/// Returns the ratio of two figures: by rounds, if they are from the same run.
fn ratio(record: &Record, one: Key, other: Key) -> Option<f64> {
    let by_rounds = record.0.iter().find_map(|run| run.figures.ratio(one, other));
    let median = |key| record.find(key).map(|(figure, _)| figure.median());
    by_rounds.or_else(|| Some(median(one)? / median(other)?))
}

/// Parses a figure's case, measure and contender.
fn key(figure: &str) -> Result<Key<'_>> {
    let parts: Vec<&str> = figure.split("; ").collect();
    let [case, measure, contender] = parts[..] else { bail!("not a case, measure and contender") };
    let contender: Contender = from_value(Value::String(contender.to_owned()))?;
    Ok((case, Measure::named(measure).context("not a measure")?, contender))
}

fn quantity(value: f64, measure: Measure, number: fn(f64) -> String) -> String {
    match (measure.unit(), value) {
        ("us", 1_000.0..) => quantity(value / 1e3, Measure::Busy, number),
        ("us", _) => format!("{} µs", number(value)),
        ("ms", 1_000.0..) => format!("{} s", number(value / 1e3)),
        ("ms", 0.1..) => format!("{} ms", number(value)),
        ("ms", _) => "less than 0.1 ms".to_owned(),
        ("x", _) => number(value),
        ("bytes", 1e9..) => format!("{} GB", number(value / 1e9)),
        ("bytes", 1e6..) => format!("{} MB", number(value / 1e6)),
        ("bytes", _) => format!("{} bytes", number(value)),
        _ if measure == Measure::Throughput => with_commas(significant(value, 3).round() as u64),
        (_, 0.0) => "none".to_owned(),
        _ => with_commas(value.round() as u64),
    }
}

/// Formats a number with two significant digits.
fn about(value: f64) -> String {
    match significant(value, 2) {
        value @ 1_000.0.. => with_commas(value.round() as u64),
        value => value.to_string(),
    }
}

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
    use crate::conditions::Conditions;
    use crate::figures::Figures;
    use crate::record::Run;

    fn record() -> Record {
        let mut figures = Figures::default();
        for (contender, time) in [(Contender::Module, 1.5), (Contender::Function, 15.0)] {
            figures.record(("VOTE", Measure::Command, contender), time);
        }
        figures.record(("VOTE", Measure::Throughput, Contender::Module), 206_622.0);
        let conditions = Conditions { version: "1.0.0".to_owned(), ..Conditions::default() };
        Record(vec![Run { conditions, bars: Vec::new(), figures }])
    }

    #[test]
    fn placeholders_have_values() {
        let pairs = [
            ("VOTE; command; module", "1.50 µs"),
            ("× VOTE; command; function", "10 ×"),
            ("VOTE; command; module / VOTE; command; function", "0.10"),
            ("VOTE; throughput; module", "207,000"),
            ("about VOTE; throughput; module", "210,000"),
            ("about VOTE; throughput; module / 2", "100,000"),
            ("about 9600000 / VOTE; command; module", "6,400,000"),
            ("VOTE; command; function * 10 * 1000", "150 ms"),
            ("version of VOTE; command; module", "1.0.0"),
            ("others of VOTE; command; module", "an unknown share"),
        ];
        for (placeholder, expected) in pairs {
            let value = value(&record(), placeholder).unwrap();
            assert_eq!(value.as_deref(), Some(expected), "{placeholder}");
        }
    }

    #[test]
    fn a_placeholder_must_be_a_figure_that_was_measured() {
        assert_eq!(value(&record(), "VOTE; cpu; module").unwrap(), None);
        assert_eq!(value(&record(), "× POST; command; function").unwrap(), None);
        assert!(value(&record(), "VOTE; speed; module").is_err());
        assert!(value(&record(), "VOTE").is_err());
    }

    #[test]
    fn quantities_have_units() {
        let quantity = |value, measure| quantity(value, measure, number);
        let times = [0.5, 31.23, 4_940.0, 2.7e6].map(|time| quantity(time, Measure::Command));
        assert_eq!(times, ["0.50 µs", "31.2 µs", "4.94 ms", "2.70 s"]);
        let bytes = [16.82, 285.4, 8.4e6, 3.32e9].map(|bytes| quantity(bytes, Measure::Memory));
        assert_eq!(bytes, ["16.8 bytes", "285 bytes", "8.40 MB", "3.32 GB"]);
        let counts = [0.0, 7_546_736.0].map(|count| quantity(count, Measure::Count));
        assert_eq!(counts, ["none", "7,546,736"]);
    }
}
