//! An index of numbers by the hash of a key that is stored elsewhere.

use smallvec::SmallVec;

use crate::structures::linear_hash::LinearHash;
use crate::structures::prefetch::prefetch;

/// The average number of entries per bucket.
const TARGET: usize = 5;

/// The entries of a bucket. Up to seven, nearly always enough, take no memory of their own: a
/// look-up reads one cache line.
type Bucket = SmallVec<[Entry; 7]>;

/// Numbers by hash, 8 bytes each, in a table that never stops to rehash.
///
/// The hash must be keyed if clients choose the keys. The caller compares the keys of equal hash,
/// and keeps them few: all of them are in one bucket.
#[derive(Clone, Debug, Default)]
pub struct HashIndex {
    table: LinearHash<Bucket>,
    len: usize,
}

/// A number with the hash of its key, of which half the bits are enough. Since they are stored, a
/// bucket is split without the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    hash: u32,
    number: u32,
}

/// Returns the half of a hash that an index distinguishes.
pub fn half(hash: u64) -> u32 {
    hash as u32
}

impl HashIndex {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the numbers whose keys may have that hash.
    pub fn find(&self, hash: u64) -> impl Iterator<Item = u32> {
        let hash = half(hash);
        let entries = self.table.bucket(hash.into()).into_iter().flatten();
        entries.filter(move |entry| entry.hash == hash).map(|entry| entry.number)
    }

    /// Starts to load where the numbers of a hash are.
    pub fn prefetch(&self, hash: u64) {
        self.table.bucket(half(hash).into()).inspect(|bucket| prefetch(*bucket));
    }

    pub fn insert(&mut self, hash: u64, number: u32) {
        let hash = half(hash);
        self.len += 1;
        if self.len > self.table.len() * TARGET {
            self.table.grow(|bucket, moves| {
                let Some(bucket) = bucket else { return Bucket::new() };
                let moves = |entry: &Entry| moves(entry.hash.into());
                let moved = bucket.iter().copied().filter(moves).collect();
                bucket.retain(|entry| !moves(entry));
                bucket.shrink_to_fit();
                moved
            });
        }
        if let Some(bucket) = self.table.bucket_mut(hash.into()) {
            bucket.push(Entry { hash, number });
        }
    }

    /// Removes a number. Returns whether it was there.
    pub fn remove(&mut self, hash: u64, number: u32) -> bool {
        let entry = Entry { hash: half(hash), number };
        let Some(bucket) = self.table.bucket_mut(entry.hash.into()) else { return false };
        let Some(at) = bucket.iter().position(|other| *other == entry) else { return false };
        bucket.swap_remove(at);
        bucket.shrink_to_fit();
        self.len -= 1;
        if self.len == 0 {
            *self = Self::default();
        } else if self.len < (self.table.len() - 1) * (TARGET / 2) {
            // Half of what a bucket has on average when one is added: inserting and removing in
            // turn does not split and merge each time.
            self.table.shrink(|bucket, mut removed| bucket.append(&mut removed));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash whose stored half is spread over the table.
    fn hash(key: u32) -> u64 {
        u64::from(key.wrapping_mul(0x9e37_79b9)) | 7 << 40
    }

    fn found(index: &HashIndex, key: u32) -> Vec<u32> {
        let mut found: Vec<_> = index.find(hash(key)).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn finds_exactly_the_numbers_of_a_hash_while_it_grows_and_shrinks() {
        let mut index = HashIndex::default();
        for key in 0..10_000 {
            index.insert(hash(key), key);
            index.insert(hash(key), key + 1);
        }
        assert_eq!(index.len(), 20_000);
        for key in 0..10_000 {
            assert_eq!(found(&index, key), [key, key + 1]);
            assert!(index.remove(hash(key), key));
            assert!(!index.remove(hash(key), key));
            assert_eq!(found(&index, key), [key + 1]);
        }
        assert_eq!((found(&index, 10_000), found(&index, 9_999)), (vec![], vec![10_000]));
        for key in 0..10_000 {
            assert!(index.remove(hash(key), key + 1));
        }
        assert_eq!((index.len(), index.table.len()), (0, 0));
    }
}
