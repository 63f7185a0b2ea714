//! The filters of a query, resolved to what a site stores.
//!
//! Each check destructures the filter without `..`, so that a new one does not compile until each
//! check handles it.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::condition::Check;
use super::{Catalog, Query, Source};
use crate::item::flags::Visibility;
use crate::item::{Item, MAX_GROUPS};
use crate::orders::summary::Maxima;
use crate::orders::{Measure, StoredOrder};
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime};

/// What an article must meet to be in a listing.
#[derive(Clone, Debug, Default)]
pub struct Filter<'a> {
    /// The earliest time, in UNIX seconds.
    pub since: Option<i64>,
    /// The time before which the article was posted.
    pub until: Option<i64>,
    pub min_votes: Option<i64>,
    /// Hidden articles, or comments, instead of listed ones.
    pub hidden: bool,
    /// All others, source included, the cheapest first.
    pub checks: Vec<Check<'a>>,
}

impl<'a> Filter<'a> {
    /// Returns the filter of a query, source included. Returns None if nothing can pass.
    pub fn of(catalog: Catalog<'a>, query: &Query<'a>, now: UnixTime) -> Option<Self> {
        let filters = &query.filters;
        let hidden = filters.visibility != Visibility::Listed;
        let (mut checks, mut required) = (Vec::new(), BTreeSet::new());
        match query.source {
            Source::Site | Source::Comments => {}
            Source::Group(name) => _ = required.insert(catalog.listings.groups.number(name)?),
            Source::User(name) => {
                let number = catalog.listings.users.number(name, catalog.hasher)?;
                checks.push(Check::From(Rc::new([number.0].into())));
            }
            Source::Below(id) => checks.push(Check::Below(id)),
        }
        for condition in &filters.conditions {
            condition.resolve(catalog, query.now, &mut checks, &mut required)?;
        }
        if required.len() > MAX_GROUPS {
            return None;
        }
        checks.extend(required.into_iter().map(Check::InGroup));
        if filters.visibility == Visibility::Held {
            checks.push(Check::Held);
        }
        let has_deleted = catalog.items.has_deleted_articles();
        match (catalog.kind, query.source) {
            // All of it is in one thread.
            (_, Source::Below(_)) if !hidden => {}
            (Kind::Comment, _) if hidden && has_deleted => checks.push(Check::InThread),
            (Kind::Comment, _) if hidden => {}
            (Kind::Comment, _) if has_deleted || catalog.listings.hidden.len() > 0 => {
                checks.push(Check::InShownThread);
            }
            _ => {}
        }
        checks.sort_by_key(Check::cost);
        let (min_votes, window) =
            (filters.min_votes, Self::window(filters.since, filters.until, now));
        Some(Self { min_votes, hidden, checks, ..window })
    }

    /// Returns the filter for a window of time. A negative time counts back from now.
    pub fn window(since: Option<i64>, until: Option<i64>, now: UnixTime) -> Self {
        let absolute = |time: i64| if time < 0 { time.saturating_add(now.get()) } else { time };
        Self { since: since.map(absolute), until: until.map(absolute), ..Self::default() }
    }

    /// Returns whether a walk along a ranking, which can start and end anywhere in it, has only
    /// the checks to make.
    pub fn is_for_walk(&self, order: StoredOrder) -> bool {
        let Self { since, until, min_votes, hidden: _, checks: _ } = self;
        let has_window = since.is_some() || until.is_some();
        min_votes.is_none() && (order == StoredOrder::Time || !has_window)
    }

    /// Returns whether the article passes the filters by time and votes, which are checked without
    /// reading more of it.
    pub fn admits(&self, item: &Item) -> bool {
        let Self { since, until, min_votes, hidden: _, checks: _ } = self;
        let time = item.time.get();
        since.is_none_or(|since| since <= time)
            && until.is_none_or(|until| time < until)
            && min_votes.is_none_or(|votes| item.tally.votes() >= votes)
    }

    /// Returns whether an article passes all others.
    pub fn passes(&self, catalog: Catalog, id: ItemId, item: &Item) -> bool {
        let Self { since: _, until: _, min_votes: _, hidden, checks } = self;
        item.is_listed() != *hidden && checks.iter().all(|check| check.admits(catalog, id, item))
    }

    /// Returns whether [`Filter::admits`] may be true of a listed article in a part of the table.
    pub fn may_admit(&self, maxima: &Maxima) -> bool {
        let Self { since, until, min_votes, hidden: _, checks: _ } = self;
        since.is_none_or(|since| since <= maxima.latest())
            && until.is_none_or(|until| maxima.earliest.number() < until)
            && min_votes.is_none_or(|votes| maxima.greatest(Measure::Votes).number() >= votes)
    }

    /// Returns whether every listed article in a part of the table is certain to pass.
    pub fn admits_all(&self, maxima: &Maxima) -> bool {
        let Self { since, until, min_votes, hidden: _, checks } = self;
        since.is_none_or(|since| since <= maxima.earliest.number())
            && until.is_none_or(|until| maxima.latest() < until)
            && min_votes.is_none()
            && checks.is_empty()
    }
}
