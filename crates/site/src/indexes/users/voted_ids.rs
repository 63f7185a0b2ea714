//! What a user has a vote on.

use std::iter;

use smallvec::SmallVec;

use crate::structures::counted_tree::Direction;
use crate::structures::number_list::NumberList;
use crate::structures::prefetch::prefetch;
use crate::terms::types::ItemId;

/// How many ids wait beside the list.
const LATEST: usize = 2;

/// The ids of what a user has a vote on.
///
/// The list is elsewhere in memory, so the ids that were added last wait here until there are a
/// few of them. Most votes neither load nor change the list.
#[derive(Clone, Debug, Default)]
pub struct VotedIds {
    list: NumberList,
    /// Ids that are not on the list, in any order, followed by zeros.
    latest: [u32; LATEST],
}

impl VotedIds {
    /// Returns one id.
    pub fn of(id: ItemId) -> Self {
        let mut votes = Self::default();
        votes.add(id);
        votes
    }

    /// Returns these ids, which are in ascending order.
    pub fn from_sorted(ids: &[u32]) -> Self {
        Self { list: NumberList::from_sorted(ids), latest: [0; LATEST] }
    }

    /// Returns whether there is no id.
    pub fn is_empty(&self) -> bool {
        self.latest().next().is_none() && self.list.is_empty()
    }

    fn latest(&self) -> impl Iterator<Item = u32> {
        self.latest.into_iter().filter(|id| *id > 0)
    }

    /// Starts to load the ids that are here, which are on one or two cache lines.
    pub fn prefetch(&self) {
        prefetch(&self.list);
        prefetch(&self.latest);
    }

    /// Starts to load the list, unless the next id can wait beside it.
    pub fn prefetch_list(&self) {
        if self.latest().count() == LATEST {
            self.list.prefetch();
        }
    }

    /// Has the allocator move the list; see
    /// [`defragment`](crate::structures::defragment::defragment).
    pub fn defragment(&mut self) {
        self.list.defragment();
    }

    /// Adds an id that is not there.
    pub fn add(&mut self, id: ItemId) {
        let waiting = self.latest().count();
        if let Some(slot) = self.latest.get_mut(waiting) {
            *slot = id.get();
            return;
        }
        let latest = std::mem::take(&mut self.latest);
        latest.into_iter().chain([id.get()]).for_each(|id| _ = self.list.insert(id));
    }

    /// Removes an id. Returns false if it is not there.
    pub fn remove(&mut self, id: ItemId) -> bool {
        let Some(at) = self.latest.iter().position(|other| *other == id.get()) else {
            return self.list.remove(id.get());
        };
        if let Some(rest) = self.latest.get_mut(at..) {
            rest.rotate_left(1);
        }
        self.latest.last_mut().into_iter().for_each(|slot| *slot = 0);
        true
    }

    /// Returns the ids from this one on, in one of the two directions.
    pub fn range(&self, from: u32, direction: Direction) -> impl Iterator<Item = u32> + '_ {
        let is_before = move |id: u32, other: u32| match direction {
            Direction::Ascending => id < other,
            Direction::Descending => id > other,
        };
        let mut latest: SmallVec<[u32; LATEST]> =
            self.latest().filter(|id| !is_before(*id, from)).collect();
        latest.sort_unstable();
        if direction == Direction::Descending {
            latest.reverse();
        }
        let mut latest = latest.into_iter().peekable();
        let mut list = self.list.range(from, direction).peekable();
        iter::from_fn(move || {
            let is_next = |id: &u32| list.peek().is_none_or(|other| is_before(*id, *other));
            latest.next_if(is_next).or_else(|| list.next())
        })
    }

    /// Checks the order.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.latest.iter().skip_while(|id| **id > 0).any(|id| *id > 0) {
            return Err("the latest votes of a user have a gap");
        }
        self.list.check()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn it_takes_24_bytes() {
        assert_eq!(size_of::<VotedIds>(), 24);
    }

    #[test]
    fn holds_what_a_set_holds() {
        let mut random = fastrand::Rng::with_seed(41);
        for most in [1, 2, 3, 4, 10, 200] {
            let (mut votes, mut set) = (VotedIds::default(), BTreeSet::new());
            for _ in 0..4_000 {
                let id = random.u32(1..1_000);
                if set.contains(&id) {
                    assert_eq!(votes.remove(ItemId::new(id)), set.remove(&id));
                } else {
                    assert!(!votes.remove(ItemId::new(id)));
                    votes.add(ItemId::new(id));
                    set.insert(id);
                }
                while set.len() > most {
                    let one = *set.iter().nth(random.usize(..set.len())).unwrap();
                    assert!(votes.remove(ItemId::new(one)) && set.remove(&one));
                }
                votes.check().unwrap();
                assert_eq!(votes.is_empty(), set.is_empty());
                let up = votes.range(id, Direction::Ascending);
                assert!(up.eq(set.range(id..).copied()));
                let down = votes.range(id, Direction::Descending);
                assert!(down.eq(set.range(..=id).rev().copied()));
            }
            let ids: Vec<u32> = set.iter().copied().collect();
            assert!(VotedIds::from_sorted(&ids).range(0, Direction::Ascending).eq(ids));
        }
    }
}
