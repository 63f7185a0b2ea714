//! The votes on an article, and who gave them.

use article_site::{RecordedVote, Vote};

use super::Item;
use crate::text::Text;

pub const UP: RecordedVote = Vote::Up.counted();
pub const DOWN: RecordedVote = Vote::Down.counted();

impl Item {
    /// Whether it is recorded who voted. Otherwise, voting has closed and only the counts are
    /// known.
    pub fn is_recorded(&self) -> bool {
        self.counts.is_none()
    }

    /// Returns the number of up votes and of down votes.
    pub fn counts(&self) -> (u32, u32) {
        let count = |vote| self.voters_of(vote).count() as u32;
        self.counts.unwrap_or_else(|| (count(UP), count(DOWN)))
    }

    /// Returns the up votes less the down votes.
    pub fn balance(&self) -> i64 {
        let (up, down) = self.counts();
        i64::from(up) - i64::from(down)
    }

    /// Returns the users who voted so.
    pub fn voters_of(&self, vote: RecordedVote) -> impl Iterator<Item = &Text> {
        self.voters.iter().filter(move |(_, own)| *own == vote).map(|(user, _)| user)
    }

    /// Sorts the voters. Users with several votes are removed and returned.
    pub fn sort_voters(&mut self) -> Vec<Text> {
        self.voters.sort_unstable_by(|(user, _), (other, _)| user.cmp(other));
        self.voters.dedup();
        let users = self.voters.chunk_by(|(user, _), (next, _)| user == next);
        let repeated = users.filter(|votes| votes.len() > 1).filter_map(|votes| votes.first());
        let repeated: Vec<Text> = repeated.map(|(user, _)| user.clone()).collect();
        self.voters.retain(|(user, _)| repeated.binary_search(user).is_err());
        repeated
    }
}
