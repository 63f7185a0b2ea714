//! Votes packed into one block of memory, with linear search.
//!
//! Each entry is a head byte with the vote and the length of the name, then the name. The block's
//! last two bytes are the number of bytes after the entries, themselves included. So a bucket is
//! only a pointer and a size, a third less than a vector: there are very many buckets.

use crate::structures::prefetch::prefetch_all;
use crate::terms::types::{RecordedVote, UserName, Vote};

/// A small exact map of users to votes.
#[derive(Clone, Debug, Default)]
pub struct Bucket(Box<[u8]>);

/// A vote in a bucket.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    at: usize,
    size: usize,
    /// The user.
    pub name: &'a [u8],
    pub vote: RecordedVote,
}

/// The bit of the head for an up vote.
const UP: u8 = 1;
/// The bit of the head for a silent vote.
const SILENT: u8 = 2;
/// The number of bits of the head for the vote. The others are the length of the name.
const VOTE_BITS: u32 = 2;
/// The length from which a name's length does not fit into the head. Then it is 0 in the head, and
/// follows in a byte of its own.
const LONG: usize = 1 << (u8::BITS - VOTE_BITS);

/// The bytes of the number at the end of a block.
const FOOTER: usize = 2;

impl<'a> Entry<'a> {
    /// Returns the user and the vote.
    pub fn vote(self) -> (UserName<'a>, RecordedVote) {
        (UserName::stored(self.name), self.vote)
    }
}

impl Bucket {
    /// Returns whether there is no entry, not even room for one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the size of the entries in bytes.
    pub fn bytes(&self) -> usize {
        self.0.len() - self.room()
    }

    /// Returns the number of bytes after the entries.
    fn room(&self) -> usize {
        let footer = self.0.last_chunk::<FOOTER>();
        footer.map_or(0, |room| usize::from(u16::from_le_bytes(*room)))
    }

    fn set_room(&mut self, room: usize) {
        if let Some(footer) = self.0.last_chunk_mut::<FOOTER>() {
            *footer = (room as u16).to_le_bytes();
        }
    }

    /// Moves the first `used` bytes, which are the entries, into a block for entries of `bytes`.
    fn resize(&mut self, used: usize, bytes: usize) {
        let mut block = std::mem::take(&mut self.0).into_vec();
        if bytes > 0 {
            // No more than the number at the end can say.
            let room = (bytes.saturating_sub(used) + FOOTER).min(u16::MAX.into());
            block.truncate(used);
            block.reserve_exact(room);
            block.resize(used + room, 0);
            self.0 = block.into_boxed_slice();
            self.set_room(room);
        }
    }

    /// Returns all entries.
    pub fn entries(&self) -> Entries<'_> {
        Entries { bytes: self.0.get(..self.bytes()).unwrap_or_default(), at: 0 }
    }

    /// Returns the user's vote.
    pub fn get(&self, user: UserName) -> Option<RecordedVote> {
        self.find(user).map(|entry| entry.vote)
    }

    /// Sets a user's vote or, with None, withdraws it. Returns the user's vote before.
    pub fn set(&mut self, user: UserName, vote: Option<RecordedVote>) -> Option<RecordedVote> {
        let Some(Entry { at, size, vote: previous, .. }) = self.find(user) else {
            if let Some(vote) = vote {
                self.push(user.as_bytes(), vote);
            }
            return None;
        };
        match vote {
            Some(vote) if vote == previous => {}
            Some(vote) => {
                if let Some(head) = self.0.get_mut(at) {
                    *head = *head & !(UP | SILENT) | vote_bits(vote);
                }
            }
            None => {
                let (used, room) = (self.bytes(), self.room() + size);
                self.0.copy_within(at + size..used, at);
                let used = used - size;
                if used < self.0.len() / 2 || room > u16::MAX.into() {
                    self.resize(used, used);
                } else {
                    self.set_room(room);
                }
            }
        }
        Some(previous)
    }

    /// Reserves memory for `bytes` more bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.resize(self.bytes(), self.bytes() + bytes);
    }

    /// Reserves memory for entries of `bytes`, and for more to come.
    pub fn reserve_entries(&mut self, bytes: usize) {
        let used = self.bytes();
        let len = used + bytes + FOOTER;
        // Room to grow by a quarter, not to double: there are very many buckets.
        self.resize(used, (len + len / 4).next_multiple_of(16) - FOOTER);
    }

    /// Frees unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.resize(self.bytes(), self.bytes());
    }

    /// Adds an entry for a user who has none.
    pub fn push(&mut self, name: &[u8], vote: RecordedVote) {
        let (used, size) = (self.bytes(), entry_size(name));
        if size + FOOTER > self.room() {
            self.reserve_entries(size);
        }
        let room = self.room();
        if let Some(entry) = self.0.get_mut(used..used + size) {
            write_entry(entry, name, vote);
            self.set_room(room - size);
        }
    }

    fn find(&self, user: UserName) -> Option<Entry<'_>> {
        prefetch_all(&self.0);
        self.entries().find(|entry| same(entry.name, user.as_bytes()))
    }
}

/// Returns the size of an entry in bytes.
fn entry_size(name: &[u8]) -> usize {
    let head = if name.len() < LONG { 1 } else { 2 };
    head + name.len()
}

/// Writes an entry to the beginning of a block that has room for it.
pub fn write_entry(block: &mut [u8], name: &[u8], vote: RecordedVote) {
    let bits = vote_bits(vote);
    let (head, rest) = match name.len() {
        len if len < LONG => ([(len as u8) << VOTE_BITS | bits, 0], 1),
        len => ([bits, len as u8], 2),
    };
    if let Some((start, end)) = block.split_at_mut_checked(rest)
        && let Some(end) = end.get_mut(..name.len())
    {
        start.copy_from_slice(head.split_at(rest).0);
        end.copy_from_slice(name);
    }
}

/// Returns the bits of the head for a vote.
fn vote_bits(RecordedVote { vote, is_silent }: RecordedVote) -> u8 {
    let up = if vote == Vote::Up { UP } else { 0 };
    let silent = if is_silent { SILENT } else { 0 };
    up | silent
}

/// Returns whether two names are equal. Compares their ends first, since many begin alike.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.last_chunk::<8>() == b.last_chunk::<8>() && a == b
}

/// An iterator over the entries of a bucket, oldest first.
pub struct Entries<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Entries<'a> {
    /// Returns the entry at the beginning of a block, if there is one. A block of zeros has none:
    /// a name has at least one byte, and only blocks for short names are padded.
    pub fn of_padded(block: &'a [u8]) -> Self {
        let len = block.first().map_or(0, |head| usize::from(head >> VOTE_BITS));
        let bytes = if len == 0 { &[] } else { block.get(..1 + len).unwrap_or_default() };
        Self { bytes, at: 0 }
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let rest = self.bytes.get(self.at..)?;
        let (&head, tail) = rest.split_first()?;
        let vote = if head & UP == 0 { Vote::Down } else { Vote::Up };
        let vote = RecordedVote { vote, is_silent: head & SILENT != 0 };
        let (len, start) = match usize::from(head >> VOTE_BITS) {
            0 => (usize::from(*tail.first()?), 2),
            len => (len, 1),
        };
        let (at, size) = (self.at, start + len);
        self.at += size;
        Some(Entry { at, size, name: rest.get(start..size)?, vote })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_a_map_while_it_fills_and_empties() {
        let mut bucket = Bucket::default();
        let mut model: HashMap<Vec<u8>, RecordedVote> = HashMap::new();
        let mut random = fastrand::Rng::with_seed(1);
        for step in 0..40_000 {
            let withdraws = random.u8(0..8) < if step / 2_000 % 2 == 0 { 1 } else { 7 };
            let number = random.u32(0..100);
            let name =
                format!("{number}{}", "n".repeat(if number.is_multiple_of(9) { 150 } else { 5 }));
            let vote = if random.bool() { Vote::Up } else { Vote::Down };
            let vote = RecordedVote { vote, is_silent: random.bool() };
            let vote = (!withdraws).then_some(vote);
            let user = UserName::new(name.as_bytes()).unwrap();
            let before = match vote {
                Some(vote) => model.insert(name.clone().into_bytes(), vote),
                None => model.remove(name.as_bytes()),
            };
            assert_eq!(bucket.set(user, vote), before);
            assert_eq!(bucket.get(user), vote);
            if step % 50 == 0 {
                let entries: HashMap<Vec<u8>, RecordedVote> =
                    bucket.entries().map(|entry| (entry.name.to_vec(), entry.vote)).collect();
                assert_eq!(entries, model);
            }
        }
    }
}
