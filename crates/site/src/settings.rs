//! The settings of a site: their names, ranges and defaults.

use crate::error::Error;

/// A setting that is a number, with its range and default.
#[derive(Clone, Copy, Debug)]
pub struct NumericSetting {
    /// Its name in commands.
    pub name: &'static str,
    /// What a site has that was not told otherwise.
    pub default: u32,
    /// The least value.
    pub min: u32,
    /// The greatest value.
    pub max: u32,
}

impl NumericSetting {
    /// The value, if it is in the range.
    ///
    /// # Errors
    ///
    /// [`Error::Range`], which names the range.
    pub fn check(&self, value: i64) -> Result<u32, Error> {
        u32::try_from(value)
            .ok()
            .filter(|v| (self.min..=self.max).contains(v))
            .ok_or(Error::Range { what: self.name, min: self.min.into(), max: self.max.into() })
    }
}

/// How many seconds one vote is worth. The default is 86,400 / 200: an article with 200 votes
/// ranks a day above one with none (the formula is of J. L. Carlson's "Redis in Action", 1.3).
pub const VOTE_SCORE: NumericSetting =
    NumericSetting { name: "VOTESCORE", default: 432, min: 1, max: 31_536_000 };
/// How many seconds voting on an article is open.
pub const WINDOW: NumericSetting =
    NumericSetting { name: "WINDOW", default: 604_800, min: 1, max: 3_153_600_000 };
/// How many articles are on a page that is not asked for in another size.
pub const PAGE_SIZE: NumericSetting =
    NumericSetting { name: "PAGESIZE", default: 25, min: 1, max: 1_000 };
/// The name of the setting that lets posters vote on their own articles.
pub const SELF_VOTE: &str = "SELFVOTE";

/// A site's settings, each within its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    vote_score: u32,
    window: u32,
    page_size: u32,
    self_vote: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            vote_score: VOTE_SCORE.default,
            window: WINDOW.default,
            page_size: PAGE_SIZE.default,
            self_vote: true,
        }
    }
}

impl Settings {
    /// UnixTime of score per vote.
    pub const fn vote_score(&self) -> u32 {
        self.vote_score
    }

    /// UnixTime from an article's posting until voting closes.
    pub const fn window(&self) -> u32 {
        self.window
    }

    /// Articles on a page.
    pub const fn page_size(&self) -> u32 {
        self.page_size
    }

    /// Whether a poster's own vote is counted at posting and can be changed.
    pub const fn self_vote(&self) -> bool {
        self.self_vote
    }

    /// These settings with the changes made.
    #[must_use]
    pub fn with(self, change: SettingsChange) -> Self {
        Self {
            vote_score: change.vote_score.unwrap_or(self.vote_score),
            window: change.window.unwrap_or(self.window),
            page_size: change.page_size.unwrap_or(self.page_size),
            self_vote: change.self_vote.unwrap_or(self.self_vote),
        }
    }
}

/// A change of some settings, each new value within its range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsChange {
    vote_score: Option<u32>,
    window: Option<u32>,
    page_size: Option<u32>,
    self_vote: Option<bool>,
}

impl SettingsChange {
    /// Sets [`VOTE_SCORE`].
    ///
    /// # Errors
    ///
    /// [`Error::Range`].
    pub fn set_vote_score(&mut self, value: i64) -> Result<(), Error> {
        self.vote_score = Some(VOTE_SCORE.check(value)?);
        Ok(())
    }

    /// Sets [`WINDOW`].
    ///
    /// # Errors
    ///
    /// [`Error::Range`].
    pub fn set_window(&mut self, value: i64) -> Result<(), Error> {
        self.window = Some(WINDOW.check(value)?);
        Ok(())
    }

    /// Sets [`PAGE_SIZE`].
    ///
    /// # Errors
    ///
    /// [`Error::Range`].
    pub fn set_page_size(&mut self, value: i64) -> Result<(), Error> {
        self.page_size = Some(PAGE_SIZE.check(value)?);
        Ok(())
    }

    /// Sets whether posters can vote on their own articles.
    pub fn set_self_vote(&mut self, value: bool) {
        self.self_vote = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_their_ends_only() {
        for number in [VOTE_SCORE, WINDOW, PAGE_SIZE] {
            for value in [number.min, number.max, number.default] {
                assert_eq!(number.check(value.into()), Ok(value));
            }
            for value in [i64::from(number.min) - 1, i64::from(number.max) + 1, i64::MIN, i64::MAX]
            {
                assert!(number.check(value).is_err());
            }
        }
    }

    #[test]
    fn a_change_leaves_the_rest() {
        let mut change = SettingsChange::default();
        assert_eq!(Settings::default().with(change), Settings::default());
        change.set_page_size(7).unwrap();
        change.set_self_vote(false);
        let changed = Settings::default().with(change);
        assert_eq!((changed.page_size(), changed.self_vote()), (7, false));
        assert_eq!(changed.vote_score(), 432);
    }
}
