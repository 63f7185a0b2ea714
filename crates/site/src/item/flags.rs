//! What moderators say about an article.

/// The flags of an article. Most have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// It is in no listing, and takes no votes.
    pub hidden: bool,
    /// It takes no votes.
    pub locked: bool,
    /// It precedes all others in the order by score.
    pub pinned: bool,
}
