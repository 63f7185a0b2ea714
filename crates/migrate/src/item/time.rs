//! Times in JSON.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A time in UNIX seconds. It is read from a number of seconds or from a text as in RFC 3339,
/// whose fractions are dropped, and written as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Seconds(pub i64);

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a time: UNIX seconds, or a text such as \"2026-11-23T10:00:00Z\""
)]
enum Written {
    Whole(i64),
    Number(f64),
    Text(String),
}

impl TryFrom<Written> for Seconds {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        Ok(Self(match written {
            Written::Whole(seconds) => seconds,
            // Beyond every limit, too.
            Written::Number(seconds) => seconds.floor() as i64,
            Written::Text(text) => {
                let parsed = OffsetDateTime::parse(&text, &Rfc3339);
                let example = "a time with an offset, such as \"2026-11-23T10:00:00Z\"";
                parsed.map_err(|_| format!("{text:?} is not {example}"))?.unix_timestamp()
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_numbers_or_texts() {
        for (json, seconds) in [
            ("1700000000", 1_700_000_000),
            ("1700000000.987654", 1_700_000_000),
            ("-1", -1),
            ("18446744073709551615", i64::MAX),
            (r#""2026-11-23T10:00:00Z""#, 1_795_428_000),
            (r#""2026-11-23T10:00:00.999999Z""#, 1_795_428_000),
            (r#""2026-11-23T12:30:00+02:30""#, 1_795_428_000),
            (r#""2026-11-22t22:00:00.5-12:00""#, 1_795_428_000),
            (r#""1969-12-31T23:59:59.5Z""#, -1),
        ] {
            assert_eq!(serde_json::from_str::<Seconds>(json).unwrap(), Seconds(seconds), "{json}");
        }
        assert_eq!(serde_json::to_string(&Seconds(7)).unwrap(), "7");
    }
}
