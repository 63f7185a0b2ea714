//! Positions in listings, as texts that clients keep.

use std::fmt::{self, Write};

use crate::item::{FAR, PIN, is_pinned};
use crate::orders::Order;
use crate::orders::position::Position;
use crate::terms::error::Error;
use crate::terms::integer::parse_integer;
use crate::terms::types::{ItemId, UnixTime};

/// A position in a listing: after an article, whether or not the article still exists.
///
/// Its text is the order, the value by which the article is ordered and the article's id, if
/// values change as time passes also the time at which the first page was computed:
/// `score:1795256219-17`. In orders that heed pins, a `p` precedes the value of a pinned article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursor {
    position: Position,
    order: Order,
    /// The time at which the first page was computed, if the order depends on it.
    time: Option<UnixTime>,
}

impl Cursor {
    pub(crate) fn new(order: Order, position: Position, now: UnixTime) -> Self {
        Self { position, order, time: order.depends_on_now().then_some(now) }
    }

    /// Parses a cursor of an order.
    ///
    /// # Errors
    ///
    /// [`Error::BadCursor`].
    pub fn parse(order: Order, text: &[u8]) -> Result<Self, Error> {
        Self::parse_parts(order, text).ok_or(Error::BadCursor)
    }

    fn parse_parts(order: Order, text: &[u8]) -> Option<Self> {
        let (name, text) = text.split_at_checked(order.name().len())?;
        let is_of_order = name.iter().copied().eq(lower_case(order).map(|letter| letter as u8));
        let text = text.strip_prefix(b":").filter(|_| is_of_order)?;
        let (text, time) = if order.depends_on_now() {
            let (text, time) = split_last(text)?;
            (text, Some(UnixTime::new(parse_integer(time)?)?))
        } else {
            (text, None)
        };
        let (value, id) = split_last(text)?;
        let id = ItemId::from_integer(parse_integer(id)?)?;
        let number = match (order.heeds_pins(), value) {
            (true, [b'p', value @ ..]) => PIN + parse_integer(value)?.clamp(-FAR, FAR),
            (true, value) => parse_integer(value)?.clamp(-FAR, FAR),
            (false, value) => parse_integer(value)?,
        };
        Some(Self { position: Position::new(number, id), order, time })
    }

    /// Returns the value by which the article is ordered, with the article.
    pub(crate) fn position(self) -> Position {
        self.position
    }

    /// Returns the time at which the first page was computed, if the order depends on it.
    pub(crate) fn time(self) -> Option<UnixTime> {
        self.time
    }

    /// Returns whether the cursor is of that order.
    pub(crate) fn is_of(self, order: Order) -> bool {
        self.order == order
    }
}

/// Returns the letters of an order's name as cursors have it.
fn lower_case(order: Order) -> impl Iterator<Item = char> {
    order.name().chars().map(|letter| letter.to_ascii_lowercase())
}

/// Splits a text at its last hyphen.
fn split_last(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = text.iter().rposition(|byte| *byte == b'-')?;
    let (head, tail) = text.split_at_checked(at)?;
    Some((head, tail.get(1..)?))
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, id) = (self.position.number(), self.position.id().get());
        lower_case(self.order).chain([':']).try_for_each(|letter| f.write_char(letter))?;
        match self.order.heeds_pins() && is_pinned(number) {
            true => write!(f, "p{}-{id}", number - PIN)?,
            false => write!(f, "{number}-{id}")?,
        }
        self.time.map_or(Ok(()), |time| write!(f, "-{}", time.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_survive_formatting_and_parsing() {
        for (order, text) in [
            (Order::Score, "score:1795256219-17"),
            (Order::Score, "score:-5-1"),
            (Order::Score, "score:0-4294967295"),
            (Order::Score, "score:p1795256219-17"),
            (Order::Score, "score:p-5-1"),
            (Order::Time, "time:-9223372036854775808-1"),
            (Order::Gravity, "gravity:5-1-0"),
            (Order::Gravity, "gravity:-5-1-1795256219"),
        ] {
            assert_eq!(Cursor::parse(order, text.as_bytes()).unwrap().to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_not_a_cursor() {
        for text in [
            "", "-", "1", "1-", "-1", "1-0", "1-+1", "1-1-1", "a-1", "1-a", "1-1 ", "01-1", "p1-1",
        ] {
            let text = format!("time:{text}");
            assert_eq!(Cursor::parse(Order::Time, text.as_bytes()), Err(Error::BadCursor));
        }
        for text in ["1-1", "TIME:1-1", "time1-1", "tim", "score:1-1", "time:", " time:1-1"] {
            assert_eq!(Cursor::parse(Order::Time, text.as_bytes()), Err(Error::BadCursor));
        }
        for text in ["1-1", "1-1--1", "1--1-1", "1-1-x"] {
            let text = format!("gravity:{text}");
            assert_eq!(Cursor::parse(Order::Gravity, text.as_bytes()), Err(Error::BadCursor));
        }
    }
}
