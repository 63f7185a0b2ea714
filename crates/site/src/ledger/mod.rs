//! Who voted how on one article: exact, and hardly larger than the names themselves.
//!
//! Votes are packed into buckets of about 16 entries. A small ledger is at most one bucket. A
//! large one is a linear hash table of buckets (W. Litwin, "Linear Hashing", VLDB 1980): it grows
//! by splitting one bucket at a time, so that no vote waits for a rehash. A keyed hash chooses the
//! bucket, since clients choose the names.

mod bucket;
mod small;

use std::hash::{BuildHasher, RandomState};

use crate::structures::linear_hash::LinearHash;
use crate::structures::prefetch::prefetch;
use crate::terms::types::{RecordedVote, UserName};
use bucket::{Bucket, Entries, Entry};
use small::SmallLedger;

/// The average number of entries per bucket above which a large ledger grows.
const TARGET: usize = 16;
/// The maximum size, in bytes, of the entries of a ledger that is one bucket.
const FEW: usize = 768;
/// The presumed size of an entry, in bytes, before the names are known.
const ENTRY: usize = 16;

/// The votes on one article, by user.
///
/// Two variants take 8 bytes less than three would: a null in place of the bucket's pointer tells
/// them apart.
#[derive(Clone, Debug)]
pub enum Ledger {
    /// Up to 768 bytes of votes.
    Few(SmallLedger),
    /// More votes. None once voting has closed, and the vote records are freed.
    Many(Option<Box<Buckets>>),
}

impl Default for Ledger {
    fn default() -> Self {
        Ledger::Few(SmallLedger::default())
    }
}

impl Ledger {
    /// The ledger of an article whose vote records are dropped.
    pub(crate) const DROPPED: Self = Self::Many(None);

    /// Returns the user's vote.
    pub fn get(&self, user: UserName, hasher: &RandomState) -> Option<RecordedVote> {
        match self {
            Ledger::Few(few) => few.get(user),
            Ledger::Many(Some(buckets)) => buckets.bucket(user, hasher)?.get(user),
            Ledger::Many(None) => None,
        }
    }

    /// Starts to read a small ledger, so that [`Ledger::get`] does not wait for it.
    pub fn prefetch(&self) {
        if let Ledger::Few(few) = self {
            prefetch(few.entries().next().map(|entry| entry.vote));
        }
    }

    /// Sets a user's vote or, with None, withdraws it. Returns the user's vote before.
    pub fn set(
        &mut self,
        user: UserName,
        vote: Option<RecordedVote>,
        hasher: &RandomState,
    ) -> Option<RecordedVote> {
        match self {
            Ledger::Few(few) => {
                let previous = few.set(user, vote);
                if few.bytes() > FEW {
                    *self = Ledger::Many(Some(Box::new(Buckets::of(few.entries(), hasher))));
                }
                previous
            }
            Ledger::Many(Some(buckets)) => buckets.set(user, vote, hasher),
            Ledger::Many(None) => None,
        }
    }

    /// Reserves memory for about `votes` votes, but no more than a ledger of one bucket takes.
    pub fn reserve(&mut self, votes: u32) {
        if let Ledger::Few(few) = self
            && votes > 1
        {
            few.reserve((votes as usize).saturating_mul(ENTRY).min(FEW));
        }
    }

    /// Frees the unused memory of a ledger that is one bucket.
    pub fn shrink_to_fit(&mut self) {
        if let Ledger::Few(few) = self {
            few.shrink_to_fit();
        }
    }

    /// Drops the vote records. A small ledger is freed at once; a large one is returned, since
    /// freeing it takes a while.
    pub(crate) fn close(&mut self) -> Option<ClosedLedger> {
        match std::mem::replace(self, Self::DROPPED) {
            Ledger::Many(Some(buckets)) => {
                Some(ClosedLedger(buckets.table.into_buckets().into_blocks()))
            }
            Ledger::Few(_) | Ledger::Many(None) => None,
        }
    }

    /// Returns whether the vote records are dropped.
    pub const fn is_dropped(&self) -> bool {
        matches!(self, Ledger::Many(None))
    }

    /// Returns the votes of one bucket after the other, from the one at a cursor until there are
    /// `count` votes, and the cursor of the next bucket: 0 after the last.
    ///
    /// A ledger grows by moving entries to buckets further on. So whoever reads from cursor 0 to
    /// the end misses no vote that was there all the time.
    pub fn scan(&self, cursor: u64, count: usize) -> (u64, Vec<(UserName<'_>, RecordedVote)>) {
        let mut votes = Vec::new();
        let mut number = usize::try_from(cursor).unwrap_or(usize::MAX);
        while let Some(bucket) = self.bucket(number) {
            votes.extend(bucket.map(Entry::vote));
            number += 1;
            if votes.len() >= count && self.bucket(number).is_some() {
                return (number as u64, votes);
            }
        }
        (0, votes)
    }

    fn bucket(&self, number: usize) -> Option<Entries<'_>> {
        match self {
            Ledger::Few(few) => (number == 0).then(|| few.entries()),
            Ledger::Many(buckets) => {
                buckets.as_ref()?.table.buckets().get(number).map(Bucket::entries)
            }
        }
    }

    /// Returns all votes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (UserName<'_>, RecordedVote)> {
        let (few, many) = match self {
            Ledger::Few(few) => (Some(few.entries()), None),
            Ledger::Many(buckets) => (None, buckets.as_ref()),
        };
        let many = many.into_iter().flat_map(|buckets| buckets.table.buckets().iter());
        few.into_iter().chain(many.map(Bucket::entries)).flatten().map(Entry::vote)
    }
}

/// A large ledger that is no longer needed. Freeing it takes a while: the caller decides where.
#[derive(Debug)]
pub struct ClosedLedger(Vec<Vec<Bucket>>);

impl ClosedLedger {
    /// Frees a bounded part of the ledger. Returns false once nothing is left.
    pub fn free_chunk(&mut self) -> bool {
        self.0.pop().is_some()
    }
}

impl Clone for ClosedLedger {
    /// Returns an empty ledger, since a copy would only be freed, too.
    fn clone(&self) -> Self {
        Self(Vec::new())
    }
}

/// Buckets of votes by the hash of the user's name.
#[derive(Clone, Debug)]
pub struct Buckets {
    table: LinearHash<Bucket>,
    entries: usize,
}

impl Buckets {
    fn of(entries: Entries, hasher: &RandomState) -> Self {
        let mut bucket = Bucket::default();
        let mut count = 0;
        for entry in entries {
            bucket.push(entry.name, entry.vote);
            count += 1;
        }
        let mut table = LinearHash::default();
        table.grow(|_, _| bucket);
        let mut buckets = Self { table, entries: count };
        buckets.grow(hasher);
        buckets
    }

    fn bucket(&self, user: UserName, hasher: &RandomState) -> Option<&Bucket> {
        self.table.bucket(hasher.hash_one(user.as_bytes()))
    }

    fn set(
        &mut self,
        user: UserName,
        vote: Option<RecordedVote>,
        hasher: &RandomState,
    ) -> Option<RecordedVote> {
        let bucket = self.table.bucket_mut(hasher.hash_one(user.as_bytes()))?;
        let previous = bucket.set(user, vote);
        match (previous, vote) {
            (None, Some(_)) => {
                self.entries += 1;
                self.grow(hasher);
            }
            (Some(_), None) => self.entries -= 1,
            _ => {}
        }
        previous
    }

    /// Splits one bucket if there are more entries than the buckets should hold.
    fn grow(&mut self, hasher: &RandomState) {
        if self.entries > self.table.len() * TARGET {
            self.table.grow(|bucket, moves| {
                let (mut stay, mut go) = (Bucket::default(), Bucket::default());
                for entry in bucket.iter().flat_map(|bucket| bucket.entries()) {
                    let target =
                        if moves(hasher.hash_one(entry.name)) { &mut go } else { &mut stay };
                    target.push(entry.name, entry.vote);
                }
                if let Some(bucket) = bucket {
                    *bucket = stay;
                }
                go
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::types::Vote;
    use std::collections::HashMap;

    fn user(name: &[u8]) -> UserName<'_> {
        UserName::new(name).unwrap()
    }

    fn contents(ledger: &Ledger) -> HashMap<Vec<u8>, RecordedVote> {
        let all: Vec<_> = ledger.iter().map(|(n, v)| (n.as_bytes().to_vec(), v)).collect();
        let map: HashMap<_, _> = all.iter().cloned().collect();
        assert_eq!(map.len(), all.len(), "a user is in the ledger twice");
        map
    }

    #[test]
    fn agrees_with_a_map_at_every_size() {
        let hasher = RandomState::new();
        let mut ledger = Ledger::default();
        let mut model = HashMap::new();
        for step in 0..60_000_u64 {
            // A scattered walk over users, most of them new, each fourth vote a withdrawal.
            let number = step.wrapping_mul(0x9e37_79b9) % 20_000;
            let name = format!("user{number:07}").into_bytes();
            let vote = match step % 4 {
                0 => None,
                1 => Some(Vote::Down.silent()),
                _ => Some(Vote::Up.counted()),
            };
            let expected = match vote {
                Some(vote) => model.insert(name.clone(), vote),
                None => model.remove(&name),
            };
            assert_eq!(ledger.set(user(&name), vote, &hasher), expected);
            assert_eq!(ledger.get(user(&name), &hasher), vote);
            if step.is_power_of_two() {
                assert_eq!(contents(&ledger), model);
            }
        }
        assert_eq!(contents(&ledger), model);
    }

    #[test]
    fn names_of_every_length_are_distinguished() {
        let hasher = RandomState::new();
        let mut ledger = Ledger::default();
        for len in 1..=255_usize {
            let vote = if len % 2 == 0 { Vote::Up.counted() } else { Vote::Down.silent() };
            assert_eq!(ledger.set(user(&vec![b'x'; len]), Some(vote), &hasher), None);
        }
        for len in 1..=255_usize {
            let vote = if len % 2 == 0 { Vote::Up.counted() } else { Vote::Down.silent() };
            assert_eq!(ledger.get(user(&vec![b'x'; len]), &hasher), Some(vote));
        }
        assert_eq!(contents(&ledger).len(), 255);
    }

    #[test]
    fn a_scan_finds_every_vote_that_was_there_all_the_time() {
        let hasher = RandomState::new();
        for stays in [0_u32, 1, 30, 500, 5_000] {
            let mut ledger = Ledger::default();
            let mut next = 0..;
            let mut vote = |ledger: &mut Ledger| {
                let name = next.next().map(|n: u32| n.to_string()).unwrap_or_default();
                ledger.set(user(name.as_bytes()), Some(Vote::Up.counted()), &hasher);
            };
            (0..stays).for_each(|_| vote(&mut ledger));
            let (mut found, mut cursor) = (HashMap::new(), 0);
            loop {
                let (next, votes) = ledger.scan(cursor, 10);
                assert!(votes.len() < 10 + 2 * FEW);
                found.extend(votes.iter().map(|(n, v)| (n.as_bytes().to_vec(), *v)));
                if next == 0 {
                    break;
                }
                assert!(votes.len() >= 10);
                cursor = next;
                (0..20).for_each(|_| vote(&mut ledger));
            }
            assert!((0..stays).all(|n| found.contains_key(n.to_string().as_bytes())));
        }
        let mut ledger = Ledger::default();
        ledger.set(user(b"a"), Some(Vote::Down.silent()), &hasher);
        assert_eq!(ledger.scan(1, 10), (0, Vec::new()));
        assert_eq!(ledger.scan(u64::MAX, 10), (0, Vec::new()));
    }

    #[test]
    fn a_dropped_ledger_is_empty() {
        let hasher = RandomState::new();
        let mut ledger = Ledger::default();
        for n in 0..100_u8 {
            ledger.set(user(&[n; 20]), Some(Vote::Up.counted()), &hasher);
        }
        assert!(ledger.close().is_some());
        assert!(ledger.is_dropped());
        assert_eq!(ledger.get(user(&[1; 20]), &hasher), None);
        assert_eq!(ledger.set(user(&[1; 20]), Some(Vote::Up.counted()), &hasher), None);
        assert_eq!(ledger.iter().count(), 0);
    }

    #[test]
    fn a_ledger_takes_32_bytes() {
        assert_eq!(size_of::<Ledger>(), 32);
    }
}
