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

/// A user with the hash of the name, of which half the bits are enough. Since they are stored, a
/// bucket is split without the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    hash: u32,
    number: UserNumber,
}

impl Names {
    /// Returns the number of users.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the users whose names may have that hash.
    pub fn find(&self, hash: u64) -> impl Iterator<Item = UserNumber> {
        let hash = hash as u32;
        let entries = self.table.bucket(hash.into()).into_iter().flatten();
        entries.filter(move |entry| entry.hash == hash).map(|entry| entry.number)
    }

    /// Adds a user.
    pub fn insert(&mut self, hash: u64, number: UserNumber) {
        let hash = hash as u32;
        self.len += 1;
        if self.len > self.table.len() * TARGET {
            self.table.grow(|bucket, moves| {
                let moves = |entry: &mut Entry| moves(entry.hash.into());
                bucket.map(|bucket| bucket.extract_if(.., moves).collect()).unwrap_or_default()
            });
        }
        if let Some(bucket) = self.table.bucket_mut(hash.into()) {
            if bucket.len() == bucket.capacity() {
                // Smaller steps than those of a vector, since there are very many buckets.
                bucket.reserve_exact(TARGET / 4);
            }
            bucket.push(Entry { hash, number });
        }
    }

    /// Removes a user.
    pub fn remove(&mut self, hash: u64, number: UserNumber) {
        if let Some(bucket) = self.table.bucket_mut((hash as u32).into()) {
            let before = bucket.len();
            bucket.retain(|entry| entry.number != number);
            self.len -= before - bucket.len();
        }
    }
}
