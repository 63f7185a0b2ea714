//! A ledger of few votes.

use crate::ledger::bucket::{Bucket, Entries, Entry, write_entry};
use crate::terms::types::{RecordedVote, UserName};

/// Bytes beside the pointer to the bucket.
const INLINE: usize = 16;

/// Up to 768 bytes of votes.
///
/// Most articles never get more votes than their poster's, so a single vote with a name of up to
/// 15 bytes takes no memory of its own.
#[derive(Clone, Debug, Default)]
pub struct SmallLedger {
    /// The filter of the votes in the bucket. If the bucket is empty: one entry, or zeros.
    filter_or_vote: [u8; INLINE],
    bucket: Bucket,
}

impl SmallLedger {
    /// Returns the size of the entries in bytes.
    pub fn bytes(&self) -> usize {
        self.bucket.bytes()
    }

    /// Returns all entries.
    pub fn entries(&self) -> Entries<'_> {
        match self.bucket.is_empty() {
            true => Entries::of_padded(&self.filter_or_vote),
            false => self.bucket.entries(),
        }
    }

    /// Returns the user's vote.
    pub fn get(&self, user: UserName) -> Option<RecordedVote> {
        if self.bucket.is_empty() {
            self.inline_vote(user)
        } else if Filter(self.filter_or_vote).may_hold(user) {
            self.bucket.get(user)
        } else {
            None
        }
    }

    /// Sets a user's vote or, with None, withdraws it. Returns the user's vote before.
    pub fn set(&mut self, user: UserName, vote: Option<RecordedVote>) -> Option<RecordedVote> {
        if self.bucket.is_empty() {
            return self.set_inline(user, vote);
        }
        if Filter(self.filter_or_vote).may_hold(user) {
            let previous = self.bucket.set(user, vote);
            if self.bucket.is_empty() {
                self.filter_or_vote = [0; INLINE];
                return previous;
            }
            if previous.is_some() {
                return previous;
            }
        } else if let Some(vote) = vote {
            self.bucket.push(user.as_bytes(), vote);
        }
        if vote.is_some() {
            self.add_to_filter(user);
        }
        None
    }

    fn inline_vote(&self, user: UserName) -> Option<RecordedVote> {
        let mut entries = Entries::of_padded(&self.filter_or_vote);
        entries.find(|entry| entry.name == user.as_bytes()).map(|entry| entry.vote)
    }

    fn set_inline(&mut self, user: UserName, vote: Option<RecordedVote>) -> Option<RecordedVote> {
        let previous = self.inline_vote(user);
        if previous == vote {
            return previous;
        }
        let is_free =
            previous.is_some() || Entries::of_padded(&self.filter_or_vote).next().is_none();
        match vote {
            None => self.filter_or_vote = [0; INLINE],
            Some(vote) if is_free && user.as_bytes().len() < INLINE => {
                self.filter_or_vote = [0; INLINE];
                write_entry(&mut self.filter_or_vote, user.as_bytes(), vote);
            }
            Some(vote) => {
                // One block for both entries.
                self.bucket.reserve_entries(INLINE + user.as_bytes().len());
                self.spill();
                self.bucket.push(user.as_bytes(), vote);
                self.add_to_filter(user);
            }
        }
        previous
    }

    /// Moves the entry that is not in the bucket, if there is one, into the bucket.
    fn spill(&mut self) {
        let filter_or_vote = std::mem::take(&mut self.filter_or_vote);
        for Entry { name, vote, .. } in Entries::of_padded(&filter_or_vote) {
            self.bucket.push(name, vote);
            self.add_to_filter(UserName::stored(name));
        }
    }

    fn add_to_filter(&mut self, user: UserName) {
        self.filter_or_vote = Filter(self.filter_or_vote).with(user).0;
    }

    /// Reserves memory for `bytes` more bytes.
    pub fn reserve(&mut self, bytes: usize) {
        if self.bucket.is_empty() {
            self.spill();
        }
        self.bucket.reserve(bytes);
    }

    /// Frees unused memory.
    pub fn shrink_to_fit(&mut self) {
        if !self.bucket.is_empty() {
            self.bucket.shrink_to_fit();
            if self.bucket.is_empty() {
                self.filter_or_vote = [0; INLINE];
            }
        }
    }
}

/// A Bloom filter (B. H. Bloom, CACM 13, 1970) with two bits per name. It rules out most users who
/// have no vote in a small ledger, and is stored beside the article's counts, so that a user's
/// first vote, the usual case, does not read the ledger. On a possible hit, search the ledger. The
/// hash has no key: names made to collide cost a search of a small ledger, no more.
#[derive(Clone, Copy)]
struct Filter([u8; INLINE]);

impl Filter {
    fn bits(user: UserName) -> u128 {
        let name = user.as_bytes();
        // Names differ most at their ends.
        let end = match name.last_chunk::<8>() {
            Some(end) => u64::from_le_bytes(*end),
            None => name.iter().fold(0, |end, byte| end << 8 | u64::from(*byte)),
        };
        // Multiplicative hashing by 2^64 / golden ratio (D. Knuth, TAOCP vol. 3, section 6.4).
        let hash = end.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        u128::from(1_u64 << (hash >> 58)) << 64 | u128::from(1_u64 << (hash >> 52 & 63))
    }

    fn may_hold(self, user: UserName) -> bool {
        let bits = Self::bits(user);
        u128::from_le_bytes(self.0) & bits == bits
    }

    fn with(self, user: UserName) -> Self {
        Self((u128::from_le_bytes(self.0) | Self::bits(user)).to_le_bytes())
    }
}
