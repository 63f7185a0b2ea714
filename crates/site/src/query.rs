//! Listings: the articles of a source that pass all filters, in an order, read page by page.
//!
//! The listing is never computed as a whole. Where a ranking has its order, a [walk] along it
//! reads a page; several groups are several walks, merged. Otherwise a [search] finds the first
//! articles, led by what the table of articles knows of its parts.

mod cursor;
mod filter;
mod first;
mod merge;
mod plan;
mod rank;
mod search;
mod valuation;
mod walk;

pub use cursor::Cursor;
use filter::Filter;
use plan::Plan;

use crate::error::Error;
use crate::order::Order;
use crate::ranking::RankKey;
use crate::types::{GroupName, UnixTime};
use crate::view::ArticleView;
use crate::{Direction, Site};

/// The number of articles that page numbers reach in a filtered listing, and the length of a
/// listing in an order that is not stored.
pub const REACH: usize = 1_000;

/// A request for a page of a listing. The default is the first page of the site by score.
#[derive(Clone, Debug, Default)]
pub struct Query<'a> {
    /// The articles from which the listing is taken.
    pub source: Source<'a>,
    /// The order.
    pub order: Order,
    /// The direction of the order.
    pub direction: Direction,
    /// What an article must satisfy.
    pub filters: Filters<'a>,
    /// The position after which pages begin; None for the beginning.
    pub after: Option<Cursor>,
    /// The number of the page, from 1. 0 counts as 1.
    pub page: u64,
    /// The number of articles per page; None for the site's page size.
    pub size: Option<u32>,
    /// The current time.
    pub now: UnixTime,
}

/// The source of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub enum Source<'a> {
    /// All articles of the site.
    #[default]
    Site,
    /// The articles of a group.
    Group(GroupName<'a>),
}

/// What an article must satisfy to be in a listing. The default is nothing.
#[derive(Clone, Debug, Default)]
pub struct Filters<'a> {
    /// The earliest time, in UNIX seconds. A negative one counts back from now.
    pub since: Option<i64>,
    /// The time before which the article was posted, in the same form.
    pub until: Option<i64>,
    /// The minimum of upvotes less downvotes.
    pub min_votes: Option<i64>,
    /// Groups of which the article is in at least one.
    pub any_of: Option<Vec<GroupName<'a>>>,
    /// Groups of which the article is in each.
    pub all_of: Option<Vec<GroupName<'a>>>,
    /// Groups of which the article is in none.
    pub none_of: Option<Vec<GroupName<'a>>>,
}

impl Filters<'_> {
    fn is_any_set(&self) -> bool {
        let Self { since, until, min_votes, any_of, all_of, none_of } = self;
        let has_groups = [any_of, all_of, none_of].into_iter().any(Option::is_some);
        has_groups || since.or(*until).or(*min_votes).is_some()
    }
}

/// A page of a listing.
#[derive(Debug)]
pub struct Page<'a> {
    /// The articles.
    pub articles: Vec<ArticleView<'a>>,
    /// The position of the last article, unless nothing follows it.
    pub next: Option<Cursor>,
}

/// Consecutive entries of a listing, and whether others follow them.
struct Slice {
    /// The value by which each is ordered, with the article.
    entries: Vec<RankKey>,
    is_followed: bool,
}

impl Site {
    /// Returns a page of a listing. Past the end it is empty.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`], [`Error::PageTooFar`] or [`Error::InvalidCursor`].
    pub fn query(&self, query: &Query) -> Result<Page<'_>, Error> {
        let size = query.size.unwrap_or(self.settings.page_size()) as usize;
        let skip = query.page.saturating_sub(1).saturating_mul(size as u64);
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        query.validate()?;
        if query.has_numbers_up_to_reach() && skip.saturating_add(size) > REACH {
            return Err(Error::PageTooFar);
        }
        // Pages after a cursor are computed as of the time of the first page.
        let now = query.after.and_then(|cursor| cursor.time()).unwrap_or(query.now);
        let slice = self.slice(query, now, skip, size);
        let to_cursor = |entry: &RankKey| Cursor::new(query.order, *entry, now);
        let last = slice.entries.last().filter(|_| slice.is_followed);
        Ok(Page {
            next: last.map(to_cursor),
            articles: slice.entries.iter().filter_map(|entry| self.article(entry.id())).collect(),
        })
    }

    fn slice(&self, query: &Query, now: UnixTime, skip: usize, size: usize) -> Slice {
        let Some(plan) = Plan::of(&self.listings, query, now) else {
            return Slice { entries: Vec::new(), is_followed: false };
        };
        match query.order.ranked() {
            Some(ranked) if plan.rest.is_for_walk(ranked) => {
                walk::slice(self, query, ranked, &plan, skip, size)
            }
            _ => search::slice(self, query, now, &plan, skip, size),
        }
    }
}

impl Query<'_> {
    /// Checks the options that exclude each other on any site.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`] or [`Error::InvalidCursor`].
    pub fn validate(&self) -> Result<(), Error> {
        if self.direction == Direction::Ascending && self.order.ranked().is_none() {
            return Err(Error::AscendingOrder);
        }
        if self.after.is_some_and(|cursor| !cursor.is_of(self.order)) {
            return Err(Error::InvalidCursor);
        }
        Ok(())
    }

    /// Returns whether page numbers end although the listing may go on.
    fn has_numbers_up_to_reach(&self) -> bool {
        self.order.ranked().is_some() && self.filters.is_any_set()
    }
}
