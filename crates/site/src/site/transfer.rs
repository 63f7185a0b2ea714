//! Giving the articles and comments of a user to another.

use crate::indexes::Listings;
use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

impl Site {
    /// Gives up to `count` of a user's articles and comments, with their karma, to another user:
    /// articles before comments, of each the latest first, and of those posted at the same time,
    /// the highest id first. Votes stay. Returns how many items now belong to the other user.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyUsers`].
    pub fn transfer(
        &mut self,
        user: UserName,
        new_user: UserName,
        count: usize,
    ) -> Result<usize, Error> {
        let Self { listings, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(from) = users.number(user, hasher).filter(|_| user != new_user) else {
            return Ok(0);
        };
        let to = users.number_or_new(new_user, hasher)?;
        let given = self.give(from, to, count).len();
        self.listings.users.release(to, &self.hasher);
        Ok(given)
    }

    /// Gives articles and comments of a user to another. Returns their ids.
    pub(super) fn give(&mut self, from: UserNumber, to: UserNumber, count: usize) -> Vec<ItemId> {
        let Self { items, listings: Listings { users, .. }, .. } = self;
        let mut ids: Vec<ItemId> =
            users.posted(Kind::Article).newest(from, count, items.articles());
        let comments = users.posted(Kind::Comment);
        ids.extend(comments.newest(from, count - ids.len(), items.comments()));
        for id in &ids {
            self.change_item(*id, |item, _| item.set_poster(to));
        }
        ids
    }
}
