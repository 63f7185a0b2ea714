//! Where the parts of the template are in the documents.

use std::ops::Range;

use super::template::{Part, TABLE};

/// The longest figure, in bytes. Only a table of its own is longer.
const LONGEST: usize = 60;

/// A part in a document.
pub struct Place {
    /// The part.
    pub whole: Range<usize>,
    /// The values of its placeholders.
    pub values: Vec<Range<usize>>,
}

/// Where a document differs from a part, and the part's text from there on.
#[derive(Debug, PartialEq)]
pub struct Difference<'a> {
    pub position: usize,
    pub expected: &'a str,
}

impl<'a> Part<'a> {
    /// Finds the part in a document. Lines may be wrapped elsewhere than in the part.
    pub fn find(&self, document: &str) -> Result<Place, Difference<'a>> {
        let mut furthest = Difference { position: 0, expected: self.first };
        for (start, _) in document.char_indices() {
            match self.at(document, start) {
                Ok(place) => return Ok(place),
                Err(difference) if difference.position >= furthest.position => {
                    // Any letter may begin a part: only more than a word of it means something.
                    if difference.position > start + LONGEST {
                        furthest = difference;
                    }
                }
                Err(_) => {}
            }
        }
        Err(furthest)
    }

    fn at(&self, document: &str, start: usize) -> Result<Place, Difference<'a>> {
        let mut end = start_of(document, start, self.first)?;
        let mut values = Vec::new();
        for (placeholder, after) in &self.rest {
            let longest = if *placeholder == TABLE { document.len() } else { LONGEST };
            let (value, next) = value_at(document, end, after, longest)?;
            values.push(value);
            end = next;
        }
        Ok(Place { whole: start..end, values })
    }
}

/// Returns the shortest value from a position on that the text follows, and where the text ends.
fn value_at<'a>(
    document: &str,
    start: usize,
    text: &'a str,
    longest: usize,
) -> Result<(Range<usize>, usize), Difference<'a>> {
    let mut furthest = Difference { position: start, expected: text };
    let rest = document.get(start..).unwrap_or_default();
    for (length, _) in rest.char_indices().skip(1).take_while(|(length, _)| *length <= longest) {
        let end = start + length;
        if is_in_number(document, end) {
            continue;
        }
        match start_of(document, end, text) {
            Ok(next) => return Ok((start..end, next)),
            Err(difference) if difference.position - end > 1 => furthest = difference,
            Err(_) => {}
        }
    }
    Err(furthest)
}

/// Whether a point or comma at this position is part of a number.
fn is_in_number(document: &str, position: usize) -> bool {
    let bytes = document.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_mark = matches!(bytes.get(position), Some(b'.' | b','));
    is_mark && position > 0 && is_digit(position - 1) && is_digit(position + 1)
}

/// Compares a document from a position on with a text, and returns where the text ends. Any number
/// of spaces and line breaks equals any other.
pub fn start_of<'a>(
    document: &str,
    position: usize,
    text: &'a str,
) -> Result<usize, Difference<'a>> {
    let (mut rest, mut expected) = (document.get(position..).unwrap_or_default(), text);
    while let Some(next) = expected.chars().next() {
        let is_space = next.is_whitespace();
        let after = match is_space {
            true => Some(rest.trim_start()).filter(|after| after.len() < rest.len()),
            false => rest.strip_prefix(next),
        };
        let Some(after) = after else {
            return Err(Difference { position: document.len() - rest.len(), expected });
        };
        rest = after;
        expected = if is_space { expected.trim_start() } else { &expected[next.len_utf8()..] };
    }
    Ok(document.len() - rest.len())
}

/// Returns the number of the line at a position.
pub fn line(document: &str, position: usize) -> usize {
    document[..position].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str =
        "## a.md and b.md: title\n\nA vote takes {vote} of\n{server}, or {x}.\n";

    fn values(document: &str) -> Result<Vec<String>, usize> {
        let parts = Part::all(TEMPLATE).unwrap();
        let place = parts[0].find(document).map_err(|difference| difference.position)?;
        Ok(place.values.into_iter().map(|value| document[value].to_owned()).collect())
    }

    #[test]
    fn values_are_found_wherever_lines_break() {
        let document = "A vote is fast.\nA vote takes 1.5\nµs of Redis 7.0.15, or 2.5. More.";
        assert_eq!(values(document).unwrap(), ["1.5\nµs", "Redis 7.0.15", "2.5"]);
    }

    #[test]
    fn another_word_or_number_is_a_difference() {
        assert!(values("A vote takes 1.5 µs on Redis, or 2.5.").is_err());
        assert!(values("A vote took 1.5 µs of Redis, or 2.5.").is_err());
    }
}
