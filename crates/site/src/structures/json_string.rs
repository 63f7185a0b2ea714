//! Strings of JSON.

/// U+FFFD, the replacement character.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// Writes bytes as a string. Each maximal subpart of a sequence that is not UTF-8 becomes U+FFFD,
/// as in the Unicode Standard, section 3.9, and WHATWG's Encoding. Besides what JSON requires,
/// `<`, `>`, `&`, U+2028, and U+2029 are escaped, so that a text can be part of a script in a
/// page.
pub fn push_string(text: &mut Vec<u8>, bytes: &[u8]) {
    text.push(b'"');
    match simdutf8::basic::from_utf8(bytes) {
        Ok(_) => push_escaped(text, bytes),
        Err(_) => {
            for chunk in bytes.utf8_chunks() {
                push_escaped(text, chunk.valid().as_bytes());
                if !chunk.invalid().is_empty() {
                    text.extend_from_slice(REPLACEMENT);
                }
            }
        }
    }
    text.push(b'"');
}

/// Returns how long bytes are as a string.
pub fn escaped_len(bytes: &[u8]) -> usize {
    let escaped = |character| match character {
        '"' | '\\' | '\n' | '\r' | '\t' => 2,
        '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => 6,
        plain => plain.len_utf8(),
    };
    let chunks = bytes.utf8_chunks().map(|chunk| {
        let replaced = if chunk.invalid().is_empty() { 0 } else { REPLACEMENT.len() };
        replaced + chunk.valid().chars().map(escaped).sum::<usize>()
    });
    2 + chunks.sum::<usize>()
}

/// Writes valid UTF-8, with escapes.
fn push_escaped(text: &mut Vec<u8>, mut rest: &[u8]) {
    while let Some((plain, special)) = position(rest).and_then(|at| rest.split_at_checked(at)) {
        text.extend_from_slice(plain);
        rest = push_special(text, special);
    }
    text.extend_from_slice(rest);
}

/// Returns 1 if a byte is escaped, or may begin a character that is.
fn is_special(byte: u8) -> u8 {
    // Numbers instead of conditions, so that the compiler compares many bytes at a time.
    u8::from(byte < 0x20)
        | u8::from(byte == b'"')
        | u8::from(byte == b'\\')
        | u8::from(byte == b'<')
        | u8::from(byte == b'>')
        | u8::from(byte == b'&')
        | u8::from(byte == 0xE2)
}

/// Returns the position of the first special byte.
fn position(bytes: &[u8]) -> Option<usize> {
    let (blocks, _) = bytes.as_chunks::<32>();
    let is_plain =
        |block: &[u8; 32]| block.iter().fold(0, |special, byte| special | is_special(*byte)) == 0;
    let plain = 32 * blocks.iter().take_while(|block| is_plain(block)).count();
    let rest = bytes.get(plain..)?;
    Some(plain + rest.iter().position(|byte| is_special(*byte) != 0)?)
}

/// Writes the character that begins with a special byte. Returns what follows it.
#[allow(clippy::indexing_slicing)] // Half a byte is less than 16.
fn push_special<'b>(text: &mut Vec<u8>, bytes: &'b [u8]) -> &'b [u8] {
    let (escaped, rest): (&[u8], _) = match bytes {
        [b'"', rest @ ..] => (br#"\""#, rest),
        [b'\\', rest @ ..] => (br"\\", rest),
        [b'\n', rest @ ..] => (br"\n", rest),
        [b'\r', rest @ ..] => (br"\r", rest),
        [b'\t', rest @ ..] => (br"\t", rest),
        [0xE2, 0x80, 0xA8, rest @ ..] => (br"\u2028", rest),
        [0xE2, 0x80, 0xA9, rest @ ..] => (br"\u2029", rest),
        [0xE2, rest @ ..] => (b"\xE2", rest),
        [byte, rest @ ..] => {
            let digits = [byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[digit as usize]);
            text.extend_from_slice(br"\u00");
            text.extend_from_slice(&digits);
            return rest;
        }
        [] => return bytes,
    };
    text.extend_from_slice(escaped);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(bytes: &[u8]) -> String {
        let mut text = Vec::new();
        push_string(&mut text, bytes);
        assert_eq!(escaped_len(bytes), text.len());
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn what_json_and_script_elements_reserve_is_escaped_and_nothing_else() {
        assert_eq!(string(b""), r#""""#);
        assert_eq!(string(br#"a"b\c/"#), r#""a\"b\\c/""#);
        assert_eq!(string(b"\n\r\t\x00\x08\x1f\x7f"), "\"\\n\\r\\t\\u0000\\u0008\\u001f\x7f\"");
        assert_eq!(string(b"</script>&"), r#""\u003c/script\u003e\u0026""#);
        let separators = "\u{2027}\u{2028}\u{2029}\u{202a}\u{e2}é😀";
        assert_eq!(string(separators.as_bytes()), "\"\u{2027}\\u2028\\u2029\u{202a}\u{e2}é😀\"");
        for at in 0..70 {
            let plain = "x".repeat(at);
            assert_eq!(string(format!("{plain}<y").as_bytes()), format!("\"{plain}\\u003cy\""));
        }
    }

    #[test]
    fn ill_formed_bytes_are_replaced_as_by_other_decoders() {
        for bytes in [&b"a\xFFb"[..], b"\xF0\x9F\x92 \xE2\x80", b"\xC0\xAF\xED\xA0\x80<"] {
            let expected = String::from_utf8_lossy(bytes).replace('<', "\\u003c");
            assert_eq!(string(bytes), format!("\"{expected}\""));
        }
    }
}
