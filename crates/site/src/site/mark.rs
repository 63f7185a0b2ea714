//! Putting articles and comments on lists of a user, and taking them off.

use smallvec::SmallVec;

use crate::indexes::users::lists::{Mark, Owner};
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
        self.add_marks(user, list, &marks)
    }

    /// Makes marks on a user's list. Ids of what does not exist are left out. Returns whether
    /// anything is another than before. For loading.
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
        let new = self.add_marks(user, list, &marks)?;
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
        list: ListName,
        marks: &[Mark],
    ) -> Result<usize, Error> {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let hash = users.prefetch(user, hasher);
        users.lists.prefetch(hash);
        let number = users.find_or_insert(user, hash)?;
        let marked = users.lists.insert(Owner { number, hash }, list, marks, items);
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

    /// Moves a user's lists to another user, or joins them to those of the same names, as if their
    /// marks had been made before. What would exceed a limit is removed. Ends with at least
    /// `count` ids moved or removed, if there are as many. Returns how many are.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyUsers`].
    pub fn transfer_lists(
        &mut self,
        user: UserName,
        new_user: UserName,
        count: usize,
    ) -> Result<usize, Error> {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(owner) = users.find_owner(user, hasher) else { return Ok(0) };
        if user == new_user || !users.lists.has_existing(owner) {
            return Ok(0);
        }
        let number = users.number_or_new(new_user, hasher)?;
        let new_owner = users.owner(number, hasher);
        let joined = users.lists.join(owner, new_owner, count, items);
        users.release(number, hasher);
        users.release(owner.number, hasher);
        Ok(joined)
    }

    /// Returns a user's lists with the numbers of their ids, by name.
    pub fn lists(&self, user: UserName) -> Vec<(ListName<'_>, usize)> {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        owner.map_or(Vec::new(), |owner| users.lists.of(owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Budget, Link, MAX_LISTS, NewArticle, Origin, OwnQuery, Settings, Title, UnixTime,
    };

    fn user(name: &str) -> UserName<'_> {
        UserName::new(name.as_bytes()).unwrap()
    }

    fn list(name: &str) -> ListName<'_> {
        ListName::new(name.as_bytes()).unwrap()
    }

    fn site(articles: u32) -> Site {
        let mut site = Site::new(Settings::default());
        for _ in 0..articles {
            let new = NewArticle {
                poster: user("poster"),
                title: Title::new(b"title").unwrap(),
                link: Link::new(b"link").unwrap(),
                groups: &[],
                fields: &[],
                id: None,
                time: UnixTime::clamped(1),
            };
            site.post(&new, Origin::Replay).unwrap();
        }
        site
    }

    fn marked(site: &Site, of: &str, name: &str) -> Vec<u32> {
        let query = OwnQuery { size: Some(1_000), ..OwnQuery::default() };
        let page = site.marked(user(of), list(name), &query, &Budget::unlimited()).unwrap();
        page.items.iter().map(|item| item.id().get()).collect()
    }

    #[test]
    fn lists_are_joined_to_those_of_another_user_as_older_marks() {
        let mut site = site(20);
        let mut mark = |of: &str, name: &str, ids: &[u32]| {
            let ids: Vec<_> = ids.iter().copied().map(ItemId::new).collect();
            site.mark(user(of), list(name), &ids).unwrap();
        };
        mark("old", "both", &[3, 9, 4, 7, 12, 5]);
        mark("new", "both", &[2, 7, 1]);
        mark("old", "one", &[8, 6]);
        (1..MAX_LISTS).for_each(|number| mark("new", &number.to_string(), &[1]));
        assert!(site.delete(ItemId::new(12)));
        let steps = || site.transfer_lists(user("old"), user("new"), 2);
        let steps: Vec<_> = std::iter::repeat_with(steps).take(5).map(Result::unwrap).collect();
        site.check().unwrap();
        // Of one list, each step moves the latest; for the other, there is no room.
        assert_eq!(steps.iter().sum::<usize>(), 7);
        assert!(steps.ends_with(&[0]) && site.lists(user("old")).is_empty());
        assert_eq!(marked(&site, "new", "both"), [1, 7, 2, 5, 4, 9, 3]);
        assert_eq!(site.transfer_lists(user("new"), user("newer"), 1), Ok(7));
        assert_eq!(marked(&site, "newer", "both"), [1, 7, 2, 5, 4, 9, 3]);
        site.check().unwrap();
    }
}
