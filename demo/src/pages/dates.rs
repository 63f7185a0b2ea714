//! Days of the calendar, and times as feeds write them. All are in UTC.

use std::fmt;

const DAY: i64 = 86_400;

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A day, as the number of days since 1970-01-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Day(i64);

impl Day {
    /// The last day that has a page.
    const LAST: Self = Self(2_932_896);

    /// Returns the day of a UNIX time.
    pub fn of(time: i64) -> Self {
        Self(time.div_euclid(DAY))
    }

    /// Reads a day from 1970-01-01 to 9999-12-31, exactly as it is written.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let mut number = || parts.next()?.parse().ok();
        let day = Self::from_date(number()?, number()?, number()?);
        // Other spellings, and days that no month has, are written differently.
        ((Self(0)..=Self::LAST).contains(&day) && day.to_string() == text).then_some(day)
    }

    /// Returns when it begins, as UNIX time.
    pub fn start(self) -> i64 {
        self.0 * DAY
    }

    /// Returns the day before.
    pub fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// Returns the day after.
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    // Both conversions count years from 1 March, so that a leap day is the last of its year:
    // howardhinnant.github.io/date_algorithms.html

    fn from_date(year: u16, month: u16, day: u16) -> Self {
        let (year, month, day) = (i64::from(year), i64::from(month), i64::from(day));
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Self(era * 146_097 + day_of_era - 719_468)
    }

    /// Returns the year, the month, and the day of the month.
    fn date(self) -> (i64, i64, i64) {
        let days = self.0 + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let leaps = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leaps) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// Returns a UNIX time as Atom writes it: `2026-11-21T18:05:00Z`.
pub fn rfc3339(time: i64) -> String {
    format!("{}T{}Z", Day::of(time), clock(time))
}

/// Returns a UNIX time as HTTP writes it: `Sat, 21 Nov 2026 18:05:00 GMT`.
pub fn http_date(time: i64) -> String {
    let (year, month, day) = Day::of(time).date();
    let name = |names: &[&'static str], place: i64| {
        usize::try_from(place).ok().and_then(|place| names.get(place).copied()).unwrap_or_default()
    };
    // 1970-01-01 was a Thursday.
    let weekday = name(&WEEKDAYS, (Day::of(time).0 + 3).rem_euclid(7));
    format!("{weekday}, {day:02} {} {year:04} {} GMT", name(&MONTHS, month - 1), clock(time))
}

fn clock(time: i64) -> String {
    let seconds = time.rem_euclid(DAY);
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::{Day, http_date, rfc3339};

    #[test]
    fn days_are_dates() {
        for (day, text) in [
            (0, "1970-01-01"),
            (10_956, "1999-12-31"),
            (11_016, "2000-02-29"),
            (20_778, "2026-11-21"),
            (2_932_896, "9999-12-31"),
        ] {
            assert_eq!(Day(day).to_string(), text);
            assert_eq!(Day::parse(text), Some(Day(day)));
        }
        assert!((0..100_000).all(|day| Day::parse(&Day(day).to_string()) == Some(Day(day))));
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
    fn times_are_as_the_standards_write_them() {
        let time = 20_778 * 86_400 + 18 * 3600 + 5 * 60 + 9;
        assert_eq!(rfc3339(time), "2026-11-21T18:05:09Z");
        assert_eq!(http_date(time), "Sat, 21 Nov 2026 18:05:09 GMT");
        assert_eq!(http_date(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(Day::of(-1).to_string(), "1969-12-31");
    }
}
