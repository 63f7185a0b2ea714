//! Times, which pages show as ages.

use std::fmt;

use askama::filters::HtmlSafe;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::news::unix_time;

/// Returns a UNIX time as Atom writes it: `2026-11-21T18:05:00Z`.
pub fn rfc3339(time: i64) -> String {
    moment(time).format(&Rfc3339).unwrap_or_default()
}

/// Returns a UNIX time, or 1970 for one that no calendar has.
fn moment(time: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(time).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct When(pub i64);

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = rfc3339(self.0);
        write!(f, r#"<time datetime="{time}">{}</time>"#, age(unix_time() - self.0))
    }
}

/// It has no text of others.
impl HtmlSafe for When {}

fn age(seconds: i64) -> String {
    let (number, unit) = match seconds {
        ..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural} ago")
}
