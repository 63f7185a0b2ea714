//! Listings: the articles of a source that pass all filters, in an order, read page by page.
//!
//! The listing is never computed as a whole. Where a ranking has its order, a [walk] along it
//! reads a page; several groups are several walks, merged. Otherwise a [search] finds the first
//! articles, led by what the table of articles knows of its parts.

mod best_first;
mod condition;
mod filter;
mod first;
mod left_out;
mod per;
mod plan;
mod read_ahead;
mod search;
mod walk;

pub use best_first::{BestFirst, Reads, Scope};
pub use condition::{Check, Condition, UserLists};
pub use filter::Filter;
pub use left_out::{LeftOut, Muted};
pub use per::{Per, PerKind};
use plan::Plan;
pub use walk::{RankRange, merge};

use std::borrow::Cow;

use roaring::RoaringBitmap;

use crate::indexes::Listings;
use crate::indexes::users::lists::MarkedIds;
use crate::item::flags::{Pin, Visibility};
use crate::item::numbers::GroupNumber;
use crate::item::{Item, is_pinned};
use crate::items::Items;
use crate::orders::cursor::{Cursor, Cursors, Sequence};
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::orders::ranking_set::RankingSet;
use crate::orders::{Order, StoredOrder};
use crate::structures::counted_tree::Direction;
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::table::Table;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::settings::Settings;
use crate::terms::types::{GroupName, ItemId, ListName, UnixTime, UserName};

/// The number of articles that page numbers reach in a filtered listing, and the length of a
/// listing in an order that is not stored.
pub const REACH: usize = 1_000;

/// A request for a page of a listing. The default is the first page of the site by score.
#[derive(Clone, Debug, Default, Hash)]
pub struct Query<'a> {
    /// The articles from which the listing is taken.
    pub source: Source<'a>,
    /// The order.
    pub order: Order,
    /// The direction of the order.
    pub direction: Direction,
    /// What an article must satisfy.
    pub filters: Filters<'a>,
    /// The limit for what articles on the page have in common.
    pub per: Option<Per>,
    /// The position after which pages begin; None for the beginning.
    pub after: Option<Cursor>,
    /// The number of the page, from 1. 0 counts as 1.
    pub page: u64,
    /// The number of articles per page; None for the site's page size.
    pub size: Option<u32>,
    /// The current time.
    pub now: UnixTime,
    /// The time as of which the listing is computed, instead of now.
    pub at: Option<UnixTime>,
    /// Whether to find out if anything follows the page. Otherwise nothing is read beyond it.
    pub looks_ahead: bool,
}

/// The source of a listing.
#[derive(Clone, Copy, Debug, Default, Hash)]
pub enum Source<'a> {
    /// All articles of the site.
    #[default]
    Site,
    /// The articles of a group.
    Group(GroupName<'a>),
    /// The articles that a user posted.
    User(UserName<'a>),
    /// All comments of the site.
    Comments,
    /// The comments below an article or comment, however deep.
    Below(ItemId),
}

impl Source<'_> {
    /// Returns whether the listing is of articles or of comments.
    pub fn kind(self) -> Kind {
        match self {
            Self::Site | Self::Group(_) | Self::User(_) => Kind::Article,
            Self::Comments | Self::Below(_) => Kind::Comment,
        }
    }

    /// Returns whether there are rankings of just the source.
    fn is_ranked(self) -> bool {
        matches!(self, Self::Site | Self::Group(_))
    }

    /// Returns the rankings of just the source, if there are any.
    fn rankings<'c>(self, catalog: Catalog<'c>) -> Option<&'c RankingSet> {
        let groups = &catalog.listings.groups;
        match self {
            Self::Site => catalog.listed(),
            Self::Group(name) => Some(groups.get(groups.number(name)?)?.rankings()),
            Self::User(_) | Self::Comments | Self::Below(_) => None,
        }
    }
}

/// What an article must satisfy to be in a listing. The default is nothing.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Filters<'a> {
    /// The earliest time, in UNIX seconds. A negative one counts back from now.
    pub since: Option<i64>,
    /// The time before which the article was posted, in the same form.
    pub until: Option<i64>,
    /// The minimum of upvotes less downvotes.
    pub min_votes: Option<i64>,
    /// Which articles: those that are listed, those that are hidden, also if they are held back,
    /// or only those that are held back.
    pub visibility: Visibility,
    /// All others, each once.
    pub conditions: Vec<Condition<'a>>,
}

impl Filters<'_> {
    /// Returns whether there is a filter. Every page asks this.
    fn is_any_set(&self) -> bool {
        let Self { since, until, min_votes, visibility, conditions } = self;
        !conditions.is_empty()
            || since.is_some()
            || until.is_some()
            || min_votes.is_some()
            || *visibility != Visibility::Listed
    }
}

/// What queries of articles, or of comments, read of a site.
#[derive(Clone, Copy)]
pub struct Catalog<'a> {
    pub kind: Kind,
    pub items: &'a Items,
    pub listings: &'a Listings,
    pub settings: &'a Settings,
    /// The hash function of users' names.
    pub hasher: &'a KeyedHash,
    /// How much may be read.
    pub budget: &'a Budget,
}

impl<'a> Catalog<'a> {
    /// Returns the articles or the comments.
    pub fn table(&self) -> &'a Table<Item> {
        self.items.of(self.kind)
    }

    /// Returns what is on at least one of a user's lists.
    pub fn members(&self, of: &UserLists) -> Cow<'a, RoaringBitmap> {
        let users = &self.listings.users;
        let owner = of.user.and_then(|user| users.find_owner(user, self.hasher));
        let list = |name: &ListName| users.lists.get(owner?, *name);
        let all = of.lists.iter().filter_map(list).map(MarkedIds::members);
        all.reduce(|one, other| Cow::Owned(one.into_owned() | &*other)).unwrap_or_default()
    }

    /// Returns the rankings of all that are listed. There are none of comments.
    pub fn listed(&self) -> Option<&'a RankingSet> {
        match self.kind {
            Kind::Article => Some(&self.listings.all),
            Kind::Comment => None,
        }
    }

    /// Returns the articles that are pinned in their groups only, of a group: they come first
    /// there, among those that are pinned everywhere.
    fn local_pins(self, group: GroupNumber) -> impl Iterator<Item = (ItemId, &'a Item)> {
        let group = self.listings.groups.get(group);
        let by_score = group.map(|group| group.rankings().by(StoredOrder::Score));
        let down = |ranking: &'a Ranking| ranking.range(0, ranking.len(), Direction::Descending);
        let first = by_score.into_iter().flat_map(down);
        let pinned = first.take_while(|position| is_pinned(position.number()));
        let pinned = self.budget.counted(pinned);
        let items = pinned.filter_map(move |at| Some((at.id(), self.table().get(at.id().get())?)));
        items.filter(|(_, item)| item.flags().pin == Pin::InGroups)
    }

    /// Returns the rankings of all that are hidden.
    pub fn hidden(&self) -> &'a RankingSet {
        match self.kind {
            Kind::Article => &self.listings.hidden,
            Kind::Comment => &self.listings.hidden_comments,
        }
    }
}

/// Consecutive entries of a listing.
#[derive(Debug, Default)]
pub struct Slice {
    /// Each article with the value by which it is ordered.
    pub entries: Vec<Position>,
    /// The position after which the next page begins, if the query looks ahead, and others follow
    /// or the budget ended before the next was found.
    pub next: Option<Position>,
}

impl<'a> Query<'a> {
    /// Checks the options that exclude each other on any site.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`], [`Error::BadCursor`] or [`Error::PerNeedsFirstPage`].
    pub fn validate(&self) -> Result<(), Error> {
        self.order.check_direction(self.direction)?;
        if self.after.is_some_and(|cursor| !cursor.is_of(self.sequence())) {
            return Err(Error::BadCursor);
        }
        if self.per.is_some() && self.page > 1 {
            return Err(Error::PerNeedsFirstPage);
        }
        Ok(())
    }

    /// Returns the time as of which the listing is computed: pages after a cursor have the time of
    /// the first page, if it names that.
    pub fn time(&self) -> UnixTime {
        self.after.and_then(|cursor| cursor.time()).or(self.at).unwrap_or(self.now)
    }

    /// Returns the entries of the page.
    ///
    /// # Errors
    ///
    /// As [`Query::validate`]; also [`Error::PageTooFar`] and [`Error::TooLong`].
    pub fn slice(&self, catalog: Catalog) -> Result<Slice, Error> {
        self.validate()?;
        let size = self.size.unwrap_or(catalog.settings.page_size()) as usize;
        let skip = self.page.saturating_sub(1).saturating_mul(size as u64);
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        if let Some(per) = self.per {
            return per::slice(self, per, catalog, size);
        }
        // Page numbers end although the listing may go on.
        if self.plain_order().is_none()
            && !self.order.has_end()
            && skip.saturating_add(size) > REACH
        {
            return Err(Error::PageTooFar);
        }
        let slice = self.entries(catalog, skip, size);
        if slice.entries.len() < size {
            catalog.budget.check()?;
        }
        Ok(slice)
    }

    /// Returns the sequence of the listing, which its cursors name.
    pub fn sequence(&self) -> Sequence {
        Sequence::By(self.order, self.source.kind())
    }

    /// Returns the cursors of the listing.
    pub fn cursors(&self) -> Cursors {
        Cursors::new(self.sequence(), self.time())
    }

    /// Returns `size` entries after the first `skip`, without regard to PER, or as many as the
    /// budget allows.
    fn entries(&self, catalog: Catalog, skip: usize, size: usize) -> Slice {
        if let Some(order) = self.plain_order() {
            let rankings = self.source.rankings(catalog);
            let slice = |all| walk::whole(all, self, order, (skip, size), catalog.budget);
            return rankings.map(slice).unwrap_or_default();
        }
        if self.order.has_end() && skip >= REACH {
            return Slice::default();
        }
        let now = self.time();
        let wanted = skip.saturating_add(size);
        let Some(plan) = Plan::of(catalog, self, now, wanted) else {
            return Slice::default();
        };
        match self.order.stored() {
            Some(order)
                if plan.base.is_ranked()
                    && plan.remaining.is_for_walk(order)
                    && !(self.order.heeds_pins() && plan.has_local_pins(catalog, self.source)) =>
            {
                walk::slice(catalog, self, order, &plan, (skip, size))
            }
            _ => search::slice(catalog, self, now, &plan, skip, size),
        }
    }

    /// Returns whether the page depends on the current time, not only on the site.
    pub fn depends_on_now(&self) -> bool {
        let is_relative = |time: Option<i64>| time.is_some_and(|time| time < 0);
        let has_time = self.at.is_some() || self.after.is_some_and(|it| it.time().is_some());
        let Filters { since, until, ref conditions, .. } = self.filters;
        let is_as_of_now = self.order.depends_on_now() || is_relative(since) || is_relative(until);
        conditions.iter().any(|condition| matches!(condition, Condition::Unvoted(_)))
            || !has_time && is_as_of_now
    }

    /// Returns whether the page is worth keeping while the site is as it is. A plain one is no
    /// work, one that depends on a user's votes or lists changes with these, and one with long
    /// lists hardly comes a second time.
    pub fn is_worth_keeping(&self) -> bool {
        const LONG: usize = 256;
        let mut names = self.filters.conditions.iter().map(Condition::names);
        (self.per.is_some() || self.plain_order().is_none())
            && names.try_fold(0, |sum, names| Some(sum + names?)).is_some_and(|sum| sum <= LONG)
    }

    /// Returns the order if the page is read from a ranking of just the listing, which is no work
    /// and needs no plan.
    fn plain_order(&self) -> Option<StoredOrder> {
        self.order.stored().filter(|_| self.source.is_ranked() && !self.filters.is_any_set())
    }
}

#[cfg(test)]
mod tests;
