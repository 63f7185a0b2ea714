//! Positions in listings and threads, as texts that clients keep.
//!
//! Every cursor reads `order:value-id`. [`CursorText`] parses its parts from left to right, and
//! [`write_name`] and [`write_place`] print them.

use std::fmt::{self, Write};

use crate::item::{FAR, PIN, is_pinned};
use crate::orders::Order;
use crate::orders::position::Position;
use crate::terms::error::Error;
use crate::terms::integer::parse_integer;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime};

/// The sequence of a listing, which its cursors name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// Articles or comments in an order.
    By(Order, Kind),
    /// The highest id first.
    Ids,
    /// The latest mark first. The value is the number of the mark among all that were made on the
    /// list, or 0 if it was not one of the latest.
    Marks,
}

impl Sequence {
    fn name(self) -> &'static str {
        match self {
            Self::By(order, _) => order.name(),
            Self::Ids => "id",
            Self::Marks => "marked",
        }
    }

    /// Returns whether pinned articles come first.
    fn heeds_pins(self) -> bool {
        matches!(self, Self::By(order, Kind::Article) if order.heeds_pins())
    }

    fn depends_on_now(self) -> bool {
        matches!(self, Self::By(order, _) if order.depends_on_now())
    }
}

/// What all cursors of a listing have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursors {
    sequence: Sequence,
    /// The time at which the first page was computed, if the order depends on it.
    time: Option<UnixTime>,
}

impl Cursors {
    /// Returns the cursors of a listing as of a time.
    pub fn new(sequence: Sequence, time: UnixTime) -> Self {
        Self { sequence, time: sequence.depends_on_now().then_some(time) }
    }

    /// Returns the cursor after a position.
    pub fn at(self, position: Position) -> Cursor {
        Cursor { of: self, position }
    }
}

/// A position in a listing: after an article, whether or not the article still exists.
///
/// Its text is the sequence, the value by which the article is ordered and the article's id, if
/// values change as time passes also the time at which the first page was computed:
/// `score:1795256219-17`. In orders that heed pins, a `p` precedes the value of a pinned article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursor {
    of: Cursors,
    position: Position,
}

impl Cursor {
    /// Parses a cursor of a sequence.
    ///
    /// # Errors
    ///
    /// [`Error::BadCursor`].
    pub fn parse(sequence: Sequence, text: &[u8]) -> Result<Self, Error> {
        Self::parse_parts(sequence, text).ok_or(Error::BadCursor)
    }

    fn parse_parts(sequence: Sequence, text: &[u8]) -> Option<Self> {
        let mut text = CursorText::after_name(sequence.name(), text)?;
        let (is_pinned, place) = match sequence {
            Sequence::Ids => (false, Position::new(0, text.id()?)),
            _ => text.place()?,
        };
        let is_valid = match sequence {
            Sequence::Marks => !is_pinned && place.number() >= 0,
            _ => !is_pinned || sequence.heeds_pins(),
        };
        let time = match sequence.depends_on_now() {
            true => Some(UnixTime::new(text.dashed()?)?),
            false => None,
        };
        let position = match sequence.heeds_pins() {
            true => {
                let pin = if is_pinned { PIN } else { 0 };
                Position::new(pin + place.number().clamp(-FAR, FAR), place.id())
            }
            false => place,
        };
        let cursor = Self { of: Cursors { sequence, time }, position };
        (is_valid && text.is_empty()).then_some(cursor)
    }

    /// Returns the value by which the article is ordered, with the article.
    pub fn position(self) -> Position {
        self.position
    }

    /// Returns the time at which the first page was computed, if the order depends on it.
    pub(crate) fn time(self) -> Option<UnixTime> {
        self.of.time
    }

    /// Returns whether the cursor is of that sequence.
    pub(crate) fn is_of(self, sequence: Sequence) -> bool {
        self.of.sequence == sequence
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of: Cursors { sequence, time }, position } = *self;
        write_name(f, sequence.name())?;
        let (number, id) = (position.number(), position.id());
        match sequence {
            Sequence::Ids => write!(f, "{}", id.get())?,
            _ if sequence.heeds_pins() && is_pinned(number) => {
                write_place(f, true, Position::new(number - PIN, id))?;
            }
            _ => write_place(f, false, position)?,
        }
        time.map_or(Ok(()), |time| write!(f, "-{}", time.get()))
    }
}

/// What is left to parse of a cursor's text.
pub struct CursorText<'a>(&'a [u8]);

impl<'a> CursorText<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Self(text)
    }

    /// Returns what follows a name in lower case and a colon.
    pub fn after_name(name: &str, text: &'a [u8]) -> Option<Self> {
        let (start, mut rest) = text.split_at_checked(name.len()).map(|(a, b)| (a, Self(b)))?;
        let is_name = name.bytes().map(|letter| letter.to_ascii_lowercase()).eq(start.to_owned());
        (is_name && rest.skip(b":")).then_some(rest)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Skips a word. Returns false if something else comes next.
    pub fn skip(&mut self, word: &[u8]) -> bool {
        let rest = self.0.strip_prefix(word);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Parses an integer.
    pub fn integer(&mut self) -> Option<i64> {
        let sign = usize::from(self.0.first() == Some(&b'-'));
        let digits = self.0.iter().skip(sign).take_while(|byte| byte.is_ascii_digit());
        let (integer, rest) = self.0.split_at_checked(sign + digits.count())?;
        self.0 = rest;
        parse_integer(integer)
    }

    /// Parses a hyphen and an integer.
    pub fn dashed(&mut self) -> Option<i64> {
        self.skip(b"-").then(|| self.integer())?
    }

    /// Parses an id.
    fn id(&mut self) -> Option<ItemId> {
        ItemId::from_integer(self.integer()?)
    }

    /// Parses `value-id`, which a `p` precedes if the item is pinned.
    pub fn place(&mut self) -> Option<(bool, Position)> {
        let (is_pinned, value) = (self.skip(b"p"), self.integer()?);
        Some((is_pinned, Position::new(value, self.skip(b"-").then(|| self.id())??)))
    }
}

/// Writes the name of a sequence in lower case, and a colon.
pub fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let mut letters = name.chars().map(|letter| letter.to_ascii_lowercase());
    letters.try_for_each(|letter| f.write_char(letter))?;
    f.write_char(':')
}

/// Writes `value-id`, after a `p` if the item is pinned.
pub fn write_place(f: &mut fmt::Formatter, is_pinned: bool, place: Position) -> fmt::Result {
    let pin = if is_pinned { "p" } else { "" };
    write!(f, "{pin}{}-{}", place.number(), place.id().get())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn by(order: Order) -> Sequence {
        Sequence::By(order, Kind::Article)
    }

    #[test]
    fn cursors_survive_formatting_and_parsing() {
        for (sequence, text) in [
            (by(Order::Score), "score:1795256219-17"),
            (by(Order::Score), "score:-5-1"),
            (by(Order::Score), "score:0-4294967295"),
            (by(Order::Score), "score:p1795256219-17"),
            (by(Order::Score), "score:p-5-1"),
            (by(Order::Time), "time:-9223372036854775808-1"),
            (by(Order::Gravity), "gravity:5-1-0"),
            (by(Order::Gravity), "gravity:-5-1-1795256219"),
            (Sequence::By(Order::Score, Kind::Comment), "score:9223372036854775807-1"),
            (Sequence::Ids, "id:4294967295"),
            (Sequence::Marks, "marked:0-1"),
            (Sequence::Marks, "marked:9223372036854775807-4294967295"),
        ] {
            assert_eq!(Cursor::parse(sequence, text.as_bytes()).unwrap().to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_not_a_cursor() {
        for text in [
            "", "-", "1", "1-", "-1", "1-0", "1-+1", "1-1-1", "a-1", "1-a", "1-1 ", "01-1", "p1-1",
        ] {
            for sequence in [by(Order::Time), Sequence::Marks] {
                let text = format!("{}:{text}", sequence.name().to_lowercase());
                assert_eq!(Cursor::parse(sequence, text.as_bytes()), Err(Error::BadCursor));
            }
        }
        for text in ["1-1", "TIME:1-1", "time1-1", "tim", "score:1-1", "time:", " time:1-1"] {
            assert_eq!(Cursor::parse(by(Order::Time), text.as_bytes()), Err(Error::BadCursor));
        }
        for text in ["1-1", "1-1--1", "1--1-1", "1-1-x"] {
            let text = format!("gravity:{text}");
            assert_eq!(Cursor::parse(by(Order::Gravity), text.as_bytes()), Err(Error::BadCursor));
        }
        for (sequence, texts) in [
            (Sequence::By(Order::Score, Kind::Comment), &["score:p1-1"][..]),
            (Sequence::Ids, &["", "17", "id:0", "id:p1", "id:1-1", "id:4294967296", "ID:1"]),
            (Sequence::Marks, &["marked:-1-1", "20-17", "marked:17", "time:1-1"]),
        ] {
            for text in texts {
                assert_eq!(Cursor::parse(sequence, text.as_bytes()), Err(Error::BadCursor));
            }
        }
    }
}
