//! Votes packed into one block of memory, searched one by one.
//!
//! The block has the number of entries (two bytes), a tag of one byte for each of the first of
//! them, and the entries: a head byte of the name's length and the vote, then the name. Whether a
//! name can be there at all is told by the tags, which are in the first cache line: a new vote,
//! the usual case, reads that line and writes its entry, and leaves the lines between alone.

use super::words::{UserName, Vote};

/// A small exact map of users to votes.
#[derive(Clone, Debug, Default)]
pub struct Bucket(Vec<u8>);

/// One vote as it stands in a bucket.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    at: usize,
    size: usize,
    /// The user.
    pub name: &'a [u8],
    /// The vote.
    pub vote: Vote,
}

/// What setting a vote did to a bucket.
pub enum Change {
    /// There is no more than there was; the user's earlier vote is given.
    Was(Option<Vote>),
    /// A new entry; so many are there now.
    Added {
        /// The number of entries.
        entries: usize,
    },
}

/// Lengths of names from here on do not fit into the seven bits of a head, and have a byte of
/// their own behind it.
const LONG: usize = 127;
/// The bytes that hold the number of entries.
const COUNT: usize = 2;

/// How many tags a bucket of so many entries has room for. So few entries that they are in the
/// first cache line themselves need none; beyond the last step, entries have no tags.
const fn tag_room(entries: usize) -> usize {
    match entries {
        0..=4 => 0,
        5..=14 => 14,
        15..=30 => 30,
        _ => 62,
    }
}

/// A byte that tells most names apart. It needs no key: names that are made to have the same tag
/// are only searched for as if there were no tags.
fn tag_of(name: &[u8]) -> u8 {
    // The ends of names differ most.
    let end = match name.last_chunk::<8>() {
        Some(end) => u64::from_le_bytes(*end),
        None => name.iter().fold(0, |end, byte| end << 8 | u64::from(*byte)),
    };
    // A multiplicative hash, by 2 to the 64 over the golden ratio (D. Knuth, TAOCP 3, 6.4).
    (end.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8
}

impl Bucket {
    /// A bucket without entries.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.first_chunk().map_or(0, |count| u16::from_le_bytes(*count).into())
    }

    /// All entries.
    pub fn entries(&self) -> Entries<'_> {
        let at = if self.0.is_empty() { 0 } else { COUNT + tag_room(self.len()) };
        Entries { bytes: &self.0, at }
    }

    /// How the user voted.
    pub fn get(&self, user: UserName) -> Option<Vote> {
        self.find(user.as_bytes()).map(|(_, entry)| entry.vote)
    }

    /// Sets or, with None, withdraws a user's vote.
    pub fn set(&mut self, user: UserName, vote: Option<Vote>) -> Change {
        let user = user.as_bytes();
        match (self.find(user), vote) {
            (Some((_, Entry { at, vote: previous, .. })), Some(vote)) => {
                if previous != vote
                    && let Some(head) = self.0.get_mut(at)
                {
                    *head ^= 1;
                }
                Change::Was(Some(previous))
            }
            (Some((index, Entry { at, size, vote: previous, .. })), None) => {
                self.remove(index, at, size);
                Change::Was(Some(previous))
            }
            (None, Some(vote)) => {
                self.push(user, vote);
                Change::Added { entries: self.len() }
            }
            (None, None) => Change::Was(None),
        }
    }

    /// Adds an entry for a user who has none.
    pub fn push(&mut self, name: &[u8], vote: Vote) {
        let len = self.len();
        let room = tag_room(len + 1);
        self.reserve(room - tag_room(len) + COUNT + 2 + name.len());
        if self.0.is_empty() {
            self.0.extend([0; COUNT]);
        }
        if room > tag_room(len) {
            self.make_room_for_tags(len, room);
        }
        if len < room
            && let Some(tag) = self.0.get_mut(COUNT + len)
        {
            *tag = tag_of(name);
        }
        let up = u8::from(vote == Vote::Up);
        if name.len() < LONG {
            self.0.push((name.len() as u8) << 1 | up);
        } else {
            self.0.extend([(LONG as u8) << 1 | up, name.len() as u8]);
        }
        self.0.extend_from_slice(name);
        self.set_len(len + 1);
    }

    /// The user's entry and its index.
    fn find(&self, user: &[u8]) -> Option<(usize, Entry<'_>)> {
        let len = self.len();
        let tagged = tag_room(len).min(len);
        if tagged == len && len > 0 && tag_room(len) > 0 {
            let tag = tag_of(user);
            let tags = self.0.get(COUNT..COUNT + tagged)?;
            // No early end: the compiler makes a few wide comparisons of this.
            if !tags.iter().fold(false, |found, other| found | (*other == tag)) {
                return None;
            }
        }
        self.entries().enumerate().find(|(_, entry)| same(entry.name, user))
    }

    fn remove(&mut self, index: usize, at: usize, size: usize) {
        let len = self.len();
        let (room, less_room) = (tag_room(len), tag_room(len - 1));
        self.0.drain(at..at + size);
        if room != less_room || room < len {
            self.rebuild();
            return;
        }
        if let Some(tags) = self.0.get_mut(COUNT + index..COUNT + room) {
            tags.rotate_left(1);
        }
        self.set_len(len - 1);
        if self.0.len() < self.0.capacity() / 2 {
            self.0.shrink_to_fit();
        }
    }

    /// Makes the bucket anew of the entries that its bytes still hold after one was cut out.
    fn rebuild(&mut self) {
        let old = std::mem::take(self);
        for entry in old.entries() {
            self.push(entry.name, entry.vote);
        }
    }

    /// Moves the entries back to make room for so many tags, and writes those of all entries.
    fn make_room_for_tags(&mut self, len: usize, room: usize) {
        let mut tags = [0; 62];
        for (tag, entry) in tags.iter_mut().zip(self.entries()) {
            *tag = tag_of(entry.name);
        }
        let tags = tags.get(..room).unwrap_or_default();
        self.0.splice(COUNT..COUNT + tag_room(len), tags.iter().copied());
    }

    fn reserve(&mut self, more: usize) {
        let len = self.0.len() + more;
        if len > self.0.capacity() {
            // An eighth of room to grow, not twice: there are very many buckets.
            let room = (len + len / 8).next_multiple_of(16);
            self.0.reserve_exact(room - self.0.len());
        }
    }

    fn set_len(&mut self, len: usize) {
        if let Some(count) = self.0.first_chunk_mut() {
            *count = (len as u16).to_le_bytes();
        }
    }
}

/// Whether two names are equal. Names often begin alike, so their ends are compared first.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.last_chunk::<8>() == b.last_chunk::<8>() && a == b
}

/// The entries of a bucket, in the order in which they came.
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
    fn agrees_with_a_map_across_every_step_of_its_size() {
        let mut bucket = Bucket::new();
        let mut model: HashMap<Vec<u8>, Vote> = HashMap::new();
        let mut seed = 88_172_645_463_325_252_u64;
        for step in 0..40_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            // The bucket fills and empties in waves, past the last step of the tags' room.
            let withdraws = seed >> 32 & 7 < if step / 2_000 % 2 == 0 { 1 } else { 7 };
            let number = seed % 100;
            let name = format!("{number}{}", "n".repeat(if number % 9 == 0 { 150 } else { 5 }));
            let vote = if seed >> 40 & 1 == 0 { Vote::Up } else { Vote::Down };
            let vote = (!withdraws).then_some(vote);
            let user = UserName::new(name.as_bytes()).unwrap();
            let before = match vote {
                Some(vote) => model.insert(name.clone().into_bytes(), vote),
                None => model.remove(name.as_bytes()),
            };
            match bucket.set(user, vote) {
                Change::Was(previous) => assert_eq!(previous, before),
                Change::Added { entries } => {
                    assert_eq!((before, entries), (None, model.len()));
                }
            }
            assert_eq!(bucket.get(user), vote);
            assert_eq!(bucket.len(), model.len());
            if step % 50 == 0 {
                let entries: HashMap<Vec<u8>, Vote> =
                    bucket.entries().map(|entry| (entry.name.to_vec(), entry.vote)).collect();
                assert_eq!(entries, model);
            }
        }
    }
}
