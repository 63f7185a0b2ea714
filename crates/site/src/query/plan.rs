//! Which rankings to read for a listing, and what to check of their articles.

use super::{Filter, Query, Source};
use crate::group_number::GroupNumber;
use crate::groups::{Group, Groups};
use crate::listings::Listings;
use crate::rankings::Rankings;
use crate::types::GroupName;

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
    /// Chooses the smallest rankings that hold a listing. Returns None if the listing is empty,
    /// because a group that it needs does not exist.
    pub fn of(listings: &'a Listings, query: &Query) -> Option<Self> {
        let groups = &listings.groups;
        let filters = &query.filters;
        let mut all_of = existing(groups, filters.all_of.unwrap_or_default())?;
        if let Source::Group(name) = query.source {
            all_of.push(groups.number(name)?);
        }
        let whole = Filter {
            since: filters.since,
            until: filters.until,
            min_votes: filters.min_votes,
            any_of: filters.any_of.map(|names| numbers(groups, names)),
            all_of,
            none_of: numbers(groups, filters.none_of.unwrap_or_default()),
        };
        let size = |number: &GroupNumber| groups.get(*number).map_or(0, Group::len);
        let rankings = |number: &GroupNumber| groups.get(*number).map(Group::rankings);
        let smallest = whole.all_of.iter().copied().min_by_key(size);
        let base = smallest.as_ref().and_then(rankings).unwrap_or(&listings.all);
        let mut rest = whole.clone();
        let rankings = match &whole.any_of {
            Some(any_of) if any_of.iter().map(size).sum::<usize>() < base.len() => {
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

/// Returns the numbers of groups, or None if one does not exist.
fn existing(groups: &Groups, names: &[GroupName]) -> Option<Vec<GroupNumber>> {
    names.iter().map(|name| groups.number(*name)).collect()
}

/// Returns the numbers of those groups that exist, sorted.
fn numbers(groups: &Groups, names: &[GroupName]) -> Vec<GroupNumber> {
    let mut numbers: Vec<_> = names.iter().filter_map(|name| groups.number(*name)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
