//! What a tree knows of the keys below each of its nodes, besides their number.

use std::fmt::Debug;

/// A key of a tree. It may carry data that its order ignores, and that a summary is about.
pub trait Key: Ord + Clone {
    /// What the tree knows of the keys below each node.
    type Summary: Summary<Self>;
}

/// A summary of a set of keys, such as the maximum of a number that they carry.
pub trait Summary<K>: Clone + Debug + PartialEq {
    /// What a summary takes from one key. It is computed once per operation, since that may be
    /// costly.
    type Values: Copy;

    /// Computes the values of a key.
    fn values(key: &K) -> Self::Values;

    /// Summarizes keys.
    fn of_keys(keys: &[K]) -> Self;

    /// Summarizes the union of sets.
    fn combined(parts: &[Self]) -> Self;

    /// Adds a key, or replaces the data of one that is in the set already. Returns false if the
    /// summary must be computed again, since it may have depended on the data before.
    fn include(&mut self, key: &K, values: Self::Values) -> bool;

    /// Returns whether the summary may change if a key is removed from the set.
    fn depends_on(&self, key: &K) -> bool;
}

/// No summary.
impl<K> Summary<K> for () {
    type Values = ();

    fn values(_: &K) {}

    fn of_keys(_: &[K]) {}

    fn combined(_: &[()]) {}

    fn include(&mut self, _: &K, _values: ()) -> bool {
        true
    }

    fn depends_on(&self, _: &K) -> bool {
        false
    }
}
