//! The settings of a site: their names, values and defaults.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::listed_enum;
use crate::terms::error::Error;
use crate::terms::formula::{Formula, GainRule};
use crate::terms::ids::Ids;
use crate::terms::integer::parse_integer;

listed_enum! {
    /// A setting of a site.
    pub enum Setting {
        /// The seconds of score that a vote is worth or, with the formula log, ten times as many
        /// votes. The default is 86,400 / 200: an article with 200 votes ranks a day above one
        /// with none (J. L. Carlson, "Redis in Action", 1.3).
        VoteScore = "VOTESCORE",
        /// The seconds for which voting on an article is open.
        Window = "WINDOW",
        /// The number of articles on a page, unless the query names another.
        PageSize = "PAGESIZE",
        /// Whether the poster's own vote is counted at posting and can be changed.
        SelfVote = "SELFVOTE",
        /// How votes become seconds of score.
        Formula = "FORMULA",
        /// Whether the site takes votes against articles.
        DownVotes = "DOWNVOTES",
        /// The seconds within which a post of the same link is a vote on the first one; 0 for
        /// never.
        Dedupe = "DEDUPE",
        /// The seconds after its posting for which comments bump an article; 0 for always.
        BumpWindow = "BUMPWINDOW",
        /// Whether users' own votes outlive the window.
        KeepVotes = "KEEPVOTES",
    }
}

/// The values of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// An integer within a range.
    Number {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// The value of a site that is created without one.
        default: i64,
    },
    /// One of several words, in any case. The value is the word's index.
    Words {
        /// The words.
        words: &'static [&'static str],
        /// The value of a site that is created without one.
        default: i64,
    },
}

impl Setting {
    /// Returns the values that it can have.
    pub const fn kind(self) -> SettingKind {
        use SettingKind::{Number, Words};
        match self {
            Self::VoteScore => Number { min: 1, max: 31_536_000, default: 432 },
            Self::Window => Number { min: 1, max: 3_153_600_000, default: 604_800 },
            Self::PageSize => Number { min: 1, max: 1_000, default: 25 },
            Self::SelfVote | Self::DownVotes => Words { words: &["no", "yes"], default: 1 },
            Self::KeepVotes => Words { words: &["no", "yes"], default: 0 },
            Self::Formula => Words { words: &["linear", "log"], default: 0 },
            Self::Dedupe | Self::BumpWindow => Number { min: 0, max: 3_153_600_000, default: 0 },
        }
    }

    /// Returns its words in the order in which to name them: yes before no. A number has none.
    pub const fn words(self) -> &'static [&'static str] {
        match self.kind() {
            SettingKind::Number { .. } => &[],
            SettingKind::Words { words: [first, _], .. } if matches!(first.as_bytes(), b"no") => {
                &["yes", "no"]
            }
            SettingKind::Words { words, .. } => words,
        }
    }

    /// Returns the value of a site that is created without one.
    pub const fn default(self) -> i64 {
        match self.kind() {
            SettingKind::Number { default, .. } | SettingKind::Words { default, .. } => default,
        }
    }

    /// Returns the range of its values.
    pub const fn range(self) -> RangeInclusive<i64> {
        match self.kind() {
            SettingKind::Number { min, max, .. } => min..=max,
            SettingKind::Words { words, .. } => 0..=words.len() as i64 - 1,
        }
    }

    /// Returns the value if it is within the range.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] or [`Error::Words`], which name the values that are valid.
    pub fn check(self, value: i64) -> Result<u32, Error> {
        // Every range lies within 32 bits; a test checks that.
        match u32::try_from(value) {
            Ok(checked) if self.range().contains(&value) => Ok(checked),
            _ => Err(self.invalid()),
        }
    }

    /// Parses a value.
    ///
    /// # Errors
    ///
    /// As [`Setting::check`].
    pub fn parse(self, text: &[u8]) -> Result<i64, Error> {
        let value = match self.kind() {
            SettingKind::Number { .. } => parse_integer(text),
            SettingKind::Words { words, .. } => words
                .iter()
                .position(|word| text.eq_ignore_ascii_case(word.as_bytes()))
                .map(|index| index as i64),
        };
        self.check(value.ok_or(self.invalid())?).map(i64::from)
    }

    /// Returns the word of a value, unless it is a number.
    pub fn word(self, value: i64) -> Option<&'static str> {
        match self.kind() {
            SettingKind::Number { .. } => None,
            SettingKind::Words { words, .. } => words.get(usize::try_from(value).ok()?).copied(),
        }
    }

    /// Formats a value as [`Setting::parse`] reads it.
    pub fn text(self, value: i64) -> Cow<'static, str> {
        self.word(value).map_or_else(|| value.to_string().into(), Into::into)
    }

    fn invalid(self) -> Error {
        let what = self.name();
        match self.kind() {
            SettingKind::Number { min, max, .. } => Error::Range { what, min, max },
            SettingKind::Words { .. } => Error::Words { what, words: self.words() },
        }
    }
}

/// A site's settings, each within its range, and its ids, which never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    values: [u32; Setting::ALL.len()],
    /// The ids of articles and comments.
    pub ids: Ids,
}

impl Default for Settings {
    fn default() -> Self {
        let values = Setting::ALL.map(|setting| setting.default() as u32);
        Self { values, ids: Ids::default() }
    }
}

impl Settings {
    /// Returns the value of a setting.
    pub fn get(&self, setting: Setting) -> i64 {
        self.value(setting).into()
    }

    /// Returns the seconds from an article's posting until voting closes.
    pub fn window(&self) -> u32 {
        self.value(Setting::Window)
    }

    /// Returns the number of articles per page.
    pub fn page_size(&self) -> u32 {
        self.value(Setting::PageSize)
    }

    /// Returns whether the poster's own vote is counted at posting and can be changed.
    pub fn self_vote(&self) -> bool {
        self.value(Setting::SelfVote) != 0
    }

    /// Returns the number of votes that every article has from its poster.
    pub fn own_votes(&self) -> i64 {
        self.value(Setting::SelfVote).into()
    }

    /// Returns how votes become seconds of score.
    pub fn gain_rule(&self) -> GainRule {
        let formula = match self.value(Setting::Formula) {
            0 => Formula::Linear,
            _ => Formula::Log,
        };
        GainRule { formula, vote_score: self.value(Setting::VoteScore) }
    }

    /// Returns whether the site takes votes against articles.
    pub fn down_votes(&self) -> bool {
        self.value(Setting::DownVotes) != 0
    }

    /// Returns the seconds after its posting for which comments bump an article; 0 for always.
    pub fn bump_window(&self) -> u32 {
        self.value(Setting::BumpWindow)
    }

    /// Returns whether users' own votes outlive the window.
    pub fn keep_votes(&self) -> bool {
        self.value(Setting::KeepVotes) != 0
    }

    /// Returns the seconds within which a post of the same link is a vote on the first one; 0 for
    /// never.
    pub fn dedupe(&self) -> u32 {
        self.value(Setting::Dedupe)
    }

    /// Returns these settings with other ids, for a new site.
    #[must_use]
    pub fn with_ids(self, ids: Ids) -> Self {
        Self { ids, ..self }
    }

    /// Returns these settings with the change applied.
    #[must_use]
    pub fn with(self, change: SettingsChange) -> Self {
        let mut changed = self;
        for (value, new) in changed.values.iter_mut().zip(change.0) {
            *value = new.unwrap_or(*value);
        }
        changed
    }

    #[allow(clippy::indexing_slicing)] // There is a value for each setting.
    const fn value(&self, setting: Setting) -> u32 {
        self.values[setting as usize]
    }
}

/// A change of some settings, each new value within its range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsChange([Option<u32>; Setting::ALL.len()]);

impl SettingsChange {
    /// Sets a setting.
    ///
    /// # Errors
    ///
    /// As [`Setting::check`].
    #[allow(clippy::indexing_slicing)] // There is an entry for each setting.
    pub fn set(&mut self, setting: Setting, value: i64) -> Result<(), Error> {
        self.0[setting as usize] = Some(setting.check(value)?);
        Ok(())
    }

    /// Sets a setting to the value that a text is for it.
    ///
    /// # Errors
    ///
    /// The text is not a value of the setting.
    pub fn set_text(&mut self, setting: Setting, text: &[u8]) -> Result<(), Error> {
        self.set(setting, setting.parse(text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_their_ends_only() {
        for setting in Setting::ALL {
            let (min, max) = (*setting.range().start(), *setting.range().end());
            for value in [min, max, setting.default()] {
                assert_eq!(setting.check(value).map(i64::from), Ok(value), "{setting:?}");
            }
            for value in [min - 1, max + 1, i64::MIN, i64::MAX] {
                assert!(setting.check(value).is_err(), "{setting:?} {value}");
            }
        }
    }

    #[test]
    fn values_survive_formatting_and_parsing() {
        for setting in Setting::ALL {
            for value in [*setting.range().start(), *setting.range().end(), setting.default()] {
                let text = setting.text(value);
                assert_eq!(setting.parse(text.as_bytes()), Ok(value), "{setting:?}");
            }
        }
        assert_eq!(Setting::SelfVote.parse(b"YES"), Ok(1));
    }

    #[test]
    fn errors_name_the_values_that_are_valid() {
        for text in [&b""[..], b"1", b"yes ", b"maybe"] {
            let error = Setting::SelfVote.parse(text).unwrap_err();
            assert_eq!(error.to_string(), "ERR SELFVOTE must be yes or no");
        }
        for text in [&b""[..], b"0", b"x", b"31536001", b"99999999999999999999"] {
            let error = Setting::VoteScore.parse(text).unwrap_err();
            assert_eq!(error.to_string(), "ERR VOTESCORE must be an integer from 1 to 31536000");
        }
    }

    #[test]
    fn a_change_leaves_the_rest() {
        let mut change = SettingsChange::default();
        assert_eq!(Settings::default().with(change), Settings::default());
        change.set(Setting::PageSize, 7).unwrap();
        change.set(Setting::SelfVote, 0).unwrap();
        let changed = Settings::default().with(change);
        assert_eq!((changed.page_size(), changed.self_vote()), (7, false));
        assert_eq!(changed.get(Setting::VoteScore), 432);
    }
}
