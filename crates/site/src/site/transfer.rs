//! Giving the articles and comments of a user to another.

use crate::orders::ranking_set::Place;
use crate::site::Site;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

impl Site {
    /// Gives up to `count` of a user's articles and comments, with their karma, to another user:
    /// articles before comments, of each the latest first, and of those posted at the same time, the
    /// highest id first. Votes stay. Returns how many items now belong to the other user.
    pub fn transfer(&mut self, user: UserName, new_user: UserName, count: usize) -> usize {
        let Self { items, listings, changes, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(from) = users.number(user, hasher).filter(|_| user != new_user) else { return 0 };
        let mut ids: Vec<ItemId> = users.newest(from, Kind::Article, count, items);
        ids.extend(users.newest(from, Kind::Comment, count - ids.len(), items));
        if ids.is_empty() {
            return 0;
        }
        let to = users.number_or_new(new_user, hasher);
        for id in &ids {
            let Some(item) = items.get(*id) else { continue };
            let place = Place::of(*id, item);
            users.remove(*id, item, &place, hasher);
            items.update(*id, |item| {
                item.poster = to;
                changes.count_in(item);
            });
            let Some(item) = items.get(*id) else { continue };
            users.add(*id, item, &place, items);
        }
        ids.len()
    }
}
