//! A hash table that grows by one bucket at a time, so that nothing waits for a rehash: linear hashing
//! (W. Litwin, "Linear Hashing: A New Tool for File and Table Addressing", VLDB 1980).

/// The number of buckets per block of memory.
const CHUNK: usize = 256;

/// Buckets by hash. What a bucket holds, and when there should be more of them, is up to the user.
#[derive(Clone, Debug)]
pub struct LinearHash<B> {
    chunks: Vec<Vec<B>>,
    len: usize,
}

impl<B> Default for LinearHash<B> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<B> LinearHash<B> {
    /// Returns the number of buckets.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the bucket for a hash.
    pub fn bucket(&self, hash: u64) -> Option<&B> {
        self.get(bucket_index(hash, self.len))
    }

    /// Returns the bucket for a hash for modification.
    pub fn bucket_mut(&mut self, hash: u64) -> Option<&mut B> {
        self.get_mut(bucket_index(hash, self.len))
    }

    /// Returns the bucket of a number, from 0.
    pub fn get(&self, number: usize) -> Option<&B> {
        self.chunks.get(number / CHUNK)?.get(number % CHUNK)
    }

    fn get_mut(&mut self, number: usize) -> Option<&mut B> {
        self.chunks.get_mut(number / CHUNK)?.get_mut(number % CHUNK)
    }

    /// Returns all buckets.
    pub fn iter(&self) -> impl Iterator<Item = &B> {
        self.chunks.iter().flatten()
    }

    /// Returns the blocks of buckets.
    pub fn into_chunks(self) -> Vec<Vec<B>> {
        self.chunks
    }

    /// Adds a bucket. Of the bucket that is split for it, `split` removes what belongs into the new
    /// one, as the hash tells, and returns that. The first bucket is split from none.
    pub fn grow(&mut self, split: impl FnOnce(Option<&mut B>, &dyn Fn(u64) -> bool) -> B) {
        let added = self.len;
        let moves = |hash| bucket_index(hash, added + 1) == added;
        let source = added.checked_ilog2().map(|bits| added - (1 << bits));
        let bucket = split(source.and_then(|number| self.get_mut(number)), &moves);
        match self.chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => chunk.push(bucket),
            None => self.chunks.push(vec![bucket]),
        }
        self.len += 1;
    }
}

/// Returns the index of the bucket for a hash among a number of them.
fn bucket_index(hash: u64, buckets: usize) -> usize {
    let mask = buckets.next_power_of_two() - 1;
    let number = hash as usize & mask;
    if number < buckets { number } else { number & (mask >> 1) }
}
