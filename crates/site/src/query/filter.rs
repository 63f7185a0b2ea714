//! The filters of a query, resolved to what a site stores.
//!
//! Each check destructures the filter without `..`, so that a new one does not compile until each
//! check handles it.

use super::condition::Selection;
use super::{Catalog, Query};
use crate::item::Item;
use crate::orders::position::Position;
use crate::orders::summary::Maxima;
use crate::orders::{Measure, StoredOrder};
use crate::terms::types::UnixTime;

/// The conditions that an article must meet.
#[derive(Clone, Debug, Default)]
pub struct Filter<'a> {
    /// The earliest time, in UNIX seconds.
    pub since: Option<i64>,
    /// The time before which the article was posted.
    pub until: Option<i64>,
    pub min_votes: Option<i64>,
    /// All others.
    pub selection: Selection<'a>,
}

impl<'a> Filter<'a> {
    /// Returns the filter of a query, source included. Returns None if nothing can pass, because a
    /// group or a user does not exist.
    pub fn of(catalog: Catalog<'a>, query: &Query<'a>, now: UnixTime) -> Option<Self> {
        let filters = &query.filters;
        Some(Self {
            min_votes: filters.min_votes,
            selection: Selection::of(catalog, query)?,
            ..Self::window(filters.since, filters.until, now)
        })
    }

    /// Returns the filter for a window of time. A negative time counts back from now.
    pub fn window(since: Option<i64>, until: Option<i64>, now: UnixTime) -> Self {
        let absolute = |time: i64| if time < 0 { time.saturating_add(now.get()) } else { time };
        Self { since: since.map(absolute), until: until.map(absolute), ..Self::default() }
    }

    /// Returns whether a walk along a ranking, which can start and end anywhere in it, has only
    /// the selection to check.
    pub fn is_for_walk(&self, order: StoredOrder) -> bool {
        let Self { since, until, min_votes, selection: _ } = self;
        let has_window = since.is_some() || until.is_some();
        min_votes.is_none() && (order == StoredOrder::Time || !has_window)
    }

    /// Returns whether the article passes the filters by time and votes, which are checked without
    /// reading more of it.
    pub fn admits(&self, item: &Item) -> bool {
        let Self { since, until, min_votes, selection: _ } = self;
        let time = item.time.get();
        since.is_none_or(|since| since <= time)
            && until.is_none_or(|until| time < until)
            && min_votes.is_none_or(|votes| item.tally.votes() >= votes)
    }

    /// Returns whether [`Filter::admits`] may be true of a listed article in a part of the table.
    pub fn may_admit(&self, maxima: &Maxima) -> bool {
        let Self { since, until, min_votes, selection: _ } = self;
        since.is_none_or(|since| since <= maxima.latest())
            && until.is_none_or(|until| maxima.earliest.number() < until)
            && min_votes.is_none_or(|votes| maxima.greatest(Measure::Votes).number() >= votes)
    }

    /// Returns whether every listed article in a part of the table is certain to pass.
    pub fn admits_all(&self, maxima: &Maxima) -> bool {
        let Self { since, until, min_votes, selection } = self;
        since.is_none_or(|since| since <= maxima.earliest.number())
            && until.is_none_or(|until| maxima.latest() < until)
            && min_votes.is_none()
            && !selection.is_any_set()
    }

    /// Returns the first position of the window.
    pub fn window_start(&self) -> Option<Position> {
        self.since.map(Position::first)
    }

    /// Returns the first position after the window.
    pub fn window_end(&self) -> Option<Position> {
        self.until.map(Position::first)
    }
}
