//! Texts of any bytes, as people can read them.

use std::iter;

/// The number of characters that are shown of a text.
const SHOWN: usize = 60;
/// How far into two texts a difference can be to be shown from their beginning.
const NEAR: usize = 40;
/// The number of characters that are shown before a difference further on.
const BEFORE: usize = 20;

/// Returns a text on one line, shortened.
pub fn readable(text: &[u8]) -> String {
    from(text, 0)
}

/// Returns two different texts, each on one line and shortened to a part in which they differ.
pub fn readable_pair(left: &[u8], right: &[u8]) -> [String; 2] {
    let same = iter::zip(left, right).take_while(|(left, right)| left == right).count();
    let before = units(left.get(..same).unwrap_or_default()).count();
    let skipped = if before < NEAR { 0 } else { before - BEFORE };
    [from(left, skipped), from(right, skipped)]
}

/// Returns a text without its first units, shortened.
fn from(text: &[u8], skipped: usize) -> String {
    let mut units = units(text).skip(skipped);
    let mut line = String::from(if skipped > 0 { "..." } else { "" });
    line.extend(units.by_ref().take(SHOWN));
    if units.next().is_some() {
        line.push_str("...");
    }
    line
}

/// Returns the characters, and the bytes that are not UTF-8.
fn units(text: &[u8]) -> impl Iterator<Item = String> {
    text.utf8_chunks().flat_map(|chunk| {
        let chars = chunk.valid().chars().map(|char| char.escape_debug().to_string());
        chars.chain(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_texts_are_one_short_line() {
        assert_eq!(readable(b"a\nb\x1b[0m"), "a\\nb\\u{1b}[0m");
        assert_eq!(readable(&[b'x'; 61]), format!("{}...", "x".repeat(60)));
        assert_eq!(readable("snö".as_bytes()), "snö");
        assert_eq!(readable(b"\xff\xc3 \\xff"), "\\xff\\xc3 \\\\xff");
    }
}
