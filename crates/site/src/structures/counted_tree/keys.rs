//! The keys of a node, as they are held in memory.

use std::fmt::Debug;

/// The maximum number of keys in a leaf and of children of an inner node.
pub(super) const CAPACITY: usize = 64;
/// The number of keys by which a node grows.
const STEP: usize = CAPACITY / 4;

/// The keys of a node, in ascending order. Indexes must be in bounds.
pub trait Keys: Clone + Debug + Default {
    /// A key.
    type Key: Ord + Clone;

    /// A key as it is read: itself, or a reference.
    type Item<'a>
    where
        Self: 'a;

    /// Returns these keys, which are in ascending order.
    fn of(keys: &[Self::Key]) -> Self;

    /// Returns the number of keys.
    fn len(&self) -> usize;

    /// Returns whether there is no key.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the key at an index.
    fn get(&self, at: usize) -> Option<Self::Item<'_>>;

    /// Returns a copy of the key at an index.
    fn key(&self, at: usize) -> Option<Self::Key>;

    /// Returns the index of a key or, as an error, the one at which it belongs.
    fn find(&self, key: &Self::Key) -> Result<usize, usize>;

    /// Returns how many keys are less than this one.
    fn rank(&self, key: &Self::Key) -> usize {
        self.find(key).unwrap_or_else(|at| at)
    }

    /// Returns whether all keys are less than this one.
    fn is_below(&self, key: &Self::Key) -> bool;

    /// Inserts a key at the index at which it belongs. The room for keys doubles if many are being
    /// appended.
    fn insert(&mut self, at: usize, key: Self::Key, is_appended: bool);

    /// Removes the key at an index.
    fn remove(&mut self, at: usize);

    /// Replaces the key at `from`. `to` is the index at which the new one belongs as long as the
    /// old one is there.
    fn replace(&mut self, from: usize, to: usize, key: Self::Key);

    /// Removes the keys from an index on, and returns them.
    fn split_off(&mut self, at: usize) -> Self;

    /// Appends other keys, all of which are greater.
    fn append(&mut self, other: Self);

    /// Returns whether the keys are in order.
    fn is_sorted(&self) -> bool {
        (0..self.len()).map(|at| self.key(at)).is_sorted_by(|a, b| a < b)
    }
}

impl<K: Ord + Clone + Debug> Keys for Vec<K> {
    type Key = K;

    type Item<'a>
        = &'a K
    where
        Self: 'a;

    fn of(keys: &[K]) -> Self {
        keys.to_vec()
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, at: usize) -> Option<&K> {
        self.as_slice().get(at)
    }

    fn key(&self, at: usize) -> Option<K> {
        self.as_slice().get(at).cloned()
    }

    fn find(&self, key: &K) -> Result<usize, usize> {
        self.binary_search(key)
    }

    fn is_below(&self, key: &K) -> bool {
        self.last().is_none_or(|highest| highest < key)
    }

    fn insert(&mut self, at: usize, key: K, is_appended: bool) {
        if self.len() == self.capacity() && !is_appended {
            // A vector would double, and leave leaves half empty.
            self.reserve_exact(self.len().clamp(4, STEP).min(CAPACITY - self.len()));
        }
        self.insert(at, key);
    }

    fn remove(&mut self, at: usize) {
        self.remove(at);
    }

    fn replace(&mut self, from: usize, to: usize, key: K) {
        // Rotates the slot of the old key to where the new one belongs.
        let (span, to) = if to > from {
            let span = self.get_mut(from..to);
            (span.map(|span| span.rotate_left(1)), to - 1)
        } else {
            let span = self.get_mut(to..=from);
            (span.map(|span| span.rotate_right(1)), to)
        };
        if let (Some(()), Some(slot)) = (span, self.get_mut(to)) {
            *slot = key;
        }
    }

    fn split_off(&mut self, at: usize) -> Self {
        let right = self.split_off(at);
        self.shrink_to_fit();
        right
    }

    fn append(&mut self, mut other: Self) {
        self.append(&mut other);
    }
}
