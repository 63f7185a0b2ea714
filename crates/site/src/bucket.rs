//! Votes packed into one block of memory, with linear search.
//!
//! Each entry is a head byte with the length of the name and the vote, then the name.

use crate::prefetch::prefetch;
use crate::types::{UserName, Vote};

/// A small exact map of users to votes.
#[derive(Clone, Debug, Default)]
pub struct Bucket(Vec<u8>);

/// A vote in a bucket.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    at: usize,
    size: usize,
    /// The user.
    pub name: &'a [u8],
    /// The vote.
    pub vote: Vote,
}

/// The length from which a name's length does not fit into the seven bits of the head, and follows
/// it in a byte of its own.
const LONG: usize = 127;

impl Bucket {
    /// Returns the size of the entries in bytes.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Returns all entries.
    pub fn entries(&self) -> Entries<'_> {
        Entries { bytes: &self.0, at: 0 }
    }

    /// Returns all votes.
    pub fn votes(&self) -> impl Iterator<Item = (UserName<'_>, Vote)> {
        self.entries().map(|entry| (UserName::stored(entry.name), entry.vote))
    }

    /// Returns the user's vote.
    pub fn get(&self, user: UserName) -> Option<Vote> {
        self.find(user).map(|entry| entry.vote)
    }

    /// Sets a user's vote or, with None, withdraws it. Returns the user's vote before.
    pub fn set(&mut self, user: UserName, vote: Option<Vote>) -> Option<Vote> {
        let Some(Entry { at, size, vote: previous, .. }) = self.find(user) else {
            if let Some(vote) = vote {
                self.push(user.as_bytes(), vote);
            }
            return None;
        };
        match vote {
            Some(vote) if vote == previous => {}
            Some(_) => {
                if let Some(head) = self.0.get_mut(at) {
                    *head ^= 1;
                }
            }
            None => {
                self.0.drain(at..at + size);
                if self.0.len() < self.0.capacity() / 2 {
                    self.0.shrink_to_fit();
                }
            }
        }
        Some(previous)
    }

    /// Reserves memory for `bytes` more bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.0.reserve_exact(bytes);
    }

    /// Frees unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    /// Adds an entry for a user who has none.
    pub fn push(&mut self, name: &[u8], vote: Vote) {
        let len = self.0.len() + name.len() + 2;
        if len > self.0.capacity() {
            // Room to grow by a quarter, not to double: there are very many buckets.
            let room = (len + len / 4).next_multiple_of(16);
            self.0.reserve_exact(room - self.0.len());
        }
        let up = u8::from(vote == Vote::Up);
        if name.len() < LONG {
            self.0.push((name.len() as u8) << 1 | up);
        } else {
            self.0.extend([(LONG as u8) << 1 | up, name.len() as u8]);
        }
        self.0.extend_from_slice(name);
    }

    fn find(&self, user: UserName) -> Option<Entry<'_>> {
        prefetch(&self.0);
        self.entries().find(|entry| same(entry.name, user.as_bytes()))
    }
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

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let rest = self.bytes.get(self.at..)?;
        let (&head, tail) = rest.split_first()?;
        let vote = if head & 1 == 1 { Vote::Up } else { Vote::Down };
        let (len, start) = match usize::from(head >> 1) {
            LONG => (usize::from(*tail.first()?), 2),
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
        let mut model: HashMap<Vec<u8>, Vote> = HashMap::new();
        let mut random = fastrand::Rng::with_seed(1);
        for step in 0..40_000 {
            let withdraws = random.u8(0..8) < if step / 2_000 % 2 == 0 { 1 } else { 7 };
            let number = random.u32(0..100);
            let name =
                format!("{number}{}", "n".repeat(if number.is_multiple_of(9) { 150 } else { 5 }));
            let vote = if random.bool() { Vote::Up } else { Vote::Down };
            let vote = (!withdraws).then_some(vote);
            let user = UserName::new(name.as_bytes()).unwrap();
            let before = match vote {
                Some(vote) => model.insert(name.clone().into_bytes(), vote),
                None => model.remove(name.as_bytes()),
            };
            assert_eq!(bucket.set(user, vote), before);
            assert_eq!(bucket.get(user), vote);
            if step % 50 == 0 {
                let entries: HashMap<Vec<u8>, Vote> =
                    bucket.entries().map(|entry| (entry.name.to_vec(), entry.vote)).collect();
                assert_eq!(entries, model);
            }
        }
    }
}
