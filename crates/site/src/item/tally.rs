//! The votes on an article, counted, and the score that they give.

use crate::terms::types::Vote;

/// The counts and the score of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Number of votes for it.
    pub upvotes: u32,
    /// Number of votes against it.
    pub downvotes: u32,
    /// Score in seconds.
    pub score: i64,
}

impl Tally {
    /// Returns upvotes less downvotes.
    pub fn votes(&self) -> i64 {
        i64::from(self.upvotes) - i64::from(self.downvotes)
    }

    /// Returns the number of votes of either kind, or None if it is beyond 32 bits.
    pub(crate) fn total(&self) -> Option<u32> {
        self.upvotes.checked_add(self.downvotes)
    }

    /// Counts a user's change from one vote, or none, to another.
    pub(crate) fn count_change(&mut self, from: Option<Vote>, to: Option<Vote>) {
        let of = |vote: Option<Vote>, kind| u32::from(vote == Some(kind));
        self.upvotes = self.upvotes + of(to, Vote::Up) - of(from, Vote::Up);
        self.downvotes = self.downvotes + of(to, Vote::Down) - of(from, Vote::Down);
    }
}
