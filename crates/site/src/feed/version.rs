//! Points in the history of a site's changes, as texts that followers keep.

use std::fmt;

use crate::item::changes::ChangeNumber;
use crate::orders::cursor::CursorText;
use crate::terms::error::Error;

/// How far a follower has come. It is of one site in memory; the caller must know of which.
///
/// Its text is the changes of articles and comments, and the deletions, that the follower has:
/// `81-90`. In the midst of a lap follow the lap's target, where it began and the next id to look
/// at, and the first id that was passed over, if any: `81-90-88-1-17-5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version {
    /// The follower has every change of an article or comment up to this one.
    pub(super) reached: ChangeNumber,
    /// The follower has every deletion up to this change.
    pub(super) deletions: ChangeNumber,
    /// The lap that was not completed.
    pub(super) lap: Option<Lap>,
}

/// A walk over all ids, from one of them to the last and from the first back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// The follower gets what has changed last by this change. What changes after it is passed
    /// over, and left to the next lap.
    pub target: ChangeNumber,
    /// The id at which the lap began.
    pub start: u32,
    /// The next id to look at. It is below `start` once the walk has passed the last id.
    pub next: u32,
    /// The first id that was passed over. The next lap begins there, so that what changes all the
    /// time gets its turn.
    pub passed_over: Option<u32>,
}

impl Lap {
    pub fn new(target: ChangeNumber, start: u32) -> Self {
        Self { target, start, next: start, passed_over: None }
    }
}

impl Version {
    /// The version of a follower who has nothing.
    pub const BEGINNING: Self =
        Self { reached: ChangeNumber::ZERO, deletions: ChangeNumber::ZERO, lap: None };

    /// Returns the version of a follower who has everything up to a change.
    pub(crate) fn at(change: ChangeNumber) -> Self {
        Self { reached: change, deletions: change, lap: None }
    }

    /// Returns whether the version can be of a site with that last change.
    pub(super) fn is_before(self, last: ChangeNumber) -> bool {
        let Self { reached, deletions, lap } = self;
        let target = lap.map_or(reached, |lap| lap.target);
        reached <= target && target <= last && deletions <= last
    }

    /// Parses the text of a version.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidVersion`].
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_parts(text).ok_or(Error::InvalidVersion)
    }

    fn parse_parts(text: &[u8]) -> Option<Self> {
        let mut text = CursorText::new(text);
        let (reached, deletions) = (change(text.integer()?)?, change(text.dashed()?)?);
        let mut lap = None;
        if !text.is_empty() {
            let (target, start, next) = (change(text.dashed()?)?, id(&mut text)?, id(&mut text)?);
            let passed_over = if text.is_empty() { None } else { Some(id(&mut text)?) };
            lap = Some(Lap { target, start, next, passed_over });
        }
        text.is_empty().then_some(Self { reached, deletions, lap })
    }
}

/// Parses a hyphen and the number of an id.
fn id(text: &mut CursorText) -> Option<u32> {
    text.dashed()?.try_into().ok()
}

/// Returns the change of a number, if there can be one.
fn change(number: i64) -> Option<ChangeNumber> {
    let number = u64::try_from(number).ok()?;
    Some(ChangeNumber::new(number)).filter(|change| change.get() == number)
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reached, deletions, lap } = self;
        write!(f, "{}-{}", reached.get(), deletions.get())?;
        let Some(Lap { target, start, next, passed_over }) = lap else { return Ok(()) };
        write!(f, "-{}-{start}-{next}", target.get())?;
        passed_over.map_or(Ok(()), |id| write!(f, "-{id}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_survive_formatting_and_parsing() {
        for text in [
            "0-0",
            "81-90",
            "81-90-88-1-17",
            "81-90-88-1-17-5",
            "0-0-0-4294967295-0",
            "281474976710655-281474976710655",
        ] {
            assert_eq!(Version::parse(text.as_bytes()).unwrap().to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_not_a_version() {
        for text in [
            "",
            "0",
            "1",
            "-",
            "1-",
            "-1-1",
            "1--1",
            "01-1",
            "1-1 ",
            "1-1-1",
            "1-1-1-1",
            "1-1-1-1-",
            "1-1-1-1-x",
            "1-1-1-1-1-1-1",
            "1-1-1-1-4294967296",
            "9223372036854775808-1",
            // Beyond 48 bits.
            "281474976710656-1",
            "1-281474976710656",
            "1-1-281474976710656-1-1",
        ] {
            assert_eq!(Version::parse(text.as_bytes()), Err(Error::InvalidVersion), "{text}");
        }
    }
}
