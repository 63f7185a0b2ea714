//! A position in the inbox of a user.

use std::fmt;

use crate::orders::cursor::CursorText;
use crate::orders::position::Position;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, UnixTime};

/// A position among the answers to a user, which are in the order of time, then id: at an answer,
/// whether or not it still exists, or, with the id 0, before everything of a second.
///
/// Its text is `time:1795256219-17`. The default, `time:0-0`, is before all answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InboxPosition {
    /// The time of the answer.
    pub time: UnixTime,
    /// The id of the answer, as a number.
    pub id: u32,
}

impl InboxPosition {
    /// Parses a position.
    ///
    /// # Errors
    ///
    /// [`Error::BadCursor`].
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let parse = || {
            let mut text = CursorText::after_name("time", text)?;
            let (time, id) = (text.integer()?, u32::try_from(text.dashed()?).ok()?);
            // Nothing was posted before 1970.
            let position = Self { time: UnixTime::clamped(time), id };
            let position = if time < 0 { Self::default() } else { position };
            text.is_empty().then_some(position)
        };
        parse().ok_or(Error::BadCursor)
    }
}

impl From<Position> for InboxPosition {
    fn from(position: Position) -> Self {
        Self { time: UnixTime::clamped(position.number()), id: position.id().get() }
    }
}

impl From<InboxPosition> for Position {
    fn from(InboxPosition { time, id }: InboxPosition) -> Self {
        Self::new(time.get(), ItemId::new(id))
    }
}

impl fmt::Display for InboxPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "time:{}-{}", self.time.get(), self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_formatting_and_parsing() {
        for text in ["time:0-0", "time:1795256219-17", "time:5-4294967295"] {
            assert_eq!(InboxPosition::parse(text.as_bytes()).unwrap().to_string(), text);
        }
        assert_eq!(InboxPosition::parse(b"time:-5-1"), Ok(InboxPosition::default()));
    }

    #[test]
    fn anything_else_is_not_a_position() {
        for text in [
            "",
            "17",
            "5-1",
            "time:",
            "time:5",
            "time:5-",
            "time:-1",
            "time:5--1",
            "time:5-1-1",
            "time:05-1",
            "time:5-+1",
            "time:5-4294967296",
            "TIME:5-1",
            "id:5",
            "time:p5-1",
            "time:5-1 ",
            "score:5-1",
        ] {
            assert_eq!(InboxPosition::parse(text.as_bytes()), Err(Error::BadCursor), "{text}");
        }
    }
}
