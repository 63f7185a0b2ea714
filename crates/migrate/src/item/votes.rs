//! The votes on an article, and who gave them.

use article_site::{RecordedVote, Vote};

use super::Item;
use crate::text::Text;

impl Item {
    /// Whether it is recorded who voted. Otherwise, voting has closed and only the counts are
    /// known.
    pub fn is_recorded(&self) -> bool {
        self.upvotes.is_none()
    }

    /// Returns the number of up votes and of down votes.
    pub fn counts(&self) -> (u32, u32) {
        let count = |users: &[Text]| u32::try_from(users.len()).unwrap_or(u32::MAX);
        self.upvotes.zip(self.downvotes).unwrap_or_else(|| (count(&self.up), count(&self.down)))
    }

    /// Returns the up votes less the down votes.
    pub fn balance(&self) -> i64 {
        let (up, down) = self.counts();
        i64::from(up) - i64::from(down)
    }

    /// Forgets who voted.
    pub fn set_counts(&mut self, up: u32, down: u32) {
        self.lists_mut().into_iter().for_each(Vec::clear);
        (self.upvotes, self.downvotes) = (Some(up), Some(down));
    }

    /// Adds voters of an option of LOAD. Returns false for another option.
    pub fn add_voters(&mut self, option: &[u8], users: &[Text]) -> bool {
        let list = match option {
            b"UP" => &mut self.up,
            b"DOWN" => &mut self.down,
            b"SILENTUP" => &mut self.silent_up,
            b"SILENTDOWN" => &mut self.silent_down,
            _ => return false,
        };
        list.extend_from_slice(users);
        true
    }

    /// Sorts the voters. Users in more than one list are removed from all and returned.
    pub fn sort_voters(&mut self) -> Vec<Text> {
        for users in self.lists_mut() {
            users.sort_unstable();
            users.dedup();
        }
        let mut all: Vec<&Text> = self.voters().map(|(user, _)| user).collect();
        all.sort();
        let repeated = all.chunk_by(|left, right| left == right).filter(|run| run.len() > 1);
        let repeated: Vec<Text> = repeated.flat_map(<[_]>::first).copied().cloned().collect();
        if !repeated.is_empty() {
            for users in self.lists_mut() {
                users.retain(|user| repeated.binary_search(user).is_err());
            }
        }
        repeated
    }

    fn lists_mut(&mut self) -> [&mut Vec<Text>; 4] {
        let Self { up, down, silent_up, silent_down, .. } = self;
        [up, down, silent_up, silent_down]
    }

    /// Returns each voter with the vote.
    pub fn voters(&self) -> impl Iterator<Item = (&Text, RecordedVote)> {
        let lists = [
            (Vote::Up.counted(), &self.up),
            (Vote::Down.counted(), &self.down),
            (Vote::Up.silent(), &self.silent_up),
            (Vote::Down.silent(), &self.silent_down),
        ];
        lists.into_iter().flat_map(|(vote, users)| users.iter().map(move |user| (user, vote)))
    }
}
