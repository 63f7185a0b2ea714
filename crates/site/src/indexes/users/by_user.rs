//! The ids of items, grouped by user: a counting sort, for a site that has just been loaded.

use crate::item::numbers::UserNumber;
use crate::terms::types::ItemId;

/// The ids of items by user, in ascending order.
pub struct ByUser {
    /// Where the ids of each user begin, by number.
    starts: Vec<usize>,
    ids: Vec<u32>,
}

impl ByUser {
    /// Groups items by user. `for_each` passes each user with each item to a function, in
    /// ascending order of the items.
    pub fn of(for_each: impl Fn(&mut dyn FnMut(UserNumber, ItemId))) -> Self {
        // How many ids each user has, then where they begin, then where the next belongs.
        let mut places: Vec<usize> = Vec::new();
        for_each(&mut |user, _| {
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
        for_each(&mut |user, id| {
            if let Some(place) = places.get_mut(user.0 as usize)
                && let Some(slot) = ids.get_mut(*place)
            {
                *slot = id.get();
                *place += 1;
            }
        });
        Self { starts, ids }
    }

    pub fn iter(&self) -> impl Iterator<Item = (UserNumber, &[u32])> {
        let ends = self.starts.iter().skip(1).copied().chain([self.ids.len()]);
        let all = self.starts.iter().zip(ends).zip(0..).filter_map(|((start, end), user)| {
            Some((UserNumber(user), self.ids.get(*start..end)?))
        });
        all.filter(|(_, ids)| !ids.is_empty())
    }
}
