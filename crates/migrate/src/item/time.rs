//! Times in JSON.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A time in UNIX seconds. It is read from a number of seconds or from a text as in RFC 3339,
/// whose fractions are dropped, and written as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seconds(pub i64);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SecondsVisitor)
    }
}

struct SecondsVisitor;

impl Visitor<'_> for SecondsVisitor {
    type Value = Seconds;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a time: UNIX seconds, or a text such as \"2026-11-23T10:00:00Z\"")
    }

    fn visit_i64<E: Error>(self, seconds: i64) -> Result<Seconds, E> {
        Ok(Seconds(seconds))
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Seconds, E> {
        // Beyond every limit, too.
        Ok(Seconds(i64::try_from(seconds).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Seconds, E> {
        Ok(Seconds(seconds.floor() as i64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Seconds, E> {
        let parsed = OffsetDateTime::parse(text, &Rfc3339);
        let parsed = parsed.map_err(|_| {
            E::custom(format!(
                "{text:?} is not a time with an offset, such as \"2026-11-23T10:00:00Z\""
            ))
        });
        Ok(Seconds(parsed?.unix_timestamp()))
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
