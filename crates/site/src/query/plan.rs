//! Which rankings to read for a listing, and what to check of their articles.

use std::ops::Range;

use super::{Filter, Query, Source};
use crate::group_number::GroupNumber;
use crate::groups::{Group, Groups};
use crate::listings::Listings;
use crate::membership::MAX_GROUPS;
use crate::ranking::{RankKey, Ranking};
use crate::rankings::{Ranked, Rankings};
use crate::types::{GroupName, UnixTime};

/// What the beginning of a walk costs, in articles that a walk passes.
const WALK: usize = 8;

/// A way to read a listing.
pub struct Plan<'a> {
    /// Rankings that together hold every article of the listing. An article may be in several.
    pub rankings: Vec<&'a Rankings>,
    /// What is left to check of the articles of these rankings.
    pub rest: Filter,
    /// What is to be checked of any article of the site.
    pub whole: Filter,
}

impl<'a> Plan<'a> {
    /// Chooses the smallest rankings that hold a listing. Returns None if the listing is empty:
    /// a group that it needs does not exist, or it needs more groups than an article can be in.
    pub fn of(listings: &'a Listings, query: &Query, now: UnixTime) -> Option<Self> {
        let groups = &listings.groups;
        let filters = &query.filters;
        let own = match query.source {
            Source::Site => None,
            Source::Group(name) => Some(name),
        };
        let all_of =
            filters.all_of.iter().flatten().copied().chain(own).map(|name| groups.number(name));
        let all_of = sorted(all_of.collect::<Option<_>>()?);
        if all_of.len() > MAX_GROUPS {
            return None;
        }
        let existing = |names: &Vec<GroupName>| {
            sorted(names.iter().filter_map(|name| groups.number(*name)).collect())
        };
        let mut whole = Filter {
            min_votes: filters.min_votes,
            any_of: filters.any_of.as_ref().map(existing),
            all_of,
            none_of: filters.none_of.as_ref().map(existing).unwrap_or_default(),
            ..Filter::window(filters.since, filters.until, now)
        };
        let size = |number: &GroupNumber| groups.get(*number).map_or(0, Group::len);
        let rankings = |number: &GroupNumber| groups.get(*number).map(Group::rankings);
        let smallest = whole.all_of.iter().copied().min_by_key(size);
        let base = smallest.as_ref().and_then(rankings).unwrap_or(&listings.all);
        let is_walked = query.order.ranked().is_some_and(|ranked| whole.is_for_walk(ranked));
        if !is_walked {
            narrow(&mut whole, groups);
        }
        let mut rest = whole.clone();
        let is_smaller = |any_of: &[GroupNumber]| match is_walked {
            // A walk through the base may have to pass nearly all of it.
            true => any_of.len() * WALK < base.len(),
            false => any_of.iter().map(size).sum::<usize>() < base.len(),
        };
        let rankings = match &whole.any_of {
            Some(any_of) if is_smaller(any_of) => {
                rest.any_of = None;
                any_of.iter().filter_map(rankings).collect()
            }
            _ => {
                rest.all_of.retain(|number| Some(*number) != smallest);
                vec![base]
            }
        };
        Some(Self { rankings, rest, whole })
    }
}

/// Narrows the window of a filter to the times of its groups, so that a search finds those that are
/// old where they are.
fn narrow(filter: &mut Filter, groups: &Groups) {
    let times = |numbers: &[GroupNumber]| {
        let groups = || numbers.iter().filter_map(|number| groups.get(*number));
        let by_time = || groups().map(|group| group.rankings().by(Ranked::Time));
        let earliest = by_time().filter_map(Ranking::first).min().map(RankKey::number);
        let latest = by_time().filter_map(Ranking::last).max().map(RankKey::number);
        earliest.zip(latest).map_or(0..0, |(earliest, latest)| earliest..latest + 1)
    };
    let one_of = filter.any_of.as_deref().map(times);
    let each_of: Vec<_> = filter.all_of.chunks(1).map(times).collect();
    for Range { start, end } in one_of.into_iter().chain(each_of) {
        filter.since = filter.since.max(Some(start));
        filter.until = Some(filter.until.map_or(end, |until| until.min(end)));
    }
}

/// Returns the numbers of groups sorted, each once.
fn sorted(mut numbers: Vec<GroupNumber>) -> Vec<GroupNumber> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
