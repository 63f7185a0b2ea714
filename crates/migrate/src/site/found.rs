//! What an import finds in a site.

use std::fmt::{self, Display};

use crate::item::{Bytes, Entry};
use crate::readable::readable;

/// What distinguishes an entry from another one with the same id.
pub struct Found {
    /// None for a place.
    pub poster: Option<Bytes>,
    pub time: i64,
    pub parent: Option<i64>,
}

impl Found {
    pub fn of(entry: &Entry) -> Self {
        Self {
            poster: entry.item().map(|item| item.poster.to_vec()),
            time: entry.time(),
            parent: entry.parent().map(Into::into),
        }
    }

    /// Returns whether both can be the same entry, which may have been deleted on one side.
    pub fn may_be(&self, other: &Self) -> bool {
        let is_deleted = self.poster.is_none() || other.poster.is_none();
        (is_deleted || self.poster == other.poster)
            && (self.time, self.parent) == (other.time, other.parent)
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { poster, time, parent } = self;
        match (poster, parent) {
            (Some(poster), None) => write!(f, "an article by {} at {time}", readable(poster)),
            (Some(poster), Some(parent)) => {
                write!(f, "a comment on {parent} by {} at {time}", readable(poster))
            }
            (None, _) => write!(f, "a deleted one from {time}"),
        }
    }
}
