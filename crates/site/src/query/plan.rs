//! Where to look for the articles of a listing, and what to check of them.

use super::{Filter, Query, Source};
use crate::Site;
use crate::group_number::GroupNumber;
use crate::groups::Group;
use crate::membership::MAX_GROUPS;
use crate::rankings::Rankings;
use crate::types::{ArticleId, GroupName, UnixTime};
use crate::users::{Submissions, User};

/// A way to read a listing.
pub struct Plan<'a> {
    /// Where every article of the listing is.
    pub base: Base<'a>,
    /// What is left to check of the articles there.
    pub rest: Filter,
    /// What is to be checked of any article of the site.
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
        let whole = Filter {
            min_votes: filters.min_votes,
            any_of: filters.any_of.as_ref().map(existing),
            all_of,
            none_of: filters.none_of.as_ref().map(existing).unwrap_or_default(),
            poster,
            ..Filter::window(filters.since, filters.until, now)
        };
        let mut rest = whole.clone();
        let submissions = poster.and_then(|number| users.get(number)).map(User::submissions);
        let mut base = &site.listings.all;
        match submissions {
            Some(Submissions::Few(ids)) => {
                return Some(Self { base: Base::Few(ids), rest, whole });
            }
            Some(Submissions::Many(ranked)) => {
                base = &ranked.rankings;
                rest.poster = None;
            }
            None => {}
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
        let rankings = match &whole.any_of {
            Some(any_of) if any_of.iter().map(size).sum::<usize>() < base.len() => {
                rest = Filter { any_of: None, ..whole.clone() };
                any_of.iter().filter_map(rankings).collect()
            }
            _ => vec![base],
        };
        Some(Self { base: Base::Rankings(rankings), rest, whole })
    }
}

/// Returns the numbers of groups sorted, each once.
fn sorted(mut numbers: Vec<GroupNumber>) -> Vec<GroupNumber> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
