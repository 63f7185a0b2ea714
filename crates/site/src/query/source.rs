//! The choice of the rankings in which the articles of a listing are looked for.

use super::{Filter, Query, Source};
use crate::groups::{Group, GroupNumber, Groups};
use crate::listings::Listings;
use crate::rankings::Rankings;
use crate::types::GroupName;

/// Rankings that together hold every article of a listing. An article may be in several.
pub type Roots<'a> = Vec<&'a Rankings>;

/// Returns the smallest rankings that hold a listing, and what is left to check of their articles.
/// Returns None if the listing is empty, since a group that it needs does not exist.
pub fn resolve<'s>(listings: &'s Listings, query: &Query) -> Option<(Roots<'s>, Filter)> {
    let groups = &listings.groups;
    let filters = &query.filters;
    let mut required = existing(groups, filters.all_of.unwrap_or_default())?;
    if let Source::Group(name) = query.source {
        required.push(groups.number(name)?);
    }
    required.sort_unstable();
    required.dedup();
    let mut filter = Filter {
        since: filters.since,
        until: filters.until,
        min_votes: filters.min_votes,
        any_of: None,
        all_of: required,
        none_of: numbers(groups, filters.none_of.unwrap_or_default()),
    };

    let size = |number: &GroupNumber| groups.get(*number).map_or(0, Group::len);
    let smallest = filter.all_of.iter().copied().min_by_key(size);
    let base =
        smallest.and_then(|number| groups.get(number)).map_or(&listings.all, Group::rankings);
    let Some(names) = filters.any_of else {
        filter.all_of.retain(|number| Some(*number) != smallest);
        return Some((vec![base], filter));
    };
    let any_of = numbers(groups, names);
    if any_of.iter().map(size).sum::<usize>() < base.len() {
        let roots = any_of.iter().filter_map(|number| groups.get(*number)).map(Group::rankings);
        let roots: Roots = roots.collect();
        return (!roots.is_empty()).then_some((roots, filter));
    }
    filter.any_of = Some(any_of);
    filter.all_of.retain(|number| Some(*number) != smallest);
    Some((vec![base], filter))
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
