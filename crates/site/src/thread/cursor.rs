//! Positions in threads, as texts that clients keep.

use std::fmt;

use super::ThreadQuery;
use crate::orders::Order;
use crate::orders::position::Position;
use crate::structures::counted_tree::Direction;
use crate::terms::error::Error;
use crate::terms::integer::parse_integer;
use crate::terms::types::{ItemId, UnixTime};

/// The greatest number of levels of a thread.
const MAX_LEVELS: usize = u8::MAX as usize;
/// The length of the longest cursor, in bytes, and some more.
const MAX_LENGTH: usize = 64 + 48 * MAX_LEVELS;

/// A position in a thread: after a comment, whether or not the comment still exists.
///
/// Its text names the query, `BEST-17` or, if values change as time passes,
/// `GRAVITY-17-1795256219` with the time at which the first page was computed. A part per level
/// follows, with the position of the answer that leads to the comment and, where their number is
/// limited, how many answers were returned: `.946-23` or `.p946-23-2`, where `p` stands for a
/// pinned answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadCursor {
    id: ItemId,
    order: Order,
    direction: Direction,
    time: Option<UnixTime>,
    /// Whether the number of answers to each comment is limited.
    has_counts: bool,
    path: Vec<Step>,
}

/// The position of an answer among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    is_pinned: bool,
    position: Position,
    /// How many of the siblings were returned, up to this.
    returned: u32,
}

impl Step {
    pub fn new(is_pinned: bool, position: Position) -> Self {
        Self { is_pinned, position, returned: 0 }
    }

    /// Returns the step with the number of siblings returned.
    pub fn counted(self, returned: u32) -> Self {
        Self { returned, ..self }
    }

    /// Returns the step with the answer at `position`.
    pub fn at(self, position: Position) -> Self {
        Self { position, ..self }
    }

    pub fn id(self) -> ItemId {
        self.position.id()
    }

    pub fn is_pinned(self) -> bool {
        self.is_pinned
    }

    pub fn position(self) -> Position {
        self.position
    }

    pub fn returned(self) -> u32 {
        self.returned
    }

    fn parse(text: &str, has_count: bool) -> Option<Self> {
        let (is_pinned, text) = match text.strip_prefix('p') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (text, returned) = match has_count {
            true => text.rsplit_once('-')?,
            false => (text, "0"),
        };
        let (value, id) = text.rsplit_once('-')?;
        let position = Position::new(integer(value)?, ItemId::from_integer(integer(id)?)?);
        Some(Self { is_pinned, position, returned: integer(returned)?.try_into().ok()? })
    }
}

impl ThreadCursor {
    pub(super) fn new(query: &ThreadQuery, path: Vec<Step>) -> Self {
        let ThreadQuery {
            id,
            order,
            direction,
            not_from: _,
            unmuted: _,
            depth: _,
            children,
            after: _,
            size: _,
            now: _,
        } = *query;
        let time = order.depends_on_now().then_some(query.time());
        Self { id, order, direction, time, has_counts: children.is_some(), path }
    }

    /// Parses a cursor of a query. Ignores the query's own cursor.
    ///
    /// # Errors
    ///
    /// [`Error::BadCursor`] if the text is not a cursor of such a query.
    pub fn parse(query: &ThreadQuery, text: &[u8]) -> Result<Self, Error> {
        let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= MAX_LENGTH);
        let cursor = text.and_then(|text| {
            let cursor = Self::parse_parts(query, text)?;
            // No other text of the same meaning is a cursor.
            (cursor.to_string() == text).then_some(cursor)
        });
        cursor.ok_or(Error::BadCursor)
    }

    fn parse_parts(query: &ThreadQuery, text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let head = parts.next()?;
        let time = match query.order.depends_on_now() {
            true => Some(UnixTime::new(integer(head.rsplit_once('-')?.1)?)?),
            false => None,
        };
        let has_counts = query.children.is_some();
        let path: Option<Vec<Step>> = parts.map(|part| Step::parse(part, has_counts)).collect();
        let path = path.filter(|path| (1..=MAX_LEVELS).contains(&path.len()))?;
        let (id, order, direction) = (query.id, query.order, query.direction);
        Some(Self { id, order, direction, time, has_counts, path })
    }

    /// Returns the position at each level, from the first level to the comment.
    pub(super) fn path(&self) -> &[Step] {
        &self.path
    }

    /// Returns the time at which the first page was computed, if the order depends on it.
    pub(super) fn time(&self) -> Option<UnixTime> {
        self.time
    }

    /// Returns whether the cursor is of such a query.
    pub(super) fn is_of(&self, query: &ThreadQuery) -> bool {
        let of_query = (query.id, query.order, query.direction, query.children.is_some());
        (self.id, self.order, self.direction, self.has_counts) == of_query
    }
}

/// Parses an integer.
fn integer(text: &str) -> Option<i64> {
    parse_integer(text.as_bytes())
}

impl fmt::Display for ThreadCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.order.name())?;
        if self.direction == Direction::Ascending {
            f.write_str("-ASC")?;
        }
        write!(f, "-{}", self.id.get())?;
        if let Some(time) = self.time {
            write!(f, "-{}", time.get())?;
        }
        for Step { is_pinned, position, returned } in &self.path {
            let pin = if *is_pinned { "p" } else { "" };
            write!(f, ".{pin}{}-{}", position.number(), position.id().get())?;
            if self.has_counts {
                write!(f, "-{returned}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(order: Order, direction: Direction, children: Option<u32>) -> ThreadQuery<'static> {
        ThreadQuery {
            id: ItemId::new(17),
            order,
            direction,
            not_from: Vec::new(),
            unmuted: None,
            depth: None,
            children,
            after: None,
            size: None,
            now: UnixTime::default(),
        }
    }

    #[test]
    fn cursors_survive_parsing_and_formatting() {
        let best = query(Order::Best, Direction::Descending, None);
        let limited = query(Order::Score, Direction::Ascending, Some(5));
        let gravity = query(Order::Gravity, Direction::Descending, None);
        for (query, text) in [
            (&best, "BEST-17.946-23"),
            (&best, "BEST-17.p946-23.0-4294967295"),
            (&limited, "SCORE-ASC-17.-5-23-2.7-24-1"),
            (&gravity, "GRAVITY-17-1795256219.-1-23"),
        ] {
            let cursor = ThreadCursor::parse(query, text.as_bytes()).unwrap();
            assert_eq!(cursor.to_string(), text);
            assert!(cursor.is_of(query));
        }
    }

    #[test]
    fn anything_else_is_not_a_cursor() {
        let best = query(Order::Best, Direction::Descending, None);
        for text in [
            "",
            "BEST-17",
            "BEST-17.",
            "BEST-18.9-23",
            "VOTES-17.9-23",
            "best-17.9-23",
            "BEST-17.9-0",
            "BEST-17.9",
            "BEST-17.09-23",
            "BEST-17.9-23-1",
            "BEST-17.9-23.",
            "BEST-17.9-23 ",
            "BEST-17.pp9-23",
            "BEST-ASC-17.9-23",
            "BEST-17-5.9-23",
        ] {
            let parsed = ThreadCursor::parse(&best, text.as_bytes());
            assert_eq!(parsed, Err(Error::BadCursor), "{text}");
        }
        let deep = |levels: usize| format!("BEST-17{}", ".9-23".repeat(levels));
        assert!(ThreadCursor::parse(&best, deep(255).as_bytes()).is_ok());
        assert!(ThreadCursor::parse(&best, deep(256).as_bytes()).is_err());
    }
}
