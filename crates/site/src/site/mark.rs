//! Putting articles and comments on lists of a user, and taking them off.

use crate::indexes::users::lists::Owner;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, ListName, UserName};

impl Site {
    /// Puts articles and comments on a user's list, which is created with its first id. Ids of
    /// what does not exist are left out. Returns how many were not on the list.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyLists`], [`Error::ListTooLong`] or [`Error::TooManyUsers`].
    pub fn mark(
        &mut self,
        user: UserName,
        list: ListName,
        ids: &[ItemId],
    ) -> Result<usize, Error> {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let hash = users.prefetch(user, hasher);
        users.lists.prefetch(hash);
        let ids = items.existing(ids);
        if ids.is_empty() {
            return Ok(0);
        }
        let number = users.find_or_insert(user, hash)?;
        let marked = users.lists.insert(Owner { number, hash }, list, &ids, items);
        if marked.is_err() {
            users.release(number, hasher);
        }
        marked
    }

    /// Takes articles and comments off a user's list, or all. The list goes with its last id.
    /// Returns how many were on it.
    pub fn unmark(&mut self, user: UserName, list: ListName, ids: Option<&[ItemId]>) -> usize {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let hash = users.prefetch(user, hasher);
        users.lists.prefetch(hash);
        let ids = ids.map(|ids| items.existing(ids));
        let Some(number) = users.find(user, hash) else { return 0 };
        let owner = Owner { number, hash };
        let marks = match &ids {
            Some(ids) => users.lists.remove(owner, list, ids, items),
            None => users.lists.remove_all(owner, list, items),
        };
        users.release(number, hasher);
        marks
    }

    /// Returns a user's lists with the numbers of their ids, by name.
    pub fn lists(&self, user: UserName) -> Vec<(ListName<'_>, usize)> {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        owner.map_or(Vec::new(), |owner| users.lists.of(owner))
    }
}
