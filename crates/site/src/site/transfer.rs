//! Giving the articles of a user to another.

use crate::orders::ranking_set::Place;
use crate::site::Site;
use crate::terms::types::UserName;

impl Site {
    /// Gives up to `count` of a user's articles, with their karma, to another user: the latest
    /// first, and of those posted at the same time, the highest id first. Votes stay. Returns how
    /// many articles now belong to the other user.
    pub fn transfer(&mut self, user: UserName, new_user: UserName, count: usize) -> usize {
        let Self { articles, listings, changes, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(from) = users.number(user, hasher).filter(|_| user != new_user) else { return 0 };
        let ids = users.newest(from, count, articles);
        if ids.is_empty() {
            return 0;
        }
        let to = users.number_or_new(new_user, hasher);
        for id in &ids {
            let Some(article) = articles.get(id.get()) else { continue };
            let place = Place::of(*id, article);
            users.remove(*id, article, &place, hasher);
            articles.update(id.get(), |article| {
                article.poster = to;
                changes.count_in(article);
            });
            let Some(article) = articles.get(id.get()) else { continue };
            users.add(*id, article, &place, articles);
        }
        ids.len()
    }
}
