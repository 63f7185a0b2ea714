//! The comments that answer an article or a comment, as a list kept with it.

use thin_vec::ThinVec;

use crate::structures::defragment::defragment;
use crate::terms::types::{ItemId, UnixTime};

/// The direct answers to an article or a comment, deleted ones that still have a tombstone
/// included, and the number of listed comments below it.
///
/// The answers are in ascending order of time and id, so that nothing is sorted to show them by
/// time. Pinned ones are apart from the others. Where there are [many](MANY), they are not here
/// but in a [crowd](crate::items::crowd::Crowd).
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Empty without answers: most comments have none, and a pointer is all that they take.
    /// Otherwise two counts, the ids of the answers that are not pinned, and of those that are.
    /// The second count is of pinned answers, or [`CROWDED`].
    words: ThinVec<u32>,
}

/// The greatest number of answers in a list.
pub const MANY: usize = 192;

/// Marks that the answers are in a crowd.
const CROWDED: u32 = u32::MAX;

/// The number of words before the answers.
const COUNTS: usize = 2;

/// Where an answer is among the answers that are, or are not, pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerKey {
    pub id: ItemId,
    pub time: UnixTime,
    pub is_pinned: bool,
}

impl Answers {
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Has the allocator move the list; see [`defragment`].
    pub fn defragment(&mut self) {
        defragment(&mut self.words);
    }

    pub fn len(&self) -> usize {
        self.ids().len()
    }

    /// Returns the number of listed comments below the item, which are not only answers to it.
    pub fn comments(&self) -> u32 {
        self.words.first().copied().unwrap_or(0)
    }

    /// Adds to the number of listed comments below the item.
    pub fn count(&mut self, added: i32) {
        if let [comments, ..] = &mut self.words[..] {
            *comments = comments.saturating_add_signed(added);
        }
    }

    pub fn is_crowded(&self) -> bool {
        self.words.get(1) == Some(&CROWDED)
    }

    /// Notes that the answers are in a crowd, and forgets them.
    pub fn crowd(&mut self) {
        self.words.truncate(COUNTS);
        self.words.shrink_to_fit();
        if let [_, pinned] = &mut self.words[..] {
            *pinned = CROWDED;
        }
    }

    pub fn clear(&mut self) {
        self.words = ThinVec::new();
    }

    fn pinned(&self) -> usize {
        self.words.get(1).filter(|count| **count != CROWDED).map_or(0, |count| *count as usize)
    }

    fn set_pinned(&mut self, pinned: usize) {
        if let [_, count, ..] = &mut self.words[..] {
            // There are no more answers than ids.
            *count = pinned as u32;
        }
    }

    pub fn ids(&self) -> &[u32] {
        self.words.get(COUNTS..).unwrap_or_default()
    }

    /// Returns the ids of the answers that are pinned, or of those that are not, as numbers.
    pub fn part(&self, is_pinned: bool) -> &[u32] {
        let (others, pinned) = self.ids().split_at_checked(self.others()).unwrap_or_default();
        if is_pinned { pinned } else { others }
    }

    /// Returns the ids of all answers in ascending order, unless they are in a crowd.
    pub fn all(&self) -> Vec<u32> {
        let mut ids = self.ids().to_vec();
        ids.sort_unstable();
        ids
    }

    fn others(&self) -> usize {
        self.len() - self.pinned()
    }

    /// Returns the index that an answer has, or must have. `time_of` returns the time of an
    /// answer.
    pub fn index(&self, key: AnswerKey, time_of: impl Fn(ItemId) -> UnixTime) -> usize {
        let AnswerKey { id, time, is_pinned } = key;
        let part = self.part(is_pinned);
        let is_before = |other: &u32| {
            let other = ItemId::new(*other);
            other != id && (time_of(other), other) < (time, id)
        };
        // A new answer is nearly always the latest.
        let at = match part.last() {
            Some(last) if !is_before(last) => part.partition_point(is_before),
            _ => part.len(),
        };
        if is_pinned { self.others() + at } else { at }
    }

    /// Makes room for one more answer. A list grows by half, because there are very many of them.
    fn reserve(&mut self) {
        if self.words.is_empty() {
            self.words.reserve_exact(COUNTS + 1);
            self.words.extend([0; COUNTS]);
        } else if self.words.len() == self.words.capacity() {
            self.words.reserve_exact(self.words.len().div_ceil(2));
        }
    }

    pub fn insert(&mut self, index: usize, key: AnswerKey) {
        self.reserve();
        self.words.insert((COUNTS + index).min(self.words.len()), key.id.get());
        self.set_pinned(self.pinned() + usize::from(key.is_pinned));
    }

    /// Adds an answer at the end. [`Answers::sort`] must follow.
    pub fn push_unsorted(&mut self, id: ItemId) {
        self.reserve();
        self.words.push(id.get());
    }

    pub fn sort(&mut self, key_of: impl Fn(ItemId) -> Option<AnswerKey>) {
        let key = |id: &u32| {
            let key = key_of(ItemId::new(*id));
            key.map(|AnswerKey { id, time, is_pinned }| (is_pinned, time, id))
        };
        let Some(ids) = self.words.get_mut(COUNTS..) else { return };
        if !ids.is_sorted_by_key(key) {
            ids.sort_unstable_by_key(key);
        }
        let is_pinned = |id: &u32| key_of(ItemId::new(*id)).is_some_and(|key| key.is_pinned);
        let pinned = ids.iter().rev().take_while(|id| is_pinned(id)).count();
        self.set_pinned(pinned);
        self.words.shrink_to_fit();
    }

    /// Takes an answer out that is inserted again elsewhere.
    pub fn take(&mut self, key: AnswerKey) {
        if let Some(index) = self.ids().iter().position(|id| *id == key.id.get()) {
            self.words.remove(COUNTS + index);
            self.set_pinned(self.pinned() - usize::from(key.is_pinned));
        }
    }

    pub fn remove(&mut self, index: usize, key: AnswerKey) {
        if self.ids().get(index) == Some(&key.id.get()) {
            self.words.remove(COUNTS + index);
            self.set_pinned(self.pinned() - usize::from(key.is_pinned));
        }
        if self.ids().is_empty() {
            self.clear();
        }
    }
}
