//! The words of the contract as types: what has been given one of these types is within its
//! limits, and need not be looked at again.

use crate::error::Error;

/// An article's number in its site, counted up from 1. 0 is never given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArticleId(u32);

impl ArticleId {
    /// The highest id that a site can give.
    pub const MAX: u32 = u32::MAX;

    /// The id of that number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The id of any integer, or None where no article can have it.
    pub fn from_integer(integer: i64) -> Option<Self> {
        u32::try_from(integer).ok().filter(|&n| n > 0).map(Self)
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A point in time in UNIX seconds, from 0 to [`UnixTime::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnixTime(i64);

impl UnixTime {
    /// The largest time: beyond any clock, and small enough for scores to be computed unchecked.
    pub const MAX: i64 = 1 << 52;

    /// The time, if it is in the range.
    pub fn new(seconds: i64) -> Option<Self> {
        (0..=Self::MAX).contains(&seconds).then_some(Self(seconds))
    }

    /// The time, or the nearest in the range.
    pub fn clamped(seconds: i64) -> Self {
        Self(seconds.clamp(0, Self::MAX))
    }

    /// The number of seconds since 1970.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// A vote for or against an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// For it.
    Up,
    /// Against it.
    Down,
}

impl Vote {
    /// 1 for, -1 against.
    pub const fn weight(self) -> i64 {
        match self {
            Vote::Up => 1,
            Vote::Down => -1,
        }
    }
}

/// What a page is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By score, then by id.
    Score,
    /// By the time of posting, then by id.
    Time,
}

/// A borrowed text within the limits of its kind.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident: $what:literal, $min:literal..=$max:literal bytes) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name<'a>(&'a [u8]);

        impl<'a> $name<'a> {
            /// The longest, in bytes.
            pub const MAX: usize = $max;

            /// The text, if its length is within the limits.
            ///
            /// # Errors
            ///
            /// [`Error::Length`], which names the limits.
            pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
                if ($min..=$max).contains(&bytes.len()) {
                    Ok(Self(bytes))
                } else {
                    Err(Error::Length { what: $what, min: $min, max: $max })
                }
            }

            /// The bytes.
            pub const fn as_bytes(self) -> &'a [u8] {
                self.0
            }
        }
    };
}

text! {
    /// Who posts or votes.
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
    /// The name of a group.
    GroupName: "group", 1..=255 bytes
}
text! {
    /// The name of a custom field, not yet held against the article's own names.
    AnyFieldName: "field name", 1..=255 bytes
}
text! {
    /// The value of a custom field.
    FieldValue: "field value", 0..=1_048_576 bytes
}

/// The name of a custom field: 1 to 255 bytes, and not a name of the article's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldName<'a>(&'a [u8]);

impl<'a> FieldName<'a> {
    /// The longest, in bytes.
    pub const MAX: usize = AnyFieldName::MAX;

    /// Names that no custom field can have: those of an article's reply, and three kept for later.
    pub const RESERVED: [&'static str; 15] = [
        "id",
        "title",
        "link",
        "poster",
        "time",
        "closes",
        "votes",
        "upvotes",
        "downvotes",
        "score",
        "groups",
        "vote",
        "hidden",
        "locked",
        "pinned",
    ];

    /// The name, if it is within the limits and free.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] or [`Error::ReservedField`].
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let name = AnyFieldName::new(bytes)?.as_bytes();
        if Self::RESERVED.iter().any(|reserved| reserved.as_bytes() == name) {
            return Err(Error::ReservedField);
        }
        Ok(Self(name))
    }

    /// The bytes.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_held_to_their_limits() {
        assert!(UserName::new(&[0; 255]).is_ok());
        assert!(UserName::new(&[0; 256]).is_err());
        assert!(UserName::new(b"").is_err());
        assert!(Link::new(b"").is_ok());
        assert!(Title::new(&[0; 65_536]).is_err());
        assert!(FieldValue::new(&vec![0; 1_048_576]).is_ok());
        assert!(FieldValue::new(&vec![0; 1_048_577]).is_err());
    }

    #[test]
    fn an_articles_own_names_are_no_fields() {
        for name in FieldName::RESERVED {
            assert_eq!(FieldName::new(name.as_bytes()), Err(Error::ReservedField));
        }
        assert!(FieldName::new(b"Title").is_ok());
    }

    #[test]
    fn ids_are_taken_from_any_integer() {
        assert_eq!(ArticleId::from_integer(0), None);
        assert_eq!(ArticleId::from_integer(-1), None);
        assert_eq!(ArticleId::from_integer(1 << 32), None);
        assert_eq!(ArticleId::from_integer((1 << 32) - 1), Some(ArticleId::new(u32::MAX)));
    }
}
