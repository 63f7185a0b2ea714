//! What is left of removed lists and of deleted articles and comments: it is swept a bounded
//! number of ids at a time, and nobody can see when.

use super::Lists;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::terms::types::ItemId;

/// How many ids are read with each change of a site.
const STEP: usize = 100;
/// How many ids of deleted articles and comments may be in lists unless they are a small part of
/// these. With more, they are removed from all lists: so a lap reads no more than a few times the
/// marks that were deleted before it.
const MOST_GONE: u64 = 1_000;
const SMALL_PART: u64 = 4;

/// How far ids of what is gone are removed from all lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweptTo {
    /// The number of the next list.
    list: u32,
    /// The id from which on the list is read.
    id: u32,
}

impl Lists {
    pub fn has_to_sweep(&self) -> bool {
        !self.removed.is_empty() || self.swept_to.is_some()
    }

    pub(super) fn sweep_if_many_gone(&mut self) {
        if self.gone_marks > MOST_GONE.max(self.marks / SMALL_PART) && self.swept_to.is_none() {
            self.gone.begin_lap();
            self.swept_to = Some(SweptTo::default());
        }
    }

    /// Sweeps a bounded number of ids. Returns the users who have lost a list. `hash` returns the
    /// hash of a user's name.
    pub fn sweep(
        &mut self,
        items: &mut Items,
        hash: impl Fn(UserNumber) -> u64,
    ) -> Vec<UserNumber> {
        let (ids, lists) = self.removed.take(STEP);
        ids.iter().for_each(|id| items.subtract_marks(ItemId::new(*id), lists));
        let (mut left, mut users) = (STEP - ids.len(), Vec::new());
        while left > 0
            && let Some(at) = self.swept_to
        {
            left = left.saturating_sub(1 + self.sweep_list(at, left));
            if let Some(list) = self.lists.get(at.list)
                && list.ids.is_empty()
            {
                let user = list.user;
                self.remove_list(at.list, hash(user), items);
                users.push(user);
            }
        }
        users
    }

    /// Removes what is gone from the next `most` ids of a list, and goes on. Returns how many ids
    /// were read.
    fn sweep_list(&mut self, SweptTo { list: number, id: first }: SweptTo, most: usize) -> usize {
        let (mut read, mut last) = (0, u32::MAX);
        if let Some(list) = self.lists.get_mut(number) {
            let ids = list.ids.next_ids(first, most);
            (read, last) = (ids.len(), ids.last().copied().unwrap_or(last));
            let gone = ids.into_iter().filter(|id| self.gone.contains(*id));
            let removed = gone.filter(|id| list.ids.remove(*id)).count();
            self.gone_marks -= removed as u64;
        }
        let is_over = number >= self.lists.end();
        let rest = last.checked_add(1).filter(|_| read == most);
        let next = SweptTo {
            list: number.saturating_add(u32::from(rest.is_none())),
            id: rest.unwrap_or(0),
        };
        self.swept_to = (!is_over).then_some(next);
        if is_over {
            self.gone.end_lap();
            // What was deleted meanwhile is on lists that were passed.
            self.sweep_if_many_gone();
        }
        read
    }
}
