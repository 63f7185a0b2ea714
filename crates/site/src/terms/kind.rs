//! Articles and comments, which have much in common.

/// Articles or comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Articles.
    Article,
    /// Comments.
    Comment,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Article, Self::Comment];
}
