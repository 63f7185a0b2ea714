//! Who voted how on one article: exact, and about as small as the names themselves.
//!
//! Votes are packed into buckets of about 16 entries. A small ledger is a
//! single bucket. A large one is a linear hash table of them (W. Litwin, "Linear
//! Hashing", VLDB 1980): it grows by splitting one bucket at a time, so no vote waits for a
//! rehash. Buckets are chosen by a keyed hash, since names come from outside.

use std::hash::{BuildHasher, RandomState};

use crate::bucket::Bucket;
use crate::types::{UserName, Vote};

/// Entries a bucket of a large ledger holds on average, at most.
const TARGET: usize = 16;
/// Bytes of the entries of a ledger that is one bucket, at most.
const FEW: usize = 768;
/// Bytes of an entry, by which room is made before the names are known.
const ENTRY: usize = 16;
/// Buckets that are in one piece of memory.
const CHUNK: usize = 256;

/// The votes on one article, by user.
#[derive(Clone, Debug)]
pub enum Ledger {
    /// Up to 768 bytes of them.
    Few(Filter, Bucket),
    /// More of them.
    Many(Box<Buckets>),
    /// Voting has closed and the records have been given back.
    Dropped,
}

impl Default for Ledger {
    fn default() -> Self {
        Ledger::Few(Filter([0; 2]), Bucket::default())
    }
}

impl Ledger {
    /// How the user voted.
    pub fn get(&self, user: UserName, hasher: &RandomState) -> Option<Vote> {
        match self {
            Ledger::Few(filter, bucket) if filter.may_hold(user) => bucket.get(user),
            Ledger::Many(buckets) => buckets.bucket(user, hasher)?.get(user),
            Ledger::Few(..) | Ledger::Dropped => None,
        }
    }

    /// Sets or, with None, withdraws a user's vote. Returns the vote that the user had before.
    pub fn set(
        &mut self,
        user: UserName,
        vote: Option<Vote>,
        hasher: &RandomState,
    ) -> Option<Vote> {
        match self {
            Ledger::Few(filter, bucket) => {
                if filter.may_hold(user) {
                    let previous = bucket.set(user, vote);
                    if previous.is_some() {
                        return previous;
                    }
                } else if let Some(vote) = vote {
                    bucket.push(user.as_bytes(), vote);
                }
                if vote.is_some() {
                    filter.add(user);
                    if bucket.bytes() > FEW {
                        *self = Ledger::Many(Box::new(Buckets::from_bucket(bucket, hasher)));
                    }
                }
                None
            }
            Ledger::Many(buckets) => buckets.set(user, vote, hasher),
            Ledger::Dropped => None,
        }
    }

    /// Makes room for about so many votes, at most what a ledger of one bucket holds.
    pub fn reserve(&mut self, votes: u32) {
        if let Ledger::Few(_, bucket) = self {
            bucket.reserve((votes as usize).saturating_mul(ENTRY).min(FEW));
        }
    }

    /// Gives back unused room of a ledger that is one bucket.
    pub fn shrink_to_fit(&mut self) {
        if let Ledger::Few(_, bucket) = self {
            bucket.shrink_to_fit();
        }
    }

    /// Gives the records back. What is left to free of a large ledger is returned, for it may
    /// take a while.
    pub fn close(&mut self) -> Option<Vec<Vec<Bucket>>> {
        match std::mem::replace(self, Ledger::Dropped) {
            Ledger::Many(buckets) => Some(buckets.chunks),
            Ledger::Few(..) | Ledger::Dropped => None,
        }
    }

    /// Whether the records have been given back.
    pub const fn is_dropped(&self) -> bool {
        matches!(self, Ledger::Dropped)
    }

    /// All votes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Vote)> {
        let (few, many) = match self {
            Ledger::Few(_, bucket) => (Some(bucket), None),
            Ledger::Many(buckets) => (None, Some(buckets)),
            Ledger::Dropped => (None, None),
        };
        let many = many.into_iter().flat_map(|b| b.chunks.iter().flatten());
        few.into_iter().chain(many).flat_map(Bucket::entries).map(|e| (e.name, e.vote))
    }
}

/// A Bloom filter (B. H. Bloom, CACM 13, 1970) of two bits a name: tells of most users who have no
/// vote in a small ledger that they have none. It lies beside the article's counts, so that a new
/// vote, the usual case, need not read the ledger at all. It decides nothing: whom it may hold, the
/// ledger is asked about. It needs no key, since names that are made to collide in it are only
/// looked up.
#[derive(Clone, Copy, Debug)]
pub struct Filter([u64; 2]);

impl Filter {
    fn bits(user: UserName) -> [u64; 2] {
        let name = user.as_bytes();
        // The ends of names differ most.
        let end = match name.last_chunk::<8>() {
            Some(end) => u64::from_le_bytes(*end),
            None => name.iter().fold(0, |end, byte| end << 8 | u64::from(*byte)),
        };
        // A multiplicative hash, by 2 to the 64 over the golden ratio (D. Knuth, TAOCP 3, 6.4).
        let hash = end.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        [1 << (hash >> 58), 1 << (hash >> 52 & 63)]
    }

    fn may_hold(self, user: UserName) -> bool {
        let ([a, b], [x, y]) = (self.0, Self::bits(user));
        a & x != 0 && b & y != 0
    }

    fn add(&mut self, user: UserName) {
        let ([a, b], [x, y]) = (self.0, Self::bits(user));
        self.0 = [a | x, b | y];
    }
}

/// A linear hash table of buckets, in chunks.
#[derive(Clone, Debug)]
pub struct Buckets {
    chunks: Vec<Vec<Bucket>>,
    len: usize,
    entries: usize,
}

impl Buckets {
    fn from_bucket(bucket: &Bucket, hasher: &RandomState) -> Self {
        let mut buckets = Self { chunks: Vec::new(), len: 0, entries: bucket.entries().count() };
        buckets.push(bucket.clone());
        buckets.grow(hasher);
        buckets
    }

    fn get(&self, number: usize) -> Option<&Bucket> {
        self.chunks.get(number / CHUNK)?.get(number % CHUNK)
    }

    fn get_mut(&mut self, number: usize) -> Option<&mut Bucket> {
        self.chunks.get_mut(number / CHUNK)?.get_mut(number % CHUNK)
    }

    fn push(&mut self, bucket: Bucket) {
        match self.chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => chunk.push(bucket),
            None => self.chunks.push(vec![bucket]),
        }
        self.len += 1;
    }

    fn bucket(&self, user: UserName, hasher: &RandomState) -> Option<&Bucket> {
        self.get(bucket_index(hasher.hash_one(user.as_bytes()), self.len))
    }

    fn set(&mut self, user: UserName, vote: Option<Vote>, hasher: &RandomState) -> Option<Vote> {
        let number = bucket_index(hasher.hash_one(user.as_bytes()), self.len);
        let previous = self.get_mut(number)?.set(user, vote);
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

    /// Splits one bucket if there are too many entries for the buckets.
    fn grow(&mut self, hasher: &RandomState) {
        let added = self.len;
        if self.entries <= added * TARGET {
            return;
        }
        let split = added - (1 << added.ilog2());
        let Some(bucket) = self.get_mut(split) else { return };
        let (mut stay, mut go) = (Bucket::default(), Bucket::default());
        for entry in bucket.entries() {
            let number = bucket_index(hasher.hash_one(entry.name), added + 1);
            let target = if number == added { &mut go } else { &mut stay };
            target.push(entry.name, entry.vote);
        }
        *bucket = stay;
        self.push(go);
    }
}

/// The bucket of a hash among `buckets`, which may be any number from 1.
fn bucket_index(hash: u64, buckets: usize) -> usize {
    let mask = buckets.next_power_of_two() - 1;
    let number = hash as usize & mask;
    if number < buckets { number } else { number & (mask >> 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn user(name: &[u8]) -> UserName<'_> {
        UserName::new(name).unwrap()
    }

    fn contents(ledger: &Ledger) -> HashMap<Vec<u8>, Vote> {
        let all: Vec<_> = ledger.iter().map(|(n, v)| (n.to_vec(), v)).collect();
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
                1 => Some(Vote::Down),
                _ => Some(Vote::Up),
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
    fn names_of_every_length_are_kept_apart() {
        let hasher = RandomState::new();
        let mut ledger = Ledger::default();
        for len in 1..=255_usize {
            let vote = if len % 2 == 0 { Vote::Up } else { Vote::Down };
            assert_eq!(ledger.set(user(&vec![b'x'; len]), Some(vote), &hasher), None);
        }
        for len in 1..=255_usize {
            let vote = if len % 2 == 0 { Vote::Up } else { Vote::Down };
            assert_eq!(ledger.get(user(&vec![b'x'; len]), &hasher), Some(vote));
        }
        assert_eq!(contents(&ledger).len(), 255);
    }

    #[test]
    fn a_dropped_ledger_knows_nobody() {
        let hasher = RandomState::new();
        let mut ledger = Ledger::default();
        for n in 0..100_u8 {
            ledger.set(user(&[n; 20]), Some(Vote::Up), &hasher);
        }
        assert!(ledger.close().is_some());
        assert!(ledger.is_dropped());
        assert_eq!(ledger.get(user(&[1; 20]), &hasher), None);
        assert_eq!(ledger.set(user(&[1; 20]), Some(Vote::Up), &hasher), None);
        assert_eq!(ledger.iter().count(), 0);
    }

    #[test]
    fn a_ledger_takes_five_words() {
        assert_eq!(size_of::<Ledger>(), 40);
    }
}
