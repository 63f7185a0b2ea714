//! The figures of the documents.
//!
//! `figures.txt` has each table and sentence with figures, as it is in the documents, with
//! placeholders for [values](value). A run prints them with its figures. A test compares the
//! documents with the record, and `UPDATE_DOCS=1` makes it write the recorded figures.

#[cfg(test)]
mod compare;
mod template;
mod value;

use anyhow::{Context, Result};

use crate::record::{Record, Run};
use template::Part;

const TEMPLATE: &str = include_str!("figures.txt");

/// Returns the parts of the documents of which a run measured a figure. A dash stands for a figure
/// that it did not measure.
pub fn fill(run: &Run) -> Result<String> {
    let record = Record(vec![run.clone()]);
    let mut text = String::new();
    for part in Part::all(TEMPLATE)? {
        let values = values(&record, &part)?;
        if values.iter().any(Option::is_some) {
            let values: Vec<String> =
                values.into_iter().map(|value| value.unwrap_or("-".to_owned())).collect();
            let (documents, text_of_part) = (part.documents.join(", "), part.with_values(&values));
            text.push_str(&format!("## {documents}\n\n{text_of_part}\n\n\n"));
        }
    }
    Ok(text)
}

/// Returns the values of a part's placeholders that were measured.
fn values(record: &Record, part: &Part) -> Result<Vec<Option<String>>> {
    let value = |placeholder| {
        value::value(record, placeholder).with_context(|| format!("{{{placeholder}}}"))
    };
    part.placeholders().map(value).collect()
}
