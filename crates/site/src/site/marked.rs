//! Pages of what is on a list of a user.

use std::fmt;

use crate::indexes::users::lists::Place;
use crate::site::Site;
use crate::site::reader::{OwnPage, OwnQuery};
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::integer::parse_integer;
use crate::terms::types::{ItemId, ListName, UserName};

/// A position in a list: after an article or comment, whether or not it is still on the list.
///
/// Its text is the number of the mark, among all that were made on the list, or 0 if it was not
/// one of the latest, and the id: `marked:20-17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkCursor(Place);

impl MarkCursor {
    /// Parses a cursor.
    ///
    /// # Errors
    ///
    /// [`Error::BadCursor`].
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let parts = || {
            let text = std::str::from_utf8(text.strip_prefix(b"marked:")?).ok()?;
            let (number, id) = text.split_once('-')?;
            let number = u64::try_from(parse_integer(number.as_bytes())?).ok()?;
            let id = ItemId::from_integer(parse_integer(id.as_bytes())?)?;
            Some(Self(Place { number, id }))
        };
        parts().ok_or(Error::BadCursor)
    }
}

impl fmt::Display for MarkCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { number, id } = self.0;
        write!(f, "marked:{number}-{}", id.get())
    }
}

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
        query: &OwnQuery<MarkCursor>,
        budget: &Budget,
    ) -> Result<OwnPage<'_, MarkCursor>, Error> {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        let marked = owner.and_then(|owner| users.lists.get(owner, list));
        let after = query.after.map(|MarkCursor(place)| place);
        let ids = marked.into_iter().flat_map(|ids| ids.listing(after));
        let OwnPage { items, next } = self.own_page(ids, |_| true, query, budget)?;
        let next = next.and_then(|id| Some(MarkCursor(marked?.place(id))));
        Ok(OwnPage { items, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_of_cursors_are_cursors() {
        for text in ["marked:0-1", "marked:20-17", "marked:9223372036854775807-4294967295"] {
            assert_eq!(MarkCursor::parse(text.as_bytes()).unwrap().to_string(), text);
        }
        for text in [
            "",
            "17",
            "20-17",
            "marked:",
            "marked:17",
            "marked:1-0",
            "marked:-1-1",
            "marked:01-1",
            "marked:1-1-1",
            "marked:1-4294967296",
            "marked:1-1 ",
            "MARKED:1-1",
            "time:1-1",
        ] {
            assert_eq!(MarkCursor::parse(text.as_bytes()), Err(Error::BadCursor), "{text}");
        }
    }
}
