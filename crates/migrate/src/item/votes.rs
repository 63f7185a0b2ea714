//! The votes on an article or a comment, and who gave them.

use article_site::{RecordedVote, Vote};

use super::{Item, Text};

impl Item {
    /// Whether it is recorded who voted. Otherwise, voting has closed and only the counts are
    /// known, and the votes that users have kept.
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

    fn lists_mut(&mut self) -> [&mut Vec<Text>; 6] {
        let Self { up, down, silent_up, silent_down, kept_up, kept_down, .. } = self;
        [up, down, silent_up, silent_down, kept_up, kept_down]
    }

    /// Returns the users of each kind of vote. Whether a kept vote counts makes no difference any
    /// more.
    fn by_vote(&self) -> [(RecordedVote, &[Text]); 6] {
        [
            (Vote::Up.counted(), &self.up),
            (Vote::Down.counted(), &self.down),
            (Vote::Up.silent(), &self.silent_up),
            (Vote::Down.silent(), &self.silent_down),
            (Vote::Up.counted(), &self.kept_up),
            (Vote::Down.counted(), &self.kept_down),
        ]
    }

    /// Returns each voter with the vote, recorded or kept.
    pub fn voters(&self) -> impl Iterator<Item = (&Text, RecordedVote)> {
        let lists = self.by_vote().into_iter();
        lists.flat_map(|(vote, users)| users.iter().map(move |user| (user, vote)))
    }

    /// Returns the user's vote, recorded or kept, if it is known.
    pub fn vote_of(&self, user: &[u8]) -> Option<RecordedVote> {
        let has_voted =
            |users: &[Text]| users.binary_search_by(|voter| voter.as_slice().cmp(user)).is_ok();
        self.by_vote().into_iter().find(|(_, users)| has_voted(users)).map(|(vote, _)| vote)
    }
}

/// Returns the name of a vote in messages.
pub fn vote_name(RecordedVote { vote, is_silent }: RecordedVote) -> &'static str {
    match (vote, is_silent) {
        (Vote::Up, false) => "up",
        (Vote::Down, false) => "down",
        (Vote::Up, true) => "silent up",
        (Vote::Down, true) => "silent down",
    }
}
