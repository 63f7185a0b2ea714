//! `results.json`: the conditions, the bars and the figures, one per line.

use std::fmt::Write;
use std::fs;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{json, to_string};

use crate::bars::Bar;
use crate::bench::Bench;
use crate::figures::Figure;

/// Writes the file.
pub fn write(bench: &Bench, bars: &[Bar]) -> Result<()> {
    let conditions = json!({
        "server": bench.version,
        "processors": available_parallelism().map_or(0, usize::from),
        "rounds": bench.options.rounds,
        "operations": bench.operations(),
    });
    let figures: Vec<_> = bench.figures.all().iter().map(Figure::summary).collect();
    let text = format!(
        "{{\n\"conditions\": {conditions},\n\"bars\": {},\n\"figures\": {}\n}}\n",
        lines(bars)?,
        lines(&figures)?
    );
    let path = bench.options.out.join("results.json");
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns a JSON array with one element per line.
fn lines<T: Serialize>(elements: &[T]) -> Result<String> {
    let mut text = "[".to_owned();
    for (nth, element) in elements.iter().enumerate() {
        write!(text, "{}\n  {}", if nth > 0 { "," } else { "" }, to_string(element)?)?;
    }
    Ok(text + "\n]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_has_an_element_per_line() {
        let text = lines(&["a", "b"]).unwrap();
        assert_eq!(text, "[\n  \"a\",\n  \"b\"\n]");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), ["a", "b"]);
    }
}
