//! Where to look for the articles of a listing, and what to check of them.

use std::ops::Range;

use super::{Filter, Query, Source};
use crate::Site;
use crate::group_number::GroupNumber;
use crate::groups::{Group, Groups};
use crate::membership::MAX_GROUPS;
use crate::ranking::{RankKey, Ranking};
use crate::rankings::{Ranked, Rankings};
use crate::types::{ArticleId, GroupName, UnixTime};
use crate::users::{Submissions, User};

/// The cost of starting a walk, measured in articles passed.
const WALK: usize = 8;

/// A way to read a listing.
pub struct Plan<'a> {
    /// Where every article of the listing is.
    pub base: Base<'a>,
    /// What else to check of the articles there.
    pub rest: Filter,
    /// What to check of an article that was found elsewhere in the site.
    pub whole: Filter,
}

/// Articles among which those of a listing are.
pub enum Base<'a> {
    /// Rankings. An article may be in several.
    Rankings(Vec<&'a Rankings>),
    /// A few articles, listed or not.
    Few(&'a [ArticleId]),
}

impl<'a> Plan<'a> {
    /// Chooses the smallest base of a listing. Returns None if the listing is empty: a group or a
    /// user that it needs does not exist, or it needs more groups than an article can be in.
    pub fn of(site: &'a Site, query: &Query, now: UnixTime) -> Option<Self> {
        let (groups, users) = (&site.listings.groups, &site.listings.users);
        let (mut group, mut poster) = (None, None);
        match query.source {
            Source::Site => {}
            Source::Group(name) => group = Some(name),
            Source::User(name) => poster = Some(users.number(name, &site.hasher)?),
        }
        let filters = &query.filters;
        let all_of = filters.all_of.iter().flatten().copied().chain(group);
        let all_of = sorted(all_of.map(|name| groups.number(name)).collect::<Option<_>>()?);
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
            poster,
            ..Filter::window(filters.since, filters.until, now)
        };
        let is_walked = query.order.ranked().is_some_and(|ranked| whole.is_for_walk(ranked));
        if !is_walked {
            narrow(&mut whole, groups);
        }
        let mut rest = whole.clone();
        let mut base = &site.listings.all;
        match poster.and_then(|number| users.get(number)).map(User::submissions) {
            None => {}
            Some(Submissions::Many(ranked)) => {
                base = &ranked.rankings;
                rest.poster = None;
            }
            Some(few) => return Some(Self { base: Base::Few(few.ids()), rest, whole }),
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

#[cfg(test)]
mod tests;
