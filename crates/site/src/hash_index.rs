//! An index of numbers by the hash of a key that is stored elsewhere.

use crate::counted_tree::CountedTree;

/// Numbers by hash: 8 bytes each, ordered, so that neither growth nor many equal keys ever stall.
///
/// The hash must be keyed if clients choose the keys. Those of equal hash must be compared by the
/// caller.
#[derive(Clone, Debug, Default)]
pub struct HashIndex(CountedTree<Entry>);

/// A number, ordered by hash, the highest number of a hash first: the upper half of the hash above
/// the complement of the number. As one integer, it is compared without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u64);

impl Entry {
    fn new(hash: u64, number: u32) -> Self {
        Self(hash & HASH | u64::from(!number))
    }

    fn hash(self) -> u64 {
        self.0 & HASH
    }

    fn number(self) -> u32 {
        !(self.0 as u32)
    }
}

/// The half of a hash that is stored.
const HASH: u64 = !(u32::MAX as u64);

impl FromIterator<(u64, u32)> for HashIndex {
    fn from_iter<I: IntoIterator<Item = (u64, u32)>>(entries: I) -> Self {
        let entries = entries.into_iter().map(|(hash, number)| Entry::new(hash, number));
        Self(CountedTree::from_keys(entries.collect()))
    }
}

impl HashIndex {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a number.
    pub fn insert(&mut self, hash: u64, number: u32) {
        self.0.insert(Entry::new(hash, number));
    }

    /// Removes a number.
    pub fn remove(&mut self, hash: u64, number: u32) {
        self.0.remove(&Entry::new(hash, number));
    }

    /// Returns the numbers whose keys may have that hash, highest first.
    pub fn find(&self, hash: u64) -> impl Iterator<Item = u32> {
        let first = Entry::new(hash, u32::MAX);
        let entries = self.0.range_from(&first);
        entries.take_while(move |entry| entry.hash() == first.hash()).map(|entry| entry.number())
    }

    /// Returns whether a number is there.
    pub fn contains(&self, hash: u64, number: u32) -> bool {
        let entry = Entry::new(hash, number);
        self.0.range_from(&entry).next() == Some(&entry)
    }

    /// Checks the tree.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.0.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_numbers_of_a_hash_highest_first() {
        let hashes = [0, 1 << 32, (1 << 32) + 5, 7 << 32, u64::MAX];
        let mut index = HashIndex::default();
        for number in [0, 3, 9, u32::MAX] {
            hashes.iter().for_each(|hash| index.insert(*hash, number));
        }
        let all = |index: &HashIndex, hash| index.find(hash).collect::<Vec<_>>();
        for hash in hashes {
            assert_eq!(all(&index, hash), [u32::MAX, 9, 3, 0]);
        }
        assert_eq!(all(&index, 2 << 32), []);
        index.remove(7 << 32, 9);
        index.remove(7 << 32, u32::MAX);
        assert_eq!(all(&index, 7 << 32), [3, 0]);
        assert_eq!(all(&index, u64::MAX), [u32::MAX, 9, 3, 0]);
        assert_eq!(index.len(), 14);
    }
}
