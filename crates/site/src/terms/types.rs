//! The terms of the contract as types. A value of one of these types is within its limits and
//! needs no further check.

use std::fmt;
use std::ops::RangeInclusive;

use crate::terms::entry::Entry;
use crate::terms::error::Error;
use crate::terms::kind::Kind;

/// The number of an article or comment in its site. Both are numbered in one sequence, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(u32);

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ItemId {
    /// The highest id that a site can assign.
    pub const MAX: u32 = u32::MAX;

    /// Returns the id of a number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Returns the id of an integer, or None if no article can have it.
    pub fn from_integer(integer: i64) -> Option<Self> {
        u32::try_from(integer).ok().filter(|&n| n > 0).map(Self)
    }

    /// Returns the number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns a stand-in for the id that compares the other way round.
    pub(crate) const fn complement(self) -> Self {
        Self(!self.0)
    }
}

/// An instant in UNIX seconds, from 0 to [`UnixTime::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixTime(i64);

impl UnixTime {
    /// The latest instant: beyond any clock, and early enough for unchecked arithmetic of scores.
    pub const MAX: i64 = 1 << 52;

    /// Returns the instant if it is in the range.
    pub fn new(seconds: i64) -> Option<Self> {
        (0..=Self::MAX).contains(&seconds).then_some(Self(seconds))
    }

    /// Returns the instant, or the nearest one in the range.
    pub fn clamped(seconds: i64) -> Self {
        Self(seconds.clamp(0, Self::MAX))
    }

    /// Returns the instant that many seconds later, or the latest one.
    pub fn after(self, seconds: u64) -> Self {
        Self(self.0.saturating_add_unsigned(seconds).min(Self::MAX))
    }

    /// Returns the number of seconds since another instant, or 0 if that is later.
    pub fn since(self, other: Self) -> u64 {
        u64::try_from(self.0 - other.0).unwrap_or(0)
    }

    /// Returns the number of seconds since 1970.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// What moderators add to an article's score, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boost(i32);

impl Boost {
    /// The largest distance from 0: ten years.
    pub const MAX: i64 = 315_360_000;

    /// Returns the boost of a number of seconds.
    ///
    /// # Errors
    ///
    /// [`Error::Range`], which names the limits.
    pub fn new(seconds: i64) -> Result<Self, Error> {
        let is_within = (-Self::MAX..=Self::MAX).contains(&seconds);
        let seconds = i32::try_from(seconds).ok().filter(|_| is_within);
        let error = Error::Range { what: "boost", min: -Self::MAX, max: Self::MAX };
        seconds.map(Self).ok_or(error)
    }

    /// Returns the number of seconds.
    pub const fn get(self) -> i64 {
        self.0 as i64
    }
}

/// A vote for or against an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// A vote for it.
    Up,
    /// A vote against it.
    Down,
}

impl Vote {
    /// Returns 1 for an up vote and -1 for a down vote.
    pub const fn weight(self) -> i64 {
        match self {
            Vote::Up => 1,
            Vote::Down => -1,
        }
    }

    /// Returns the record of a vote that counts.
    pub const fn counted(self) -> RecordedVote {
        RecordedVote { vote: self, is_silent: false }
    }

    /// Returns the record of a vote that does not count, though its user sees it.
    pub const fn silent(self) -> RecordedVote {
        RecordedVote { vote: self, is_silent: true }
    }
}

/// A user's vote as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedVote {
    /// The vote.
    pub vote: Vote,
    /// Whether counts, score, and karma leave it out.
    pub is_silent: bool,
}

impl RecordedVote {
    /// Returns the vote, if it counts.
    pub fn if_counted(self) -> Option<Vote> {
        (!self.is_silent).then_some(self.vote)
    }
}

/// Returns the bytes if their length is within the limits.
fn check_length<'a>(
    what: &'static str,
    limits: RangeInclusive<usize>,
    bytes: &'a [u8],
) -> Result<&'a [u8], Error> {
    if limits.contains(&bytes.len()) {
        Ok(bytes)
    } else {
        Err(Error::Length { what, min: *limits.start(), max: *limits.end() })
    }
}

/// A borrowed text within the limits of its kind.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident: $what:literal, $min:literal..=$max:literal bytes) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<'a>(&'a [u8]);

        impl<'a> $name<'a> {
            /// The maximum length in bytes.
            pub const MAX: usize = $max;

            /// Returns the text if its length is within the limits.
            ///
            /// # Errors
            ///
            /// [`Error::Length`], which names the limits.
            pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
                check_length($what, $min..=$max, bytes).map(Self)
            }

            /// Returns a text that was checked before it was stored.
            pub(crate) const fn stored(bytes: &'a [u8]) -> Self {
                Self(bytes)
            }

            /// Returns the bytes.
            pub const fn as_bytes(self) -> &'a [u8] {
                self.0
            }
        }
    };
}

text! {
    /// The name of someone who posts or votes.
    UserName: "user", 1..=255 bytes
}
text! {
    /// An article's title.
    Title: "title", 1..=65_535 bytes
}
text! {
    /// An article's link.
    Link: "link", 0..=65_535 bytes
}
text! {
    /// The text of a comment.
    CommentText: "text", 1..=65_535 bytes
}
text! {
    /// The name of a group.
    GroupName: "group", 1..=255 bytes
}
text! {
    /// The name of a user's list.
    ListName: "list", 1..=64 bytes
}
text! {
    /// The value of a custom field.
    FieldValue: "field value", 0..=1_048_576 bytes
}

/// The name of a custom field: 1 to 255 bytes. Articles and comments have reserved names, which
/// differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldName<'a>(&'a [u8]);

impl<'a> FieldName<'a> {
    /// The maximum length in bytes.
    pub const MAX: usize = 255;

    /// Returns the name if its length is within the limits.
    ///
    /// # Errors
    ///
    /// [`Error::Length`].
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        check_length("field name", 1..=Self::MAX, bytes).map(Self)
    }

    /// Checks that articles, or comments, can have a custom field of that name: no entry of their
    /// maps has it.
    ///
    /// # Errors
    ///
    /// [`Error::ReservedField`].
    pub fn check(self, kind: Kind) -> Result<(), Error> {
        let is_reserved = Entry::of(kind).iter().any(|entry| entry.name().as_bytes() == self.0);
        if is_reserved { Err(Error::ReservedField(kind)) } else { Ok(()) }
    }

    /// Returns a name that was checked before it was stored.
    pub(crate) const fn stored(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_beyond_their_limits_are_refused() {
        assert!(UserName::new(&[0; 255]).is_ok());
        assert!(UserName::new(&[0; 256]).is_err());
        assert!(UserName::new(b"").is_err());
        assert!(Link::new(b"").is_ok());
        assert!(Title::new(&[0; 65_536]).is_err());
        assert!(FieldValue::new(&vec![0; 1_048_576]).is_ok());
        assert!(FieldValue::new(&vec![0; 1_048_577]).is_err());
    }

    #[test]
    fn reserved_names_are_refused() {
        for kind in Kind::ALL {
            for entry in Entry::of(kind) {
                let name = FieldName::new(entry.name().as_bytes()).unwrap();
                assert_eq!(name.check(kind), Err(Error::ReservedField(kind)));
            }
        }
        let check = |name: &str, kind| FieldName::new(name.as_bytes()).unwrap().check(kind);
        assert!(check("Title", Kind::Article).is_ok());
        assert!(check("title", Kind::Comment).is_ok());
        assert!(check("parent", Kind::Article).is_ok());
        assert!(FieldName::new(b"").is_err());
    }

    #[test]
    fn only_integers_of_32_bits_from_1_are_ids() {
        assert_eq!(ItemId::from_integer(0), None);
        assert_eq!(ItemId::from_integer(-1), None);
        assert_eq!(ItemId::from_integer(1 << 32), None);
        assert_eq!(ItemId::from_integer((1 << 32) - 1), Some(ItemId::new(u32::MAX)));
    }
}
