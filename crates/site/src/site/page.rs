//! Pages of listings.

use crate::orders::cursor::Cursors;
use crate::orders::position::Position;
use crate::query::Query;
use crate::site::Site;
use crate::site::view::ItemView;
use crate::terms::budget::Budget;
use crate::terms::error::Error;

/// A page of a listing.
#[derive(Debug)]
pub struct Page<'a> {
    /// The articles or comments.
    pub items: Vec<ItemView<'a>>,
    /// The position of each.
    pub positions: Vec<Position>,
    /// The position after which the next page begins, if the query looks ahead and others follow.
    pub next: Option<Position>,
    /// The cursors after these positions.
    pub cursors: Cursors,
}

impl Site {
    /// Returns a page of a listing. Past the end it is empty.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`], [`Error::PageTooFar`], [`Error::PerNeedsFirstPage`],
    /// [`Error::BadCursor`] or [`Error::TooLong`].
    pub fn query(&self, query: &Query, budget: &Budget) -> Result<Page<'_>, Error> {
        let slice = query.slice(self.catalog(query.source.kind(), budget))?;
        Ok(Page {
            items: self.items_of(slice.entries.iter().map(|entry| entry.id())),
            positions: slice.entries,
            next: slice.next,
            cursors: query.cursors(),
        })
    }
}
