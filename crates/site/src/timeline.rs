//! Articles in the order of their times, with what a search needs to know about each: its votes and
//! what they add to its score. Of every part of the tree it is known which article has the most of
//! each.

mod summary;
#[cfg(test)]
mod tests;

pub use summary::{Summary, Values};

use crate::article::Article;
use crate::counted_tree::{CountedTree, Key};
use crate::ranking::RankKey;
use crate::types::ArticleId;

/// Articles in the order of their times.
pub type Timeline = CountedTree<TimeKey>;

/// The position of an article by its time, and data that its order ignores: 24 bytes.
#[derive(Clone, Copy, Debug)]
pub struct TimeKey {
    position: RankKey,
    /// Number of votes for it.
    pub upvotes: u32,
    /// Number of votes against it.
    pub downvotes: u32,
    /// Score less time, saturated.
    lift: i32,
}

impl TimeKey {
    /// Returns the key of an article.
    pub fn of(id: ArticleId, article: &Article) -> Self {
        let (time, tally) = (article.time.get(), article.tally);
        let lift = tally.score.saturating_sub(time);
        Self {
            position: RankKey::new(time, id),
            upvotes: tally.upvotes,
            downvotes: tally.downvotes,
            lift: lift.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        }
    }

    /// Returns a key to compare others with.
    pub fn without_data(position: RankKey) -> Self {
        Self { position, upvotes: 0, downvotes: 0, lift: 0 }
    }

    /// Returns the position without the data.
    pub fn position(&self) -> RankKey {
        self.position
    }

    /// Returns the time in UNIX seconds.
    pub fn time(&self) -> i64 {
        self.position.number()
    }

    /// Returns the article.
    pub fn id(&self) -> ArticleId {
        self.position.id()
    }

    /// Returns upvotes less downvotes.
    pub fn votes(&self) -> i64 {
        i64::from(self.upvotes) - i64::from(self.downvotes)
    }

    /// Returns the score in seconds, or None if only the article itself knows it.
    pub fn score(&self) -> Option<i64> {
        match self.lift {
            i32::MIN | i32::MAX => None,
            lift => Some(self.time() + i64::from(lift)),
        }
    }

    /// Returns whether another key has the same position and the same data.
    pub fn is_same(&self, other: &Self) -> bool {
        self == other
            && (self.upvotes, self.downvotes) == (other.upvotes, other.downvotes)
            && self.lift == other.lift
    }
}

impl Key for TimeKey {
    type Summary = Summary;
}

impl PartialEq for TimeKey {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Eq for TimeKey {}

impl PartialOrd for TimeKey {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        self.position < other.position
    }

    fn le(&self, other: &Self) -> bool {
        self.position <= other.position
    }
}

impl Ord for TimeKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.position.cmp(&other.position)
    }
}
