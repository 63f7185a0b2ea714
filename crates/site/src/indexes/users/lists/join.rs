//! Joining the lists of one user to those of another.

use super::{List, Lists, MAX_MARKS, Mark, Owner};
use crate::items::Items;
use crate::terms::types::ItemId;

impl Lists {
    /// Moves lists to another user, by name. A list of a name that the other has, too, is joined
    /// to that one, as if its marks had been made before; of it, the latest ids move first. What
    /// would exceed a limit is removed. Returns how many lists and ids that was, at most `count`;
    /// 0 if the user has no lists of what exists any more.
    pub fn join(&mut self, from: Owner, to: Owner, count: usize, items: &mut Items) -> usize {
        let mut joined = 0;
        [from, to].into_iter().for_each(|owner| self.remove_gone_lists(owner, items));
        while joined < count {
            // The numbers of lists differ between servers.
            let name = |number: &u32| self.lists.get(*number).map(List::name);
            let Some(number) = self.numbers(from).min_by_key(name) else { break };
            joined += self.join_list(number, (from, to), count - joined, items);
        }
        joined
    }

    fn join_list(
        &mut self,
        number: u32,
        (from, to): (Owner, Owner),
        count: usize,
        items: &mut Items,
    ) -> usize {
        let Some(list) = self.lists.get(number) else { return 0 };
        let is_of_name =
            |other: &u32| self.lists.get(*other).is_some_and(|l| l.name() == list.name());
        let other = self.numbers(to).find(is_of_name);
        if let Some(other) = other {
            return self.join_ids(number, other, (from, count), items);
        }
        if self.has_all_lists(to) {
            self.remove_list(number, from.hash, items);
            return 1;
        }
        self.by_user.remove(from.hash, number);
        self.by_user.insert(to.hash, number);
        self.lists.get_mut(number).into_iter().for_each(|list| list.user = to.number);
        1
    }

    fn join_ids(
        &mut self,
        number: u32,
        to: u32,
        (owner, count): (Owner, usize),
        items: &mut Items,
    ) -> usize {
        let Some(list) = self.lists.get(number) else { return 0 };
        let ids = list.ids.listing(None).map(|position| position.id().get());
        let latest: Vec<u32> = ids.filter(|id| !self.gone.contains(*id)).take(count).collect();
        for id in &latest {
            let room = self.lists.get(to).map_or(0, |to| MAX_MARKS - self.count(&to.ids));
            self.lists.get_mut(number).into_iter().for_each(|list| _ = list.ids.remove(*id));
            let Some(to) = self.lists.get_mut(to) else { continue };
            if room == 0 || to.ids.contains(*id) {
                items.subtract_marks(ItemId::new(*id), 1);
                self.marks -= 1;
            } else {
                to.ids.prepend(&[Mark::Of(ItemId::new(*id))]);
            }
        }
        if self.lists.get(number).is_some_and(|list| self.are_gone(&list.ids)) {
            self.remove_list(number, owner.hash, items);
        }
        latest.len()
    }
}
