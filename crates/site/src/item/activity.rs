//! What happened on an article after its posting.

use crate::terms::types::UnixTime;

/// The activity on an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The number of listed comments below the article.
    pub comments: u32,
    /// When something last happened: not before the floor.
    pub bumped: UnixTime,
    /// Before which `bumped` does not go back: the time of the last BUMP, but not before the
    /// article's own time, which it is at first.
    pub floor: UnixTime,
}

impl Activity {
    /// Returns the activity on an article on which nothing has happened since its posting.
    pub const fn none(time: UnixTime) -> Self {
        Self { comments: 0, bumped: time, floor: time }
    }

    /// Returns the activity if something has happened on the article since its posting at a time.
    pub fn since(self, time: UnixTime) -> Option<Self> {
        (self != Self::none(time)).then_some(self)
    }
}
