//! Integers as text.

/// Parses a 64-bit integer as Redis does: decimal, without a plus sign, spaces or leading zeros.
pub fn parse_integer(text: &[u8]) -> Option<i64> {
    let is_canonical = matches!(text, b"0" | [b'1'..=b'9', ..] | [b'-', b'1'..=b'9', ..]);
    std::str::from_utf8(text).ok().filter(|_| is_canonical)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::parse_integer;

    #[test]
    fn canonical_integers_are_parsed() {
        for (text, integer) in [
            ("0", 0),
            ("7", 7),
            ("-7", -7),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(parse_integer(text.as_bytes()), Some(integer), "{text}");
        }
    }

    #[test]
    fn anything_else_is_not_an_integer() {
        for text in [
            "",
            "-",
            "+1",
            "01",
            "-0",
            "--1",
            " 1",
            "1 ",
            "1.0",
            "1e3",
            "0x1",
            "one",
            "1\0",
            "9223372036854775808",
            "-9223372036854775809",
            "\u{661}",
        ] {
            assert_eq!(parse_integer(text.as_bytes()), None, "{text}");
        }
    }
}
