//! Pages of listings.

use crate::query::{Cursor, Query};
use crate::site::Site;
use crate::site::view::ArticleView;
use crate::terms::error::Error;

/// A page of a listing.
#[derive(Debug)]
pub struct Page<'a> {
    /// The articles.
    pub articles: Vec<ArticleView<'a>>,
    /// The position of the last article, unless nothing follows it.
    pub next: Option<Cursor>,
}

impl Site {
    /// Returns a page of a listing. Past the end it is empty.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`], [`Error::PageTooFar`] or [`Error::InvalidCursor`].
    pub fn query(&self, query: &Query) -> Result<Page<'_>, Error> {
        let slice = query.slice(self.catalog())?;
        let last = slice.entries.last().filter(|_| slice.is_followed);
        Ok(Page {
            next: last.map(|entry| Cursor::new(query.order, *entry, query.time())),
            articles: self.articles_of(slice.entries.iter().map(|entry| entry.id())),
        })
    }
}
