//! Positions in threads, as texts that clients keep.

use std::fmt::{self, Write};

use super::ThreadQuery;
use crate::orders::Order;
use crate::orders::cursor::{CursorText, write_name, write_place};
use crate::orders::position::Position;
use crate::structures::counted_tree::Direction;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, UnixTime};

/// The greatest number of levels of a thread.
const MAX_LEVELS: usize = u8::MAX as usize;
/// What precedes the id in a cursor of ascending order.
const ASCENDING: &[u8] = b"asc-";

/// A position in a thread: after a comment, whether or not the comment still exists.
///
/// Its text names the query, `best:17` or, if values change as time passes,
/// `gravity:17-1795256219` with the time at which the first page was computed. A part per level
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

    fn parse(text: &mut CursorText, has_count: bool) -> Option<Self> {
        let (is_pinned, position) = text.place()?;
        let returned = if has_count { text.dashed()?.try_into().ok()? } else { 0 };
        Some(Self { is_pinned, position, returned })
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
            looks_ahead: _,
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
        Self::parse_parts(query, text).ok_or(Error::BadCursor)
    }

    fn parse_parts(query: &ThreadQuery, text: &[u8]) -> Option<Self> {
        let mut text = CursorText::after_name(query.order.name(), text)?;
        let has_direction = query.direction == Direction::Descending || text.skip(ASCENDING);
        let is_of_query = has_direction && text.integer()? == query.id.get().into();
        let time = match query.order.depends_on_now() {
            true => Some(UnixTime::new(text.dashed()?)?),
            false => None,
        };
        let (has_counts, mut path) = (query.children.is_some(), Vec::new());
        while path.len() < MAX_LEVELS && text.skip(b".") {
            path.push(Step::parse(&mut text, has_counts)?);
        }
        let (id, order, direction) = (query.id, query.order, query.direction);
        let cursor = Self { id, order, direction, time, has_counts, path };
        (is_of_query && text.is_empty() && !cursor.path.is_empty()).then_some(cursor)
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

impl fmt::Display for ThreadCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(f, self.order.name())?;
        let direction = if self.direction == Direction::Ascending { ASCENDING } else { b"" };
        write!(f, "{}{}", direction.escape_ascii(), self.id.get())?;
        if let Some(time) = self.time {
            write!(f, "-{}", time.get())?;
        }
        for Step { is_pinned, position, returned } in &self.path {
            f.write_char('.')?;
            write_place(f, *is_pinned, *position)?;
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
            looks_ahead: true,
        }
    }

    #[test]
    fn cursors_survive_parsing_and_formatting() {
        let best = query(Order::Best, Direction::Descending, None);
        let limited = query(Order::Score, Direction::Ascending, Some(5));
        let gravity = query(Order::Gravity, Direction::Descending, None);
        for (query, text) in [
            (&best, "best:17.946-23"),
            (&best, "best:17.p946-23.0-4294967295"),
            (&limited, "score:asc-17.-5-23-2.7-24-1"),
            (&gravity, "gravity:17-1795256219.-1-23"),
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
            "best:17",
            "best:17.",
            "best:18.9-23",
            "votes:17.9-23",
            "BEST:17.9-23",
            "best-17.9-23",
            "best:17.9-0",
            "best:17.9",
            "best:17.09-23",
            "best:17.9-23-1",
            "best:17.9-23.",
            "best:17.9-23 ",
            "best:17.pp9-23",
            "best:asc-17.9-23",
            "best:17-5.9-23",
        ] {
            let parsed = ThreadCursor::parse(&best, text.as_bytes());
            assert_eq!(parsed, Err(Error::BadCursor), "{text}");
        }
        let deep = |levels: usize| format!("best:17{}", ".9-23".repeat(levels));
        assert!(ThreadCursor::parse(&best, deep(255).as_bytes()).is_ok());
        assert!(ThreadCursor::parse(&best, deep(256).as_bytes()).is_err());
    }
}
