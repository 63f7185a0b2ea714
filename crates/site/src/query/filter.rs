//! The filters of a query, resolved to the numbers by which a site refers to groups and users.
//!
//! Each check destructures the filter without `..`, so that a new one does not compile until each
//! check handles it.

use super::{Catalog, Query, Source};
use crate::article::Article;
use crate::article::numbers::{GroupNumber, UserNumber};
use crate::orders::position::Position;
use crate::orders::summary::Maxima;
use crate::orders::{Measure, StoredOrder};
use crate::query::Filters;
use crate::terms::types::{ArticleId, GroupName, UnixTime};

/// The conditions that an article must meet.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The earliest time, in UNIX seconds.
    pub since: Option<i64>,
    /// The time before which the article was posted.
    pub until: Option<i64>,
    pub min_votes: Option<i64>,
    /// Sorted, if any.
    pub any_of: Option<Vec<GroupNumber>>,
    /// Sorted. Includes the group that is the source.
    pub all_of: Vec<GroupNumber>,
    /// Sorted.
    pub none_of: Vec<GroupNumber>,
    pub poster: Option<UserNumber>,
}

impl Filter {
    /// Returns the filter of a query, source included. Returns None if nothing can pass, because a
    /// group or a user does not exist.
    pub fn of(catalog: Catalog, query: &Query, now: UnixTime) -> Option<Self> {
        let groups = &catalog.listings.groups;
        let Filters { since, until, min_votes, any_of, all_of, none_of } = &query.filters;
        let (group, poster) = match query.source {
            Source::Site => (None, None),
            Source::Group(name) => (Some(name), None),
            Source::User(name) => {
                (None, Some(catalog.listings.users.number(name, catalog.hasher)?))
            }
        };
        let all_of = all_of.iter().flatten().copied().chain(group);
        let existing = |names: &Vec<GroupName>| {
            sorted(names.iter().filter_map(|name| groups.number(*name)).collect())
        };
        Some(Self {
            min_votes: *min_votes,
            any_of: any_of.as_ref().map(existing),
            all_of: sorted(all_of.map(|name| groups.number(name)).collect::<Option<_>>()?),
            none_of: none_of.as_ref().map(existing).unwrap_or_default(),
            poster,
            ..Self::window(*since, *until, now)
        })
    }

    /// Returns the filter for a window of time. A negative time counts back from now.
    pub fn window(since: Option<i64>, until: Option<i64>, now: UnixTime) -> Self {
        let absolute = |time: i64| if time < 0 { time.saturating_add(now.get()) } else { time };
        Self { since: since.map(absolute), until: until.map(absolute), ..Self::default() }
    }

    /// Returns whether a walk along a ranking, which can start and end anywhere in it, has only
    /// groups to check.
    pub fn is_for_walk(&self, order: StoredOrder) -> bool {
        let Self { since, until, min_votes, any_of: _, all_of: _, none_of: _, poster: _ } = self;
        let has_window = since.is_some() || until.is_some();
        min_votes.is_none() && (order == StoredOrder::Time || !has_window)
    }

    /// Returns whether [`Filter::selects`] checks anything but whether articles are listed.
    pub fn is_selective(&self) -> bool {
        let Self { since: _, until: _, min_votes: _, any_of, all_of, none_of, poster } = self;
        any_of.is_some() || !all_of.is_empty() || !none_of.is_empty() || poster.is_some()
    }

    /// Returns whether the article is listed and passes the filters by poster and group.
    pub fn selects(&self, article: &Article) -> bool {
        let Self { since: _, until: _, min_votes: _, any_of, all_of, none_of, poster } = self;
        if !article.is_listed() || poster.is_some_and(|poster| article.poster != poster) {
            return false;
        }
        if !self.is_selective() {
            return true;
        }
        let groups = article.groups();
        let is_any = |numbers: &Vec<GroupNumber>| {
            groups.iter().any(|number| numbers.binary_search(number).is_ok())
        };
        any_of.as_ref().is_none_or(is_any)
            && !is_any(none_of)
            && all_of.iter().all(|number| groups.contains(number))
    }

    /// Returns whether the article passes the filters by time and votes, which are checked without
    /// reading more of it.
    pub fn admits(&self, article: &Article) -> bool {
        let Self { since, until, min_votes, any_of: _, all_of: _, none_of: _, poster: _ } = self;
        let time = article.time.get();
        since.is_none_or(|since| since <= time)
            && until.is_none_or(|until| time < until)
            && min_votes.is_none_or(|votes| article.tally.votes() >= votes)
    }

    /// Returns whether [`Filter::admits`] may be true of an article in a part of the table.
    pub fn may_admit(&self, maxima: &Maxima) -> bool {
        let Self { since, until, min_votes, any_of: _, all_of: _, none_of: _, poster: _ } = self;
        since.is_none_or(|since| since <= maxima.latest())
            && until.is_none_or(|until| maxima.earliest < until)
            && min_votes.is_none_or(|votes| maxima.greatest(Measure::Votes).number() >= votes)
    }

    /// Returns whether every listed article in a part of the table is certain to pass.
    pub fn admits_all(&self, maxima: &Maxima) -> bool {
        let Self { since, until, min_votes, any_of: _, all_of: _, none_of: _, poster: _ } = self;
        since.is_none_or(|since| since <= maxima.earliest)
            && until.is_none_or(|until| maxima.latest() < until)
            && min_votes.is_none()
            && !self.is_selective()
    }

    /// Returns the first position of the window.
    pub fn window_start(&self) -> Option<Position> {
        self.since.map(|since| Position::new(since, ArticleId::new(0)))
    }

    /// Returns the first position after the window.
    pub fn window_end(&self) -> Option<Position> {
        self.until.map(|until| Position::new(until, ArticleId::new(0)))
    }
}

/// Returns the numbers of groups sorted, each once.
fn sorted(mut numbers: Vec<GroupNumber>) -> Vec<GroupNumber> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
