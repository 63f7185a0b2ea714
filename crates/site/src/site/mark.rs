//! Putting articles and comments on lists of a user, and taking them off.

use smallvec::SmallVec;

use crate::indexes::users::lists::{Lists, Mark, Owner};
use crate::items::Items;
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
        let ids = self.items.existing(ids);
        let marks: SmallVec<[Mark; 16]> = ids.into_iter().map(Mark::Of).collect();
        if marks.is_empty() {
            return Ok(0);
        }
        self.add_marks(user, |lists, owner, items| lists.insert(owner, list, &marks, items))
    }

    /// Makes marks on a user's list as if before all others there. Ids of what does not exist are
    /// left out. Returns whether anything is another than before. For loading.
    ///
    /// # Errors
    ///
    /// Those of [`Site::mark`].
    pub fn load_marks(
        &mut self,
        user: UserName,
        list: ListName,
        marks: &[Mark],
    ) -> Result<bool, Error> {
        let exists = |mark: &Mark| mark.id().is_none_or(|id| self.items.get(id).is_some());
        let marks: Vec<Mark> = marks.iter().copied().filter(exists).collect();
        if self.are_made(user, list, &marks) {
            return Ok(false);
        }
        let new = self.add_marks(user, |lists, owner, items| {
            lists.insert_before(owner, list, &marks, items)
        })?;
        let has_unmarked = marks.iter().any(|mark| mark.id().is_none());
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher).filter(|_| has_unmarked);
        Ok(new > 0 || owner.is_some_and(|owner| users.lists.get(owner, list).is_some()))
    }

    /// Returns whether all articles and comments of some marks, of which there are some, are on a
    /// list: then the marks were loaded before.
    fn are_made(&self, user: UserName, list: ListName, marks: &[Mark]) -> bool {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        let listed = owner.and_then(|owner| users.lists.get(owner, list));
        let mut ids = marks.iter().filter_map(|mark| mark.id()).peekable();
        let is_listed = |id: ItemId| listed.is_some_and(|listed| listed.contains(id.get()));
        ids.peek().is_some() && ids.all(is_listed)
    }

    fn add_marks(
        &mut self,
        user: UserName,
        add: impl FnOnce(&mut Lists, Owner, &mut Items) -> Result<usize, Error>,
    ) -> Result<usize, Error> {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let hash = hasher.of(user.as_bytes());
        let number = users.find_or_insert(user, hash)?;
        let marked = add(&mut users.lists, Owner { number, hash }, items);
        if !matches!(marked, Ok(1..)) {
            users.release(number, hasher);
        }
        marked
    }

    /// Takes articles and comments off a user's list, or all. The list goes with its last id.
    /// Returns how many were on it.
    pub fn unmark(&mut self, user: UserName, list: ListName, ids: Option<&[ItemId]>) -> usize {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let hash = hasher.of(user.as_bytes());
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
