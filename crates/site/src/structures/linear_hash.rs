//! A hash table that grows by one bucket at a time, so that nothing waits for a rehash: linear
//! hashing (W. Litwin, "Linear Hashing: A New Tool for File and Table Addressing", VLDB 1980).

use crate::structures::chunks::Chunks;

/// Buckets by hash. What a bucket holds, and when there should be more of them, is up to the user.
#[derive(Clone, Debug)]
pub struct LinearHash<B>(Chunks<B>);

impl<B> Default for LinearHash<B> {
    fn default() -> Self {
        Self(Chunks::default())
    }
}

impl<B> LinearHash<B> {
    /// Returns the number of buckets.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no bucket yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bucket for a hash.
    pub fn bucket(&self, hash: u64) -> Option<&B> {
        self.0.get(bucket_index(hash, self.len()))
    }

    /// Returns the bucket for a hash for modification.
    pub fn bucket_mut(&mut self, hash: u64) -> Option<&mut B> {
        self.0.get_mut(bucket_index(hash, self.len()))
    }

    /// Returns the bucket at an index below their number for modification.
    pub fn bucket_at_mut(&mut self, index: usize) -> Option<&mut B> {
        self.0.get_mut(index)
    }

    /// Returns all buckets.
    pub fn buckets(&self) -> &Chunks<B> {
        &self.0
    }

    /// Adds a bucket. Of the bucket that is split for it, `split` removes what belongs into the
    /// new one, as the hash tells, and returns that. The first bucket is split from none.
    pub fn grow(&mut self, split: impl FnOnce(Option<&mut B>, &dyn Fn(u64) -> bool) -> B) {
        let added = self.len();
        let moves = |hash| bucket_index(hash, added + 1) == added;
        let source = source_of_last(added + 1);
        let bucket = split(source.and_then(|number| self.0.get_mut(number)), &moves);
        self.0.push(bucket);
    }

    /// Removes the last bucket, unless it is the only one. `merge` adds it to the bucket that it
    /// was split from.
    pub fn shrink(&mut self, merge: impl FnOnce(&mut B, B)) {
        if let Some(source) = source_of_last(self.len())
            && let Some(removed) = self.0.pop()
            && let Some(bucket) = self.0.get_mut(source)
        {
            merge(bucket, removed);
        }
    }
}

/// Returns the number of the bucket of which the last of that many buckets was split, if of any.
fn source_of_last(buckets: usize) -> Option<usize> {
    let last = buckets.checked_sub(1)?;
    Some(last - (1 << last.checked_ilog2()?))
}

/// Returns the index of the bucket for a hash among a number of them.
fn bucket_index(hash: u64, buckets: usize) -> usize {
    let mask = buckets.next_power_of_two() - 1;
    let number = hash as usize & mask;
    if number < buckets { number } else { number & (mask >> 1) }
}
