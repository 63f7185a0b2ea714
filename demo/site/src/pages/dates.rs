//! Days of the calendar, and times as feeds write them. All are in UTC.

use std::fmt;

use askama::filters::HtmlSafe;
use time::format_description::BorrowedFormatItem;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime};

use crate::news::unix_time;

const FORMAT: &[BorrowedFormatItem] = format_description!("[year]-[month]-[day]");

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Day(Date);

impl Day {
    /// Returns the day of a UNIX time.
    pub fn of(time: i64) -> Self {
        Self(moment(time).date())
    }

    /// Reads a day from 1970-01-01 to 9999-12-31, exactly as it is written.
    pub fn parse(text: &str) -> Option<Self> {
        let date = Date::parse(text, FORMAT).ok()?;
        // Other spellings are written differently.
        let day = (date.year() >= 1970).then_some(Self(date))?;
        (day.to_string() == text).then_some(day)
    }

    /// Returns when it begins, as UNIX time.
    pub fn start(self) -> i64 {
        self.0.midnight().assume_utc().unix_timestamp()
    }

    /// Returns the address of its front page.
    pub fn address(self) -> String {
        format!("/past/{self}")
    }

    pub fn previous(self) -> Self {
        Self(self.0.saturating_sub(Duration::DAY))
    }

    pub fn next(self) -> Self {
        Self(self.0.saturating_add(Duration::DAY))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.format(FORMAT).unwrap_or_default())
    }
}

/// Returns a UNIX time as Atom writes it: `2026-11-21T18:05:00Z`.
pub fn rfc3339(time: i64) -> String {
    moment(time).format(&Rfc3339).unwrap_or_default()
}

/// Returns a UNIX time, or 1970 for one that no calendar has.
fn moment(time: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(time).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// A time, which pages show as an age.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct When(pub i64);

/// Writes the age as an element that also has the time.
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

#[cfg(test)]
mod tests {
    use super::{Day, When, age, rfc3339};

    #[test]
    fn days_and_times_are_as_standards_write_them() {
        for (day, text) in [
            (0, "1970-01-01"),
            (10_956, "1999-12-31"),
            (11_016, "2000-02-29"),
            (20_778, "2026-11-21"),
            (2_932_896, "9999-12-31"),
        ] {
            assert_eq!(Day::of(day * 86_400).to_string(), text);
            assert_eq!(Day::parse(text).unwrap().start(), day * 86_400);
        }
        let day = Day::parse("2026-03-01").unwrap();
        assert_eq!(day.previous().to_string(), "2026-02-28");
        assert_eq!(day.previous().next(), day);
        assert_eq!(rfc3339(20_778 * 86_400 + 18 * 3600 + 5 * 60 + 9), "2026-11-21T18:05:09Z");
        assert_eq!(rfc3339(i64::MAX), "1970-01-01T00:00:00Z");
        assert_eq!(Day::of(-1).to_string(), "1969-12-31");
    }

    #[test]
    fn other_texts_are_not_dates() {
        for text in [
            "",
            "2026",
            "2026-11",
            "2026-11-31",
            "2026-2-3",
            "2026-13-01",
            "2026-00-10",
            "1969-12-31",
            "+026-01-01",
            "2026-11-21x",
            "2026-11-21-1",
            "today",
        ] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ages_are_in_the_largest_unit_with_the_time() {
        assert_eq!(age(-5), "just now");
        assert_eq!(age(60), "1 minute ago");
        assert_eq!(age(7300), "2 hours ago");
        assert_eq!(age(10 * 86_400), "10 days ago");
        let html = When(0).to_string();
        assert!(html.starts_with(r#"<time datetime="1970-01-01T00:00:00Z">"#), "{html}");
        assert!(html.ends_with(" days ago</time>"), "{html}");
    }
}
