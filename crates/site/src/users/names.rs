//! The numbers of users by their names, which are stored with the users only.

use crate::linear_hash::LinearHash;
use crate::user_number::UserNumber;

/// The average number of entries per bucket.
const TARGET: usize = 16;

/// An index of users by the hash of their names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    table: LinearHash<Vec<Entry>>,
    len: usize,
}

/// A user with the upper half of the hash, which leads to the bucket with its lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    hash: u32,
    number: UserNumber,
}

impl Entry {
    fn new(hash: u64, number: UserNumber) -> Self {
        Self { hash: (hash >> 32) as u32, number }
    }
}

impl Names {
    /// Returns the number of users.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the users whose names may have that hash.
    pub fn find(&self, hash: u64) -> impl Iterator<Item = UserNumber> {
        let entries = self.table.bucket(hash).into_iter().flatten();
        entries.filter(move |entry| u64::from(entry.hash) == hash >> 32).map(|entry| entry.number)
    }

    /// Adds a user. `hash_of` returns the hash of the name of any other.
    pub fn insert(&mut self, hash: u64, number: UserNumber, hash_of: impl Fn(UserNumber) -> u64) {
        self.len += 1;
        if self.len > self.table.len() * TARGET {
            self.table.grow(|bucket, moves| {
                let moves = |entry: &mut Entry| moves(hash_of(entry.number));
                bucket.map(|bucket| bucket.extract_if(.., moves).collect()).unwrap_or_default()
            });
        }
        if let Some(bucket) = self.table.bucket_mut(hash) {
            if bucket.len() == bucket.capacity() {
                // Smaller steps than those of a vector, since there are very many buckets.
                bucket.reserve_exact(TARGET / 4);
            }
            bucket.push(Entry::new(hash, number));
        }
    }

    /// Removes a user.
    pub fn remove(&mut self, hash: u64, number: UserNumber) {
        if let Some(bucket) = self.table.bucket_mut(hash) {
            let before = bucket.len();
            bucket.retain(|entry| entry.number != number);
            self.len -= before - bucket.len();
        }
    }
}
