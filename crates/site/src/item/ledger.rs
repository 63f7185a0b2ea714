//! Who voted how on one article or comment: exact, in four bytes per vote and little more.

use smallvec::SmallVec;

use crate::item::numbers::UserNumber;
use crate::structures::counted_tree::Direction;
use crate::structures::number_list::NumberList;
use crate::terms::types::{RecordedVote, Vote};

/// The bit of an entry for an up vote.
const UP: u32 = 1;
/// The bit of an entry for a silent vote.
const SILENT: u32 = 2;
/// The number of bits of an entry for the vote. The others are the user's number.
const VOTE_BITS: u32 = 2;

/// The number of users that a site can have: as many as entries tell apart.
pub const MAX_USERS: u32 = 1 << (u32::BITS - VOTE_BITS);

/// The votes on one article or comment, by user.
///
/// An entry is the number of a user and, in its lowest bits, the vote. Sorted, they need neither a
/// hash table nor a filter.
#[derive(Clone, Debug)]
pub enum Ledger {
    Open(Entries),
    /// Voting has closed. Users keep their own votes, and nobody else is told of them.
    Kept(Box<Entries>),
    /// Voting has closed, and the vote records are freed.
    Dropped,
}

/// The entries of a ledger, by user.
#[derive(Clone, Debug, Default)]
pub struct Entries(NumberList);

impl Default for Ledger {
    fn default() -> Self {
        Self::Open(Entries::default())
    }
}

fn entry(user: UserNumber, RecordedVote { vote, is_silent }: RecordedVote) -> u32 {
    let up = if vote == Vote::Up { UP } else { 0 };
    let silent = if is_silent { SILENT } else { 0 };
    user.0 << VOTE_BITS | up | silent
}

fn user_of(entry: u32) -> UserNumber {
    UserNumber(entry >> VOTE_BITS)
}

fn vote_of(entry: u32) -> RecordedVote {
    let vote = if entry & UP == 0 { Vote::Down } else { Vote::Up };
    RecordedVote { vote, is_silent: entry & SILENT != 0 }
}

/// Votes in any order, which become a ledger. Few take no memory of their own.
pub struct UnsortedEntries(SmallVec<[u32; 32]>);

impl UnsortedEntries {
    pub fn with_capacity(votes: usize) -> Self {
        Self(SmallVec::with_capacity(votes))
    }

    pub fn push(&mut self, user: UserNumber, vote: RecordedVote) {
        self.0.push(entry(user, vote));
    }

    /// Returns the entries, or None if a user has two of them.
    pub fn sorted(mut self) -> Option<Entries> {
        // The stable sort merges what is in order already, such as all upvotes of a file.
        self.0.sort();
        let is_each_once = self.0.is_sorted_by(|one, next| user_of(*one) < user_of(*next));
        is_each_once.then(|| Entries(NumberList::from_sorted(&self.0)))
    }
}

impl Entries {
    /// Returns the entries of votes, or None if a user has two of them.
    pub fn of(votes: impl Iterator<Item = (UserNumber, RecordedVote)>) -> Option<Self> {
        UnsortedEntries(votes.map(|(user, vote)| entry(user, vote)).collect()).sorted()
    }

    fn get(&self, user: UserNumber) -> Option<u32> {
        let found = self.0.at_or_after(user.0 << VOTE_BITS)?;
        (user_of(found) == user).then_some(found)
    }

    pub fn set(&mut self, user: UserNumber, vote: Option<RecordedVote>) -> Option<RecordedVote> {
        let previous = match vote {
            Some(vote) => self.0.put(entry(user, vote), UP | SILENT),
            None => self.get(user).inspect(|entry| _ = self.0.remove(*entry)),
        };
        previous.map(vote_of)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the vote of the user with the highest number, and returns that user.
    pub fn pop(&mut self) -> Option<UserNumber> {
        self.0.pop().map(user_of)
    }

    /// Returns the votes from a cursor on, at most `count`, and the cursor of the next one: 0
    /// after the last.
    ///
    /// A cursor is the number of a user, and no vote changes its user's number. So whoever reads
    /// from cursor 0 to the end misses no vote that was there all the time.
    pub fn scan(&self, cursor: u64, count: usize) -> (u64, Vec<(UserNumber, RecordedVote)>) {
        let user = u32::try_from(cursor).ok().filter(|user| *user < MAX_USERS);
        let mut votes = user.into_iter().flat_map(|user| self.from(UserNumber(user)));
        let found = votes.by_ref().take(count).collect();
        (votes.next().map_or(0, |(user, _)| user.0.into()), found)
    }

    pub fn silent(&self) -> u32 {
        let mut silent = 0;
        self.0.for_each(|entry| silent += u32::from(entry & SILENT != 0));
        silent
    }

    pub fn iter(&self) -> impl Iterator<Item = (UserNumber, RecordedVote)> + '_ {
        self.from(UserNumber(0))
    }

    pub fn from(&self, user: UserNumber) -> impl Iterator<Item = (UserNumber, RecordedVote)> + '_ {
        let entries = self.0.range(user.0 << VOTE_BITS, Direction::Ascending);
        entries.map(|entry| (user_of(entry), vote_of(entry)))
    }
}

impl Ledger {
    pub fn open(&self) -> Option<&Entries> {
        match self {
            Self::Open(entries) => Some(entries),
            Self::Kept(_) | Self::Dropped => None,
        }
    }

    pub fn kept(&self) -> Option<&Entries> {
        match self {
            Self::Kept(entries) => Some(entries),
            Self::Open(_) | Self::Dropped => None,
        }
    }

    pub fn entries(&self) -> Option<&Entries> {
        self.open().or(self.kept())
    }

    pub fn get(&self, user: UserNumber) -> Option<RecordedVote> {
        self.entries()?.get(user).map(vote_of)
    }

    /// Starts to load the ledger, so that [`Ledger::get`] does not wait for it.
    pub fn prefetch(&self) {
        if let Self::Open(entries) = self {
            entries.0.prefetch();
        }
    }

    /// Has the allocator move the entries; see [`defragment`](crate::structures::defragment).
    pub fn defragment(&mut self) {
        match self {
            Self::Open(entries) => entries.0.defragment(),
            Self::Kept(entries) => entries.0.defragment(),
            Self::Dropped => {}
        }
    }

    pub fn set(&mut self, user: UserNumber, vote: Option<RecordedVote>) -> Option<RecordedVote> {
        match self {
            Self::Open(entries) => entries.set(user, vote),
            Self::Kept(entries) => entries.set(user, vote),
            Self::Dropped => None,
        }
    }

    /// Ends the vote records, and leaves users their own votes.
    pub fn keep(&mut self) {
        let entries = self.take();
        *self = match entries.is_empty() {
            true => Self::Dropped,
            false => Self::Kept(Box::new(entries)),
        };
    }

    pub fn take(&mut self) -> Entries {
        match std::mem::replace(self, Self::Dropped) {
            Self::Open(entries) => entries,
            Self::Kept(entries) => *entries,
            Self::Dropped => Entries::default(),
        }
    }

    /// Returns whether voting has closed, and the vote records with it.
    pub const fn is_closed(&self) -> bool {
        !matches!(self, Self::Open(_))
    }

    /// Passes each user who has a vote, recorded or kept, to `use_user`.
    pub fn for_each_user(&self, mut use_user: impl FnMut(UserNumber)) {
        if let Some(Entries(entries)) = self.entries() {
            entries.for_each(|entry| use_user(user_of(entry)));
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (UserNumber, RecordedVote)> + '_ {
        self.entries().into_iter().flat_map(Entries::iter)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn agrees_with_a_map_at_every_size() {
        let (mut ledger, mut model) = (Ledger::default(), BTreeMap::new());
        for step in 0..60_000_u64 {
            // A scattered walk over users, most of them new, each fourth vote a withdrawal.
            let user = UserNumber((step.wrapping_mul(0x9e37_79b9) % 20_000) as u32);
            let vote = match step % 4 {
                0 => None,
                1 => Some(Vote::Down.silent()),
                2 => Some(Vote::Down.counted()),
                _ => Some(Vote::Up.counted()),
            };
            let expected = match vote {
                Some(vote) => model.insert(user, vote),
                None => model.remove(&user),
            };
            assert_eq!(ledger.set(user, vote), expected);
            assert_eq!(ledger.get(user), vote);
            if step.is_power_of_two() {
                assert!(ledger.iter().eq(model.iter().map(|(user, vote)| (*user, *vote))));
            }
        }
        assert!(ledger.iter().eq(model.iter().map(|(user, vote)| (*user, *vote))));
        let entries = Entries::of(model.into_iter()).unwrap();
        assert!(entries.iter().eq(ledger.iter()));
    }

    #[test]
    fn a_scan_finds_every_vote_that_was_there_all_the_time() {
        let up = Some(Vote::Up.counted());
        for stays in [0_u32, 1, 30, 500, 5_000] {
            let mut entries = Entries::default();
            for user in 0..stays {
                entries.set(UserNumber(user * 7), up);
            }
            let (mut found, mut cursor, mut new) = (Vec::new(), 0, 0..);
            loop {
                let (next, votes) = entries.scan(cursor, 10);
                assert!(votes.len() == 10 || next == 0);
                found.extend(votes.iter().map(|(user, _)| user.0));
                if next == 0 {
                    break;
                }
                cursor = next;
                let others = new.by_ref().filter(|number| number % 7 > 0).take(2);
                for user in others {
                    entries.set(UserNumber(user), up);
                }
            }
            assert!((0..stays).all(|user| found.contains(&(user * 7))));
        }
        let mut entries = Entries::default();
        entries.set(UserNumber(MAX_USERS - 1), up);
        assert_eq!(entries.scan(u64::from(MAX_USERS), 10), (0, Vec::new()));
        assert_eq!(entries.scan(u64::MAX, 10), (0, Vec::new()));
        let last = (UserNumber(MAX_USERS - 1), Vote::Up.counted());
        assert_eq!(entries.scan(7, 10), (0, vec![last]));
    }

    #[test]
    fn a_user_has_one_vote() {
        let (up, down) = (Vote::Up.counted(), Vote::Down.silent());
        let votes = [(UserNumber(3), up), (UserNumber(1), down)];
        assert!(Entries::of(votes.into_iter()).is_some());
        let votes = [(UserNumber(3), up), (UserNumber(1), down), (UserNumber(3), down)];
        assert!(Entries::of(votes.into_iter()).is_none());
    }

    #[test]
    fn a_dropped_ledger_is_empty() {
        let mut ledger = Ledger::default();
        for user in 0..100 {
            ledger.set(UserNumber(user), Some(Vote::Up.counted()));
        }
        assert_eq!(ledger.take().len(), 100);
        assert!(ledger.is_closed());
        assert_eq!(ledger.get(UserNumber(1)), None);
        assert_eq!(ledger.set(UserNumber(1), Some(Vote::Up.counted())), None);
        assert_eq!((ledger.iter().count(), ledger.take().len()), (0, 0));
    }

    #[test]
    fn kept_votes_are_found_but_not_open() {
        let mut ledger = Ledger::default();
        ledger.keep();
        assert!(matches!(ledger, Ledger::Dropped));
        let (user, up) = (UserNumber(7), Vote::Up.counted());
        let mut ledger = Ledger::default();
        ledger.set(user, Some(up));
        ledger.keep();
        assert_eq!((ledger.get(user), ledger.is_closed()), (Some(up), true));
        let kept = ledger.kept().map(|kept| kept.scan(0, 10));
        assert_eq!((kept, ledger.open().is_none()), (Some((0, vec![(user, up)])), true));
        assert_eq!((ledger.set(user, None), ledger.get(user)), (Some(up), None));
    }

    #[test]
    fn a_ledger_takes_16_bytes() {
        assert_eq!(size_of::<Ledger>(), 16);
    }
}
