//! The marks that were made on a list, one after the other.

use crate::terms::types::ItemId;

/// A mark made on a list, or several whose ids were taken off since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The mark of an article or comment.
    Of(ItemId),
    /// This number of marks in a row, of what is not on the list any more. They count among the
    /// latest.
    Unmarked(u64),
}

impl Mark {
    /// Returns the mark that an integer stands for: an id, or the number of marks of what is not
    /// on the list any more, as a negative number.
    pub fn from_integer(number: i64) -> Option<Self> {
        match number {
            ..0 => Some(Self::Unmarked(number.unsigned_abs())),
            _ => ItemId::from_integer(number).map(Self::Of),
        }
    }

    /// Returns the integer that stands for the mark.
    pub fn to_integer(self) -> i64 {
        match self {
            Self::Of(id) => id.get().into(),
            Self::Unmarked(number) => i64::try_from(number).map_or(i64::MIN, |number| -number),
        }
    }

    /// Returns the article or comment.
    pub fn id(self) -> Option<ItemId> {
        match self {
            Self::Of(id) => Some(id),
            Self::Unmarked(_) => None,
        }
    }

    pub(super) fn number(self) -> u64 {
        match self {
            Self::Of(_) => 1,
            Self::Unmarked(number) => number,
        }
    }
}

/// Adds a mark to others. Marks in a row of what is not on the list any more are one.
pub(super) fn push(marks: &mut Vec<Mark>, mark: Mark) {
    match (marks.last_mut(), mark) {
        (_, Mark::Unmarked(0)) => {}
        (Some(Mark::Unmarked(number)), Mark::Unmarked(more)) => {
            *number = number.saturating_add(more);
        }
        _ => marks.push(mark),
    }
}
