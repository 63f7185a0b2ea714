//! The ids of items, grouped by user: a counting sort, for a site that has just been loaded.

use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

/// Something that relates users to items.
pub trait Relation {
    /// Passes each user with each item to `relate`, in ascending order of the items.
    fn for_each(&self, relate: impl FnMut(UserNumber, ItemId));
}

/// Users and what they have a vote on.
pub struct Voted<'a>(pub &'a Items);

/// Users and their articles, or their comments.
pub struct Posted<'a>(pub &'a Table<Item>);

/// Users and the answers to them.
pub struct Answered<'a>(pub &'a [(UserNumber, ItemId)]);

impl Relation for Answered<'_> {
    fn for_each(&self, mut relate: impl FnMut(UserNumber, ItemId)) {
        self.0.iter().for_each(|(user, id)| relate(*user, *id));
    }
}

impl Relation for Voted<'_> {
    fn for_each(&self, mut relate: impl FnMut(UserNumber, ItemId)) {
        for (id, item) in self.0.iter_from(0) {
            item.ledger.for_each_user(|user| relate(user, id));
        }
    }
}

impl Relation for Posted<'_> {
    fn for_each(&self, mut relate: impl FnMut(UserNumber, ItemId)) {
        self.0.iter().for_each(|(id, item)| relate(item.poster, ItemId::new(id)));
    }
}

/// The ids of items by user, in ascending order.
pub struct ByUser {
    /// Where the ids of each user begin, by number.
    starts: Vec<usize>,
    ids: Vec<u32>,
}

impl ByUser {
    pub fn of(relation: &impl Relation) -> Self {
        // How many ids each user has, then where they begin, then where the next belongs.
        let mut places: Vec<usize> = Vec::new();
        relation.for_each(|user, _| {
            let index = user.0 as usize;
            if places.len() <= index {
                places.resize(index + 1, 0);
            }
            places.get_mut(index).into_iter().for_each(|len| *len += 1);
        });
        let mut end = 0;
        for place in &mut places {
            end += std::mem::replace(place, end);
        }
        let starts = places.clone();
        let mut ids = vec![0; end];
        relation.for_each(|user, id| {
            if let Some(place) = places.get_mut(user.0 as usize)
                && let Some(slot) = ids.get_mut(*place)
            {
                *slot = id.get();
                *place += 1;
            }
        });
        Self { starts, ids }
    }

    /// Returns all users who have ids, with these.
    pub fn iter(&self) -> impl Iterator<Item = (UserNumber, &[u32])> {
        let ends = self.starts.iter().skip(1).copied().chain([self.ids.len()]);
        let all = self.starts.iter().zip(ends).zip(0..).filter_map(|((start, end), user)| {
            Some((UserNumber(user), self.ids.get(*start..end)?))
        });
        all.filter(|(_, ids)| !ids.is_empty())
    }
}
