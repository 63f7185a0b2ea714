//! Where to look for the articles of a listing, and what to check of them.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::condition::{Check, Ids};
use super::{Catalog, Filter, Query, Source};
use crate::indexes::groups::{Group, Groups};
use crate::indexes::users::Submissions;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::items::Discussion;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::orders::ranking_set::RankingSet;
use crate::structures::number_list::NumberList;
use crate::terms::types::{ItemId, UnixTime};

/// The cost of starting a walk, measured in articles passed.
const WALK: usize = 8;
/// The cost of a search, measured in articles read: at least, and per result.
const COST: usize = 1_000;
const COST_PER_RESULT: usize = 40;
/// The cost of an article that a user posted or marked, measured in articles read: the next one is
/// elsewhere in memory.
const LISTED: usize = 4;

/// A way to read a listing.
pub struct Plan<'a> {
    /// A superset of the listing.
    pub base: Base<'a>,
    /// A ranking in which a walk may find the page sooner than in the base, where it passes all
    /// filters, and how many articles the walk may read at most.
    pub shortcut: Option<(&'a RankingSet, usize)>,
    /// The filters that articles of the base may fail.
    pub remaining: Filter<'a>,
    /// All filters, for articles that were found elsewhere in the site.
    pub full: Filter<'a>,
}

/// A superset of a listing's articles or comments.
pub enum Base<'a> {
    /// All of the site, of which there is no ranking.
    All,
    /// All listed comments of an article.
    Discussion(&'a Discussion),
    /// Some of them.
    Chosen(Chosen<'a>),
}

/// Articles or comments in rankings and lists.
#[derive(Default)]
pub struct Chosen<'a> {
    /// Rankings. An item may be in several.
    pub rankings: Vec<&'a RankingSet>,
    /// What users posted, listed or not.
    posted: Vec<&'a NumberList>,
    /// Others, listed or not.
    others: Option<Ids<'a>>,
}

impl<'a> Chosen<'a> {
    fn ranked(rankings: impl Iterator<Item = &'a RankingSet>) -> Self {
        Self { rankings: rankings.collect(), ..Self::default() }
    }

    /// Returns what users posted.
    fn posted(
        catalog: Catalog<'a>,
        users: impl Iterator<Item = UserNumber>,
        hidden: bool,
    ) -> Self {
        let mut chosen = Self::default();
        let posted = catalog.listings.users.posted(catalog.kind);
        for of_one in users.filter_map(|number| posted.by(number)) {
            match of_one {
                Submissions::Many(prolific) if hidden => chosen.rankings.push(&prolific.hidden),
                Submissions::Many(prolific) => chosen.rankings.push(&prolific.rankings),
                Submissions::Few(ids) => chosen.posted.push(ids),
            }
        }
        chosen
    }

    /// Returns what meets a condition, if there are rankings or lists of it.
    fn by(check: &Check<'a>, catalog: Catalog<'a>, hidden: bool) -> Option<Self> {
        let of_group = |number| catalog.listings.groups.get(number).map(Group::rankings);
        // No group ranks hidden articles, and only articles are in groups.
        let are_ranked = !hidden && catalog.listed().is_some();
        match check {
            Check::From(users) => {
                Some(Self::posted(catalog, users.iter().map(UserNumber), hidden))
            }
            Check::Among(ids) => Some(Self { others: Some(ids.clone()), ..Self::default() }),
            Check::InGroup(number) if are_ranked => {
                Some(Self::ranked(of_group(*number).into_iter()))
            }
            Check::AnyOf(numbers) if are_ranked => {
                Some(Self::ranked(numbers.iter().map(GroupNumber).filter_map(of_group)))
            }
            Check::Feed(follows) if are_ranked => {
                let mut chosen = Self::posted(catalog, follows.users.iter().copied(), false);
                chosen.rankings.extend(follows.groups.iter().copied().filter_map(of_group));
                Some(chosen)
            }
            _ => None,
        }
    }

    pub fn has_lists(&self) -> bool {
        !self.posted.is_empty() || self.others.is_some()
    }

    /// Returns what is in lists.
    pub fn listed(&self) -> impl Iterator<Item = ItemId> {
        let others = self.others.iter().flat_map(|ids| ids.iter());
        self.posted.iter().flat_map(|ids| ids.iter()).chain(others).map(ItemId::new)
    }

    /// Returns the number of what is in lists.
    fn listed_len(&self) -> usize {
        let posted: usize = self.posted.iter().map(|ids| ids.len()).sum();
        posted + self.others.as_ref().map_or(0, |ids| ids.len() as usize)
    }

    /// Returns the number of articles or comments, each counted wherever it is.
    fn len(&self) -> usize {
        self.rankings.iter().map(|rankings| rankings.len()).sum::<usize>() + self.listed_len()
    }

    /// Returns the cost of starting to read it.
    fn start(&self) -> usize {
        WALK * (self.rankings.len() + self.posted.len())
    }
}

impl<'a> Base<'a> {
    fn ranked(rankings: &'a RankingSet) -> Self {
        Self::Chosen(Chosen { rankings: vec![rankings], ..Chosen::default() })
    }

    /// Returns whether walks along rankings find what is in no list.
    pub fn is_ranked(&self) -> bool {
        match self {
            Self::All | Self::Discussion(_) => false,
            Self::Chosen(chosen) => !chosen.has_lists() || !chosen.rankings.is_empty(),
        }
    }

    /// Returns the number of articles or comments, each counted wherever it is.
    fn len(&self, catalog: Catalog) -> usize {
        match self {
            Self::All => catalog.table().len(),
            Self::Discussion(discussion) => discussion.len(),
            Self::Chosen(chosen) => chosen.len(),
        }
    }
}

/// Returns the cost of finding `first` articles of a listing on the way through `len`.
///
/// The fewer articles are in the listing, the more others come between them: if they are `few`,
/// the way to the `first` is `first * len / few`. Costs are compared as multiples of `few`, so
/// this is `first * len`, and reading all of `few` costs `few * few`.
fn cost_of_way(first: usize, len: usize) -> usize {
    first.saturating_mul(len)
}

/// Returns the cost of reading all of a list, likewise.
fn cost_of_list(len: usize) -> usize {
    LISTED.saturating_mul(len).saturating_mul(len)
}

impl<'a> Plan<'a> {
    /// Chooses the base of a listing that costs the least. Returns None if the listing is empty: a
    /// group or a user that it needs does not exist, or it needs more groups than an article can
    /// be in. The listing is wanted as far as its first `wanted` articles.
    pub fn of(
        catalog: Catalog<'a>,
        query: &Query<'a>,
        now: UnixTime,
        wanted: usize,
    ) -> Option<Self> {
        let mut full = Filter::of(catalog, query, now)?;
        let hidden = full.hidden;
        let all = match (query.source, catalog.listed()) {
            _ if hidden => Base::ranked(catalog.hidden()),
            (Source::Below(id), _) => below(catalog, id, wanted)?,
            (_, Some(listed)) => Base::ranked(listed),
            (_, None) => Base::All,
        };
        let is_walked =
            all.is_ranked() && query.order.stored().is_some_and(|order| full.is_for_walk(order));
        if !is_walked && !hidden && all.is_ranked() {
            narrow(&mut full, &catalog.listings.groups);
        }
        let first = if is_walked { wanted } else { search_cost(wanted) };
        let cost = |check: &Check, chosen: &Chosen| match check {
            Check::InGroup(_) | Check::AnyOf(_) => {
                cost_of_way(first, chosen.len() + chosen.start())
            }
            Check::Feed(_) if is_walked => cost_of_way(first, chosen.len() + chosen.start()),
            _ => cost_of_list(chosen.len()),
        };
        let ways = full.checks.iter().enumerate().filter_map(|(at, check)| {
            let chosen = Chosen::by(check, catalog, hidden)?;
            Some((cost(check, &chosen), at, chosen))
        });
        let cost_of_all = cost_of_way(first, all.len(catalog));
        let cheapest =
            ways.min_by_key(|(cost, ..)| *cost).filter(|(cost, ..)| *cost <= cost_of_all);
        let mut remaining = full.clone();
        let Some((_, at, chosen)) = cheapest else {
            let is_all = |check: &Check| match (check, &all) {
                (Check::Below(id), Base::Discussion(_)) => {
                    catalog.items.articles().get(id.get()).is_some()
                }
                (Check::Below(_), Base::Chosen(_)) => !hidden,
                _ => false,
            };
            remaining.checks.retain(|check| !is_all(check));
            return Some(Self { base: all, shortcut: None, remaining, full });
        };
        let is_feed = matches!(remaining.checks.remove(at), Check::Feed(_));
        let shortcut = catalog.listed().filter(|_| is_feed && is_walked).and_then(|listed| {
            let cost = chosen.start() + wanted + LISTED.saturating_mul(chosen.listed_len());
            let is_likely =
                wanted.saturating_mul(listed.len()) <= cost.saturating_mul(chosen.len());
            is_likely.then_some((listed, cost))
        });
        Some(Self { base: Base::Chosen(chosen), shortcut, remaining, full })
    }

    /// Returns whether rankings by score have other pins than the listing: an article may be
    /// pinned in its groups only, and no group ranks those that are hidden.
    pub fn has_local_pins(&self, catalog: Catalog, source: Source) -> bool {
        let has_pins = |number: GroupNumber| catalog.local_pins(number).next().is_some();
        let is_such = |check: &Check| match check {
            Check::InGroup(number) => has_pins(*number),
            Check::AnyOf(groups) => groups.iter().map(GroupNumber).any(has_pins),
            Check::Feed(follows) => follows.groups.iter().copied().any(has_pins),
            _ => false,
        };
        match (source, self.full.hidden) {
            (Source::Group(_), true) => true,
            (_, true) => false,
            (_, false) => self.full.checks.iter().any(is_such),
        }
    }
}

/// Returns the smaller of the comments below an article or comment and all of its thread. Returns
/// None if nothing can pass.
fn below<'a>(catalog: Catalog<'a>, id: ItemId, wanted: usize) -> Option<Base<'a>> {
    let (node, article) = catalog.items.in_shown_thread(id)?;
    if let Some(discussion) = catalog.items.discussion(article) {
        let few = cost_of_list(node.comments() as usize);
        if id == article || few > cost_of_way(search_cost(wanted), discussion.len()) {
            return Some(Base::Discussion(discussion));
        }
    }
    let listed = catalog.items.listed_below(id, catalog.budget);
    let ids = Rc::new(Cow::Owned(listed.into_iter().map(ItemId::get).collect()));
    Some(Base::Chosen(Chosen { others: Some(ids), ..Chosen::default() }))
}

/// Returns whether reading all of some candidates costs less than looking for the first of them
/// among all articles, which costs `first` if all are candidates: the fewer they are, the more
/// others come between them.
pub fn is_cheaper_to_read(candidates: usize, all: usize, first: usize) -> bool {
    candidates.saturating_mul(candidates) <= first.saturating_mul(all)
}

/// Returns the cost of a search for the first `wanted` articles.
pub fn search_cost(wanted: usize) -> usize {
    COST.saturating_add(COST_PER_RESULT.saturating_mul(wanted))
}

/// Narrows the window of a filter to the times of its groups, so that a search for old groups
/// skips newer parts.
fn narrow(filter: &mut Filter, groups: &Groups) {
    let times = |numbers: &[u32]| {
        let groups = || numbers.iter().filter_map(|number| groups.get(GroupNumber(*number)));
        let by_time = || groups().map(|group| group.rankings().by(StoredOrder::Time));
        let earliest = by_time().filter_map(Ranking::first).min().map(Position::number);
        let latest = by_time().filter_map(Ranking::last).max().map(Position::number);
        earliest.zip(latest).map_or(0..0, |(earliest, latest)| earliest..latest + 1)
    };
    let of_check = |check: &Check| match check {
        Check::InGroup(number) => Some(times(&[number.0])),
        Check::AnyOf(numbers) => Some(times(&numbers.iter().collect::<Vec<_>>())),
        _ => None,
    };
    let windows: Vec<_> = filter.checks.iter().filter_map(of_check).collect();
    for Range { start, end } in windows {
        filter.since = filter.since.max(Some(start));
        filter.until = Some(filter.until.map_or(end, |until| until.min(end)));
    }
}

#[cfg(test)]
mod tests;
