//! The votes on an article or a comment, and who gave them.

use article_site::{RecordedVote, Vote};

use crate::item::Bytes;

/// The votes on an article or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Votes {
    /// Who voted. Each list is sorted, and nobody is in two of them.
    Recorded(Voters),
    /// Voting has closed and only the counts are known.
    Counted { up: u32, down: u32 },
}

/// Users by their vote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Voters {
    pub up: Vec<Bytes>,
    pub down: Vec<Bytes>,
    /// Users whose vote does not count.
    pub silent_up: Vec<Bytes>,
    pub silent_down: Vec<Bytes>,
}

impl Votes {
    /// Returns the number of up votes and of down votes.
    pub fn counts(&self) -> (u32, u32) {
        match self {
            Self::Recorded(voters) => {
                let count = |users: &[Bytes]| u32::try_from(users.len()).unwrap_or(u32::MAX);
                (count(&voters.up), count(&voters.down))
            }
            Self::Counted { up, down } => (*up, *down),
        }
    }

    /// Returns the up votes less the down votes.
    pub fn balance(&self) -> i64 {
        let (up, down) = self.counts();
        i64::from(up) - i64::from(down)
    }

    /// Returns who voted, if that is known.
    pub fn voters(&self) -> Option<&Voters> {
        match self {
            Self::Recorded(voters) => Some(voters),
            Self::Counted { .. } => None,
        }
    }
}

impl Voters {
    /// Sorts the voters. Users in more than one list are removed from all and returned.
    pub fn sorted(mut self) -> (Self, Vec<Bytes>) {
        for users in self.lists_mut() {
            users.sort_unstable();
            users.dedup();
        }
        let mut all: Vec<&Bytes> = self.iter().map(|(user, _)| user).collect();
        all.sort();
        let repeated = all.windows(2).filter(|pair| pair.first() == pair.last());
        let mut repeated: Vec<Bytes> =
            repeated.filter_map(|p| p.first().copied().cloned()).collect();
        repeated.dedup();
        if !repeated.is_empty() {
            for users in self.lists_mut() {
                users.retain(|user| repeated.binary_search(user).is_err());
            }
        }
        (self, repeated)
    }

    fn lists_mut(&mut self) -> [&mut Vec<Bytes>; 4] {
        let Self { up, down, silent_up, silent_down } = self;
        [up, down, silent_up, silent_down]
    }

    /// Returns the users of each kind of vote.
    pub fn by_vote(&self) -> [(RecordedVote, &[Bytes]); 4] {
        let Self { up, down, silent_up, silent_down } = self;
        [
            (Vote::Up.counted(), up),
            (Vote::Down.counted(), down),
            (Vote::Up.silent(), silent_up),
            (Vote::Down.silent(), silent_down),
        ]
    }

    /// Returns the number of voters.
    pub fn len(&self) -> usize {
        self.by_vote().iter().map(|(_, users)| users.len()).sum()
    }

    /// Returns each voter with the vote.
    pub fn iter(&self) -> impl Iterator<Item = (&Bytes, RecordedVote)> {
        let lists = self.by_vote().into_iter();
        lists.flat_map(|(vote, users)| users.iter().map(move |user| (user, vote)))
    }

    /// Returns the user's vote.
    pub fn vote_of(&self, user: &Bytes) -> Option<RecordedVote> {
        let mut lists = self.by_vote().into_iter();
        lists.find(|(_, users)| users.binary_search(user).is_ok()).map(|(vote, _)| vote)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<Bytes> {
        names.iter().map(|name| name.as_bytes().to_vec()).collect()
    }

    #[test]
    fn users_with_several_votes_have_none() {
        let voters = Voters {
            up: names(&["c", "a", "b", "a"]),
            down: names(&["d", "b"]),
            silent_up: names(&["e", "f"]),
            silent_down: names(&["b", "f"]),
        };
        let (voters, several) = voters.sorted();
        let expected = Voters {
            up: names(&["a", "c"]),
            down: names(&["d"]),
            silent_up: names(&["e"]),
            silent_down: Vec::new(),
        };
        assert_eq!(voters, expected);
        assert_eq!(several, names(&["b", "f"]));
        assert_eq!(voters.vote_of(&b"d".to_vec()), Some(Vote::Down.counted()));
        assert_eq!(voters.vote_of(&b"e".to_vec()), Some(Vote::Up.silent()));
        assert_eq!(voters.vote_of(&b"b".to_vec()), None);
        assert_eq!(Votes::Recorded(voters).balance(), 1);
    }
}
