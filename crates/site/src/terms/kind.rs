//! Articles and comments, which have much in common.

/// Articles or comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Articles.
    Article,
    /// Comments.
    Comment,
}
