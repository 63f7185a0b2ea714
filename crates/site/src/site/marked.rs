//! Pages of what is on a list of a user.

use crate::orders::cursor::Sequence;
use crate::site::Site;
use crate::site::page::Page;
use crate::site::reader::OwnQuery;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::types::{ListName, UserName};

impl Site {
    /// Returns a page of what is on a user's list: first what was marked with the
    /// [latest marks](crate::LATEST_MARKS) made on it, the latest first, then the others, the
    /// highest id first. What is hidden is left out, also comments whose article is hidden or
    /// deleted.
    ///
    /// # Errors
    ///
    /// [`Error::PageTooFar`] or [`Error::TooLong`].
    pub fn marked(
        &self,
        user: UserName,
        list: ListName,
        query: &OwnQuery,
        budget: &Budget,
    ) -> Result<Page<'_>, Error> {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        let marked = owner.and_then(|owner| users.lists.get(owner, list));
        let positions = marked.into_iter().flat_map(|ids| ids.listing(query.after));
        self.own_page(positions, Sequence::Marks, |_, _| true, query, budget)
    }
}
