//! Who voted how on one article: exact, and about as small as the names themselves.
//!
//! Names are packed into buckets of about [`TARGET`] entries that are searched one by one. A small
//! ledger is a single bucket. A large one is a linear hash table of them (W. Litwin, "Linear
//! Hashing", VLDB 1980): it grows by splitting one bucket at a time, so no vote waits for a
//! rehash. Buckets are chosen by a keyed hash, since names come from outside.

use std::hash::{BuildHasher, RandomState};

use super::table::Table;
use super::words::{UserName, Vote};

/// Entries a bucket of a large ledger holds on average, at most.
const TARGET: usize = 16;
/// Entries of a ledger that is one bucket, at most.
const FEW: usize = 2 * TARGET;

/// The votes on one article, by user.
#[derive(Clone, Debug)]
pub enum Ledger {
    /// Up to [`FEW`] votes.
    Few(Bucket),
    /// More of them.
    Many(Box<Buckets>),
    /// Voting has closed and the records have been given back.
    Dropped,
}

impl Ledger {
    /// A ledger without votes.
    pub const fn new() -> Self {
        Ledger::Few(Bucket(Vec::new()))
    }

    /// How the user voted.
    pub fn get(&self, user: UserName, hasher: &RandomState) -> Option<Vote> {
        let bucket = match self {
            Ledger::Few(bucket) => bucket,
            Ledger::Many(buckets) => buckets.bucket(user, hasher)?,
            Ledger::Dropped => return None,
        };
        bucket.find(user).ok().map(|entry| entry.vote)
    }

    /// Sets or, with None, withdraws a user's vote. Returns the vote that the user had before.
    pub fn set(
        &mut self,
        user: UserName,
        vote: Option<Vote>,
        hasher: &RandomState,
    ) -> Option<Vote> {
        match self {
            Ledger::Few(bucket) => match bucket.set(user, vote) {
                Change::Was(previous) => previous,
                Change::Added { entries } => {
                    if entries > FEW {
                        *self = Ledger::Many(Box::new(Buckets::from_bucket(bucket, hasher)));
                    }
                    None
                }
            },
            Ledger::Many(buckets) => buckets.set(user, vote, hasher),
            Ledger::Dropped => None,
        }
    }

    /// Gives the records back. What is left to free of a large ledger is returned, for it may
    /// take a while.
    pub fn close(&mut self) -> Option<Table<Bucket>> {
        match std::mem::replace(self, Ledger::Dropped) {
            Ledger::Many(buckets) => Some(buckets.table),
            Ledger::Few(_) | Ledger::Dropped => None,
        }
    }

    /// Whether the records have been given back.
    pub const fn is_dropped(&self) -> bool {
        matches!(self, Ledger::Dropped)
    }

    /// All votes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Vote)> {
        let (few, many) = match self {
            Ledger::Few(bucket) => (Some(bucket), None),
            Ledger::Many(buckets) => (None, Some(buckets)),
            Ledger::Dropped => (None, None),
        };
        let many = many.into_iter().flat_map(|b| b.table.iter().map(|(_, bucket)| bucket));
        few.into_iter().chain(many).flat_map(Bucket::entries).map(|e| (e.name, e.vote))
    }
}

/// Votes packed one after the other: a head byte of the name's length and the vote, then the name.
/// A name of [`LONG`] bytes or more has its length in a byte of its own, after the head.
#[derive(Clone, Debug, Default)]
pub struct Bucket(Vec<u8>);

/// Lengths from here on do not fit into the seven bits of the head.
const LONG: usize = 127;

/// One vote as it stands in a bucket.
struct Entry<'a> {
    at: usize,
    size: usize,
    name: &'a [u8],
    vote: Vote,
}

/// What setting a vote did to a bucket.
enum Change {
    /// There is no more than there was; the user's earlier vote is given.
    Was(Option<Vote>),
    /// A new entry; so many are there now.
    Added { entries: usize },
}

impl Bucket {
    fn entries(&self) -> Entries<'_> {
        Entries { bytes: &self.0, at: 0 }
    }

    /// The user's entry or, if there is none, the number of all entries.
    fn find(&self, user: UserName) -> Result<Entry<'_>, usize> {
        let mut others = 0;
        for entry in self.entries() {
            if same(entry.name, user.as_bytes()) {
                return Ok(entry);
            }
            others += 1;
        }
        Err(others)
    }

    fn set(&mut self, user: UserName, vote: Option<Vote>) -> Change {
        match (self.find(user), vote) {
            (Ok(Entry { at, vote: previous, .. }), Some(vote)) => {
                if previous != vote
                    && let Some(head) = self.0.get_mut(at)
                {
                    *head ^= 1;
                }
                Change::Was(Some(previous))
            }
            (Ok(Entry { at, size, vote: previous, .. }), None) => {
                self.0.drain(at..at + size);
                if self.0.len() < self.0.capacity() / 2 {
                    self.0.shrink_to_fit();
                }
                Change::Was(Some(previous))
            }
            (Err(others), Some(vote)) => {
                self.push(user.as_bytes(), vote);
                Change::Added { entries: others + 1 }
            }
            (Err(_), None) => Change::Was(None),
        }
    }

    fn push(&mut self, name: &[u8], vote: Vote) {
        let len = self.0.len() + name.len() + 2;
        if len > self.0.capacity() {
            // An eighth of room to grow, not twice: there are very many buckets.
            let room = (len + len / 8).next_multiple_of(16);
            self.0.reserve_exact(room - self.0.len());
        }
        let up = u8::from(vote == Vote::Up);
        if name.len() < LONG {
            self.0.push((name.len() as u8) << 1 | up);
        } else {
            self.0.extend([(LONG as u8) << 1 | up, name.len() as u8]);
        }
        self.0.extend_from_slice(name);
    }
}

/// Whether two names are equal. Names often begin alike, so their ends are compared first.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.last_chunk::<8>() == b.last_chunk::<8>() && a == b
}

struct Entries<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let rest = self.bytes.get(self.at..)?;
        let (&head, tail) = rest.split_first()?;
        let vote = if head & 1 == 1 { Vote::Up } else { Vote::Down };
        let (len, start) = match usize::from(head >> 1) {
            LONG => (usize::from(*tail.first()?), 2),
            len => (len, 1),
        };
        let (at, size) = (self.at, start + len);
        self.at += size;
        Some(Entry { at, size, name: rest.get(start..size)?, vote })
    }
}

/// A linear hash table of buckets.
#[derive(Clone, Debug)]
pub struct Buckets {
    table: Table<Bucket>,
    entries: usize,
}

impl Buckets {
    fn from_bucket(bucket: &Bucket, hasher: &RandomState) -> Self {
        let mut table = Table::default();
        table.insert(0, bucket.clone());
        let mut buckets = Self { table, entries: bucket.entries().count() };
        buckets.grow(hasher);
        buckets
    }

    fn bucket(&self, user: UserName, hasher: &RandomState) -> Option<&Bucket> {
        self.table.get(place(hasher.hash_one(user.as_bytes()), self.table.len()))
    }

    fn set(&mut self, user: UserName, vote: Option<Vote>, hasher: &RandomState) -> Option<Vote> {
        let number = place(hasher.hash_one(user.as_bytes()), self.table.len());
        match self.table.get_mut(number)?.set(user, vote) {
            Change::Added { .. } => {
                self.entries += 1;
                self.grow(hasher);
                None
            }
            Change::Was(previous) => {
                if previous.is_some() && vote.is_none() {
                    self.entries -= 1;
                }
                previous
            }
        }
    }

    /// Splits one bucket if there are too many entries for the buckets.
    fn grow(&mut self, hasher: &RandomState) {
        let buckets = self.table.len();
        if self.entries <= buckets * TARGET || buckets >= u32::MAX as usize {
            return;
        }
        let added = buckets as u32;
        let split = added - (1 << added.ilog2());
        let Some(bucket) = self.table.get_mut(split) else { return };
        let (mut stay, mut go) = (Bucket::default(), Bucket::default());
        for entry in bucket.entries() {
            let number = place(hasher.hash_one(entry.name), buckets + 1);
            let target = if number == added { &mut go } else { &mut stay };
            target.push(entry.name, entry.vote);
        }
        *bucket = stay;
        self.table.insert(added, go);
    }
}

/// The bucket of a hash among `buckets`, which may be any number from 1.
fn place(hash: u64, buckets: usize) -> u32 {
    let mask = buckets.next_power_of_two() - 1;
    let number = hash as usize & mask;
    (if number < buckets { number } else { number & (mask >> 1) }) as u32
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
        let mut ledger = Ledger::new();
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
        let mut ledger = Ledger::new();
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
        let mut ledger = Ledger::new();
        for n in 0..100_u8 {
            ledger.set(user(&[n]), Some(Vote::Up), &hasher);
        }
        assert!(ledger.close().is_some());
        assert!(ledger.is_dropped());
        assert_eq!(ledger.get(user(&[1]), &hasher), None);
        assert_eq!(ledger.set(user(&[1]), Some(Vote::Up), &hasher), None);
        assert_eq!(ledger.iter().count(), 0);
    }

    #[test]
    fn a_ledger_takes_three_words() {
        assert_eq!(size_of::<Ledger>(), 24);
    }
}
