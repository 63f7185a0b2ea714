//! Where to look for the articles of a listing, and what to check of them.

use std::ops::Range;

use super::{Catalog, Filter, Query};
use crate::article::MAX_GROUPS;
use crate::article::numbers::GroupNumber;
use crate::indexes::groups::{Group, Groups};
use crate::indexes::users::Submissions;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::orders::ranking_set::RankingSet;
use crate::terms::types::{ArticleId, UnixTime};

/// The cost of starting a walk, measured in articles passed.
const WALK: usize = 8;

/// A way to read a listing.
pub struct Plan<'a> {
    /// A superset of the listing.
    pub base: Base<'a>,
    /// The filters that articles of the base may fail.
    pub rest: Filter,
    /// All filters, for articles that were found elsewhere in the site.
    pub whole: Filter,
}

/// A superset of a listing's articles.
pub enum Base<'a> {
    /// Rankings. An article may be in several.
    Rankings(Vec<&'a RankingSet>),
    /// A few articles, listed or not.
    Few(&'a [ArticleId]),
}

impl<'a> Plan<'a> {
    /// Chooses the smallest base of a listing. Returns None if the listing is empty: a group or a
    /// user that it needs does not exist, or it needs more groups than an article can be in.
    pub fn of(catalog: Catalog<'a>, query: &Query, now: UnixTime) -> Option<Self> {
        let Catalog { listings, .. } = catalog;
        let (groups, users) = (&listings.groups, &listings.users);
        let mut whole = Filter::of(catalog, query, now)?;
        if whole.all_of.len() > MAX_GROUPS {
            return None;
        }
        let is_walked = query.order.stored().is_some_and(|order| whole.is_for_walk(order));
        if !is_walked {
            narrow(&mut whole, groups);
        }
        let mut rest = whole.clone();
        let mut base = &listings.all;
        match whole.poster.and_then(|number| users.submissions(number)) {
            None => {}
            Some(Submissions::Many(prolific)) => {
                base = prolific.rankings();
                rest.poster = None;
            }
            Some(Submissions::Few(ids)) => {
                return Some(Self { base: Base::Few(ids), rest, whole });
            }
        }
        let size = |number: &GroupNumber| groups.get(*number).map_or(0, Group::len);
        let rankings = |number: &GroupNumber| groups.get(*number).map(Group::rankings);
        let smallest = whole.all_of.iter().min_by_key(|number| size(number));
        if let Some(number) = smallest
            && let Some(rankings) = rankings(number)
            && rankings.len() <= base.len()
        {
            base = rankings;
            rest = whole.clone();
            rest.all_of.retain(|other| other != number);
        }
        // A merged walk may read every group to its end, as a walk along the base may read the base.
        let is_smaller = |any_of: &[GroupNumber]| {
            let start = if is_walked { WALK } else { 0 };
            any_of.iter().map(|number| start + size(number)).sum::<usize>() < base.len()
        };
        let rankings = match &whole.any_of {
            Some(any_of) if is_smaller(any_of) => {
                rest = Filter { any_of: None, ..whole.clone() };
                any_of.iter().filter_map(rankings).collect()
            }
            _ => vec![base],
        };
        Some(Self { base: Base::Rankings(rankings), rest, whole })
    }
}

/// Narrows the window of a filter to the times of its groups, so that a search for old groups skips
/// newer parts.
fn narrow(filter: &mut Filter, groups: &Groups) {
    let times = |numbers: &[GroupNumber]| {
        let groups = || numbers.iter().filter_map(|number| groups.get(*number));
        let by_time = || groups().map(|group| group.rankings().by(StoredOrder::Time));
        let earliest = by_time().filter_map(Ranking::first).min().map(Position::number);
        let latest = by_time().filter_map(Ranking::last).max().map(Position::number);
        earliest.zip(latest).map_or(0..0, |(earliest, latest)| earliest..latest + 1)
    };
    let one_of = filter.any_of.as_deref().map(times);
    let each_of: Vec<_> = filter.all_of.chunks(1).map(times).collect();
    for Range { start, end } in one_of.into_iter().chain(each_of) {
        filter.since = filter.since.max(Some(start));
        filter.until = Some(filter.until.map_or(end, |until| until.min(end)));
    }
}

#[cfg(test)]
mod tests;
