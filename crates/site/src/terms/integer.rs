//! Integers as text.

/// Parses a 64-bit integer as Redis does: decimal, without a plus sign, spaces or leading zeros.
pub fn parse_integer(text: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match text {
        b"0" => return Some(0),
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if !matches!(digits, [b'1'..=b'9', ..]) {
        return None;
    }
    // Below zero, since the least integer has no counterpart above it.
    let negative = digits.iter().try_fold(0_i64, |negative, byte| {
        let digit = byte.wrapping_sub(b'0');
        let negative = negative.checked_mul(10)?.checked_sub(digit.into())?;
        (digit < 10).then_some(negative)
    })?;
    if is_negative { Some(negative) } else { negative.checked_neg() }
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
