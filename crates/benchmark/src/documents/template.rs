//! Parts of documents with placeholders in place of figures.

use anyhow::{Context, Result, ensure};

pub struct Part<'a> {
    pub documents: Vec<&'a str>,
    /// The text before the first placeholder.
    pub first: &'a str,
    /// Each placeholder, and the text up to the next.
    pub rest: Vec<(&'a str, &'a str)>,
}

impl<'a> Part<'a> {
    /// Reads the parts of a template. Each begins with a heading that names its documents, and
    /// ends with two empty lines.
    pub fn all(template: &'a str) -> Result<Vec<Self>> {
        template.split("\n\n\n").map(str::trim).map(Self::new).collect()
    }

    fn new(text: &'a str) -> Result<Self> {
        let heading = text.strip_prefix("## ").and_then(|text| text.split_once('\n'));
        let (heading, text) = heading.with_context(|| format!("no heading: {text}"))?;
        let documents = heading.split(':').next().unwrap_or_default().split(" and ").collect();
        let mut pieces = text.trim().split('{');
        let first = pieces.next().unwrap_or_default();
        ensure!(!first.is_empty(), "a part must not begin with a placeholder: {text}");
        let rest = pieces.map(|piece| piece.split_once('}').context("a placeholder without end"));
        Ok(Self { documents, first, rest: rest.collect::<Result<_>>()? })
    }

    pub fn placeholders(&self) -> impl Iterator<Item = &'a str> {
        self.rest.iter().map(|(placeholder, _)| *placeholder)
    }

    /// Returns the part with these values of its placeholders.
    pub fn with_values(&self, values: &[String]) -> String {
        let rest = self.rest.iter().zip(values);
        let rest = rest.map(|((_, after), value)| format!("{value}{after}"));
        self.first.to_owned() + &rest.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_replace_placeholders() {
        let parts =
            Part::all("## a.md and b.md: title\n\nA {vote} of {x}.\n\n\n## c.md\nnone").unwrap();
        assert_eq!(parts[0].documents, ["a.md", "b.md"]);
        assert_eq!(parts[0].placeholders().collect::<Vec<_>>(), ["vote", "x"]);
        assert_eq!(parts[0].with_values(&["1 µs", "2"].map(str::to_owned)), "A 1 µs of 2.");
        assert!(Part::all("## a.md\n\n{vote} of {x}").is_err());
        assert_eq!(
            (parts[1].documents[0], parts[1].with_values(&[])),
            ("c.md", "none".to_owned())
        );
    }
}
