//! What is left of removed lists and of deleted articles and comments: it is swept a bounded
//! number of ids at a time, and nobody can see when.

use super::Lists;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::terms::types::ItemId;

/// How many ids of removed lists are swept at a time: as many as a command can add, so that they
/// never become more.
const OF_REMOVED: usize = 1_000;
/// How many ids of other lists are read at a time.
const READ: usize = 100;
/// How many deleted articles and comments may wait, and how many of their ids may be in lists
/// unless they are a small part of these. With more, all lists are searched for them.
const MOST_GONE: usize = 1_000;
const SMALL_PART: u64 = 4;

impl Lists {
    /// Returns whether there is something to sweep.
    pub fn has_to_sweep(&self) -> bool {
        !self.removed.is_empty() || self.sweeps_from.is_some()
    }

    pub(super) fn sweep_if_many_gone(&mut self) {
        let most_marks = (self.marks / SMALL_PART).max(MOST_GONE as u64);
        let are_many = self.gone.len() > MOST_GONE || self.gone_marks > most_marks;
        if are_many && self.sweeps_from.is_none() {
            self.sweeps_from = Some(0);
        }
    }

    /// Sweeps a bounded number of ids. Returns the users who have lost a list. `hash` returns the
    /// hash of a user's name.
    pub fn sweep(
        &mut self,
        items: &mut Items,
        hash: impl Fn(UserNumber) -> u64,
    ) -> Vec<UserNumber> {
        let Some(removed) = self.removed.last_mut() else {
            return self.sweep_gone(items, hash);
        };
        let lowest = removed.take_lowest(OF_REMOVED);
        if removed.is_empty() {
            self.removed.pop();
        }
        lowest.into_iter().for_each(|id| self.counts.subtract(ItemId::new(id), items));
        Vec::new()
    }

    /// Removes the ids of what is gone from the next lists.
    fn sweep_gone(
        &mut self,
        items: &mut Items,
        hash: impl Fn(UserNumber) -> u64,
    ) -> Vec<UserNumber> {
        let (mut ids, mut users) = (READ, Vec::new());
        while let Some(number) = self.sweeps_from
            && ids > 0
        {
            if number >= self.lists.end() {
                self.sweeps_from = None;
                // What was deleted meanwhile is on lists that were passed.
                self.sweep_if_many_gone();
                break;
            }
            self.sweeps_from = Some(number + 1);
            ids -= 1;
            let Some(list) = self.lists.get(number) else { continue };
            ids = ids.saturating_sub(list.ids.len().min(self.gone.len()));
            let gone: Vec<_> = self.gone_among(&list.ids).collect();
            if gone.len() == list.ids.len() {
                let user = list.user;
                self.remove_list(number, hash(user), items);
                users.push(user);
                continue;
            }
            for id in gone {
                let list = self.lists.get_mut(number);
                list.into_iter().for_each(|list| _ = list.ids.remove(id));
                self.discount_gone(id);
            }
        }
        users
    }
}
