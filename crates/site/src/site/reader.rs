//! What a site knows for one reader: pages of what the user has voted on.

use crate::item::Item;
use crate::query::REACH;
use crate::site::Site;
use crate::site::view::ItemView;
use crate::structures::counted_tree::Direction;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime, UserName, Vote};

/// A page of a reader's own listing, whose order is by id, the highest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnQuery {
    /// Only articles or only comments; None for both.
    pub kind: Option<Kind>,
    /// The id after which pages begin; None for the beginning.
    pub after: Option<ItemId>,
    /// The number of the page, from 1. 0 counts as 1.
    pub page: u64,
    /// The number of articles and comments per page; None for the site's page size.
    pub size: Option<u32>,
    /// The current time.
    pub now: UnixTime,
}

/// A page of a reader's own listing.
#[derive(Debug, Default)]
pub struct OwnPage<'a> {
    /// The articles and comments.
    pub items: Vec<ItemView<'a>>,
    /// The id of the last of them, unless nothing follows it.
    pub next: Option<ItemId>,
}

impl Site {
    /// Returns a page of what a user has a vote on, counted or silent; with `vote`, only such
    /// votes. What is hidden is left out and, unless the site keeps votes, what has closed.
    ///
    /// # Errors
    ///
    /// [`Error::PageTooFar`].
    pub fn voted(
        &self,
        user: UserName,
        vote: Option<Vote>,
        query: &OwnQuery,
    ) -> Result<OwnPage<'_>, Error> {
        let users = &self.listings.users;
        let number = users.number(user, &self.hasher);
        let votes = number.and_then(|number| users.votes(number));
        let is_such = |item: &Item| {
            let shown = item.shown_vote(number, &self.settings, query.now).flatten();
            shown.is_some_and(|shown| vote.is_none_or(|vote| vote == shown.vote))
        };
        let first = query.after.map_or(u32::MAX, |id| id.get().saturating_sub(1));
        let ids = votes.map(|votes| votes.range(first, Direction::Descending));
        self.own_page(ids.into_iter().flatten(), is_such, query)
    }

    /// Returns a page of the items with these ids, which are in descending order, for which
    /// `is_such` is true.
    fn own_page(
        &self,
        ids: impl Iterator<Item = u32>,
        is_such: impl Fn(&Item) -> bool,
        query: &OwnQuery,
    ) -> Result<OwnPage<'_>, Error> {
        let size = query.size.unwrap_or(self.settings.page_size()) as usize;
        let skip = query.page.saturating_sub(1).saturating_mul(size as u64);
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        if skip.saturating_add(size) > REACH {
            return Err(Error::PageTooFar);
        }
        let mut found = ids.filter_map(|id| {
            let item = self.items.get(ItemId::new(id))?;
            let is_wanted = query.kind.is_none_or(|kind| kind == item.content.kind())
                && item.is_listed()
                && is_such(item);
            is_wanted.then(|| self.view((ItemId::new(id), item)))
        });
        let items: Vec<_> = found.by_ref().skip(skip).take(size).collect();
        let is_followed = found.next().is_some();
        Ok(OwnPage { next: items.last().map(ItemView::id).filter(|_| is_followed), items })
    }
}
