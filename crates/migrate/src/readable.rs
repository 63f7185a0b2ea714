//! Texts of any bytes, as people can read them.

/// The number of characters that are shown of a text.
const SHOWN: usize = 60;

/// Returns a text on one line, shortened.
pub fn readable(text: &[u8]) -> String {
    let mut units = units(text);
    let mut line: String = units.by_ref().take(SHOWN).collect();
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
