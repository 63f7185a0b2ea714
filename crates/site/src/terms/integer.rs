//! Integers as text.

/// Parses a 64-bit integer as Redis does: decimal, without a plus sign, spaces or leading zeros.
pub fn parse_integer(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        b"0" => return Some(0),
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    matches!(digits, [b'1'..=b'9', ..]).then_some(())?;
    digits.iter().try_fold(0_i64, |number, byte| {
        let digit = char::from(*byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(sign * i64::from(digit))
    })
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
