//! Where to look for the articles of a listing, and what to check of them.

use std::borrow::Cow;
use std::ops::Range;

use super::condition::Selection;
use super::left_out::Feed;
use super::numbers::Numbers;
use super::{Catalog, Filter, Query, Source};
use crate::indexes::Listings;
use crate::indexes::groups::{Group, Groups};
use crate::indexes::users::Submissions;
use crate::indexes::users::lists::Members;
use crate::item::MAX_GROUPS;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::items::Discussion;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::orders::ranking_set::RankingSet;
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
    Chosen {
        /// Rankings. An item may be in several.
        rankings: Vec<&'a RankingSet>,
        /// Lists of items, listed or not, none of which is in another list.
        lists: Vec<Cow<'a, [ItemId]>>,
    },
}

impl<'a> Base<'a> {
    /// Returns the base of rankings.
    fn ranked(rankings: Vec<&'a RankingSet>) -> Self {
        Self::Chosen { rankings, lists: Vec::new() }
    }

    /// Returns what users posted.
    fn posted(submissions: impl Iterator<Item = Submissions<'a>>, hidden: bool) -> Self {
        let (mut rankings, mut lists) = (Vec::new(), Vec::new());
        for of_one in submissions {
            match of_one {
                Submissions::Many(prolific) if hidden => rankings.push(&prolific.hidden),
                Submissions::Many(prolific) => rankings.push(&prolific.rankings),
                Submissions::Few(ids) => lists.push(ids.iter().map(ItemId::new).collect()),
            }
        }
        Self::Chosen { rankings, lists }
    }

    /// Returns what is on at least one of some lists.
    fn marked(marked: &Members) -> Self {
        let mut ids = Vec::with_capacity(marked.len());
        marked.for_each(|id| ids.push(ItemId::new(id)));
        Self::Chosen { rankings: Vec::new(), lists: vec![ids.into()] }
    }

    /// Returns whether walks along rankings find what is in no list.
    pub fn is_ranked(&self) -> bool {
        match self {
            Self::All | Self::Discussion(_) => false,
            Self::Chosen { rankings, lists } => lists.is_empty() || !rankings.is_empty(),
        }
    }

    /// Returns the ranking of this base, if it is one, and how much of it may be read, where a
    /// walk is likely to find the first `wanted` of another base sooner in it. That base has
    /// `len` articles, and to start walks along it costs `start`.
    fn shortcut_to(
        &self,
        other: &Self,
        (len, start): (usize, usize),
        wanted: usize,
    ) -> Option<(&'a RankingSet, usize)> {
        let Self::Chosen { rankings, lists } = self else { return None };
        let (&[whole], true, Self::Chosen { lists, .. }) =
            (&rankings[..], lists.is_empty(), other)
        else {
            return None;
        };
        let listed: usize = lists.iter().map(|ids| ids.len()).sum();
        let cost = start + wanted + LISTED.saturating_mul(listed);
        let is_likely = wanted.saturating_mul(whole.len()) <= cost.saturating_mul(len);
        is_likely.then_some((whole, cost))
    }

    /// Returns the number of articles or comments, each counted wherever it is.
    fn len(&self, catalog: Catalog) -> usize {
        match self {
            Self::All => catalog.table().len(),
            Self::Discussion(discussion) => discussion.len(),
            Self::Chosen { rankings, lists } => {
                let ranked = rankings.iter().map(|rankings| rankings.len());
                ranked.chain(lists.iter().map(|ids| ids.len())).sum()
            }
        }
    }
}

impl<'a> Plan<'a> {
    /// Chooses the smallest base of a listing. Returns None if the listing is empty: a group or a
    /// user that it needs does not exist, or it needs more groups than an article can be in. The
    /// listing is wanted as far as its first `wanted` articles.
    pub fn of(
        catalog: Catalog<'a>,
        query: &Query<'a>,
        now: UnixTime,
        wanted: usize,
    ) -> Option<Self> {
        let (groups, users) = (&catalog.listings.groups, &catalog.listings.users);
        let mut full = Filter::of(catalog, query, now)?;
        if full.selection.all_of.len() > MAX_GROUPS {
            return None;
        }
        let hidden = full.selection.hidden;
        let mut base = match (full.selection.poster, catalog.listed()) {
            (Some(number), _) => {
                Base::posted(std::iter::once(users.posted(catalog.kind).by(number)?), hidden)
            }
            (None, _) if hidden => Base::ranked(vec![catalog.hidden()]),
            (None, Some(listed)) => Base::ranked(vec![listed]),
            (None, None) => Base::All,
        };
        let mut remaining = full.clone();
        if let Some(id) = full.selection.below.filter(|_| !hidden) {
            (base, remaining.selection.below) = below(catalog, id, wanted)?;
            // All of it is in one thread, which is shown.
            remaining.selection.heeds_thread = false;
        }
        let is_walked =
            base.is_ranked() && query.order.stored().is_some_and(|order| full.is_for_walk(order));
        // No group ranks hidden articles, and what is in a list is few.
        if let Base::Chosen { rankings, .. } = &base
            && let (false, &[smallest]) = (hidden, &rankings[..])
        {
            if !is_walked {
                narrow(&mut full, groups);
            }
            (base, remaining) = smallest_of(smallest, &full, groups, is_walked);
        }
        let first = if is_walked { wanted } else { search_cost(wanted) };
        let are_few = |candidates: usize, base: &Base| {
            is_cheaper_to_read(candidates.saturating_mul(LISTED), base.len(catalog), first)
        };
        if let Some(from) = &full.selection.from {
            let of_user = |number: &UserNumber| users.posted(catalog.kind).by(*number);
            let submissions = from.all().iter().filter_map(of_user);
            let posted = Base::posted(submissions, hidden);
            if are_few(posted.len(catalog), &base) {
                remaining = full.clone();
                remaining.selection.from = None;
                base = posted;
            }
        }
        let mut shortcut = None;
        if let Some(feed) = full.selection.feed.clone().filter(|_| !hidden) {
            let followed = followed(catalog, &feed);
            let len = followed.len(catalog);
            let start = WALK.saturating_mul(feed.groups.all().len() + feed.users.all().len());
            if match is_walked {
                true => len.saturating_add(start) < base.len(catalog),
                false => are_few(len, &base),
            } {
                shortcut = base.shortcut_to(&followed, (len, start), wanted);
                remaining = full.clone();
                remaining.selection.feed = None;
                base = followed;
            }
        }
        if let Some(marked) = &full.selection.marked
            && are_few(marked.len(), &base)
        {
            remaining = full.clone();
            remaining.selection.marked = None;
            base = Base::marked(marked);
        }
        Some(Self { base, shortcut, remaining, full })
    }

    /// Returns whether rankings by score have other pins than the listing: an article may be
    /// pinned in its groups only, and no group ranks those that are hidden.
    pub fn has_local_pins(&self, catalog: Catalog, source: Source) -> bool {
        let Selection { hidden, any_of, all_of, feed, .. } = &self.full.selection;
        let groups = all_of.iter().chain(any_of.iter().flat_map(Numbers::all));
        let mut groups = groups.chain(feed.iter().flat_map(|feed| feed.groups.all()));
        match (source, hidden) {
            (Source::Group(_), true) => true,
            (_, true) => false,
            (_, false) => groups.any(|group| catalog.local_pins(*group).next().is_some()),
        }
    }
}

/// Returns the articles of the groups and users that a user follows.
fn followed<'a>(catalog: Catalog<'a>, feed: &Feed) -> Base<'a> {
    let Listings { groups, users, .. } = catalog.listings;
    let of_user = |number: &UserNumber| users.posted(catalog.kind).by(*number);
    let mut base = Base::posted(feed.users.all().iter().filter_map(of_user), false);
    if let Base::Chosen { rankings, .. } = &mut base {
        let of_group = |number: &GroupNumber| groups.get(*number).map(Group::rankings);
        rankings.extend(feed.groups.all().iter().filter_map(of_group));
    }
    base
}

/// Returns the smaller of the comments below an article or comment and all of its thread, and what
/// the comments of that must be below. Returns None if nothing can pass.
fn below<'a>(
    catalog: Catalog<'a>,
    id: ItemId,
    wanted: usize,
) -> Option<(Base<'a>, Option<ItemId>)> {
    let (node, article) = catalog.items.in_shown_thread(id)?;
    if let Some(discussion) = catalog.items.discussion(article) {
        let candidates = (node.comments() as usize).saturating_mul(LISTED);
        if id == article || !is_cheaper_to_read(candidates, discussion.len(), search_cost(wanted))
        {
            return Some((Base::Discussion(discussion), Some(id).filter(|id| *id != article)));
        }
    }
    let listed = catalog.items.listed_below(id, catalog.budget);
    Some((Base::Chosen { rankings: Vec::new(), lists: vec![listed.into()] }, None))
}

/// Returns the smallest of some rankings of articles and the rankings of the groups that a listing
/// is restricted to, and the filters that are left.
fn smallest_of<'a>(
    mut smallest: &'a RankingSet,
    full: &Filter<'a>,
    groups: &'a Groups,
    is_walked: bool,
) -> (Base<'a>, Filter<'a>) {
    let size = |number: &GroupNumber| groups.get(*number).map_or(0, Group::len);
    let rankings = |number: &GroupNumber| groups.get(*number).map(Group::rankings);
    let mut remaining =
        Filter { selection: Selection { poster: None, ..full.selection.clone() }, ..full.clone() };
    if let Some(number) = full.selection.all_of.iter().min_by_key(|number| size(number))
        && let Some(rankings) = rankings(number)
        && rankings.len() <= smallest.len()
    {
        smallest = rankings;
        remaining = full.clone();
        remaining.selection.all_of.retain(|other| other != number);
    }
    // A merged walk may read every group to its end, as a walk along one ranking may read that.
    let is_smaller = |any_of: &[GroupNumber]| {
        let start = if is_walked { WALK } else { 0 };
        any_of.iter().map(|number| start + size(number)).sum::<usize>() < smallest.len()
    };
    match &full.selection.any_of {
        Some(any_of) if is_smaller(any_of.all()) => {
            remaining = full.clone();
            remaining.selection.any_of = None;
            (Base::ranked(any_of.all().iter().filter_map(rankings).collect()), remaining)
        }
        _ => (Base::ranked(vec![smallest]), remaining),
    }
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
    let times = |numbers: &[GroupNumber]| {
        let groups = || numbers.iter().filter_map(|number| groups.get(*number));
        let by_time = || groups().map(|group| group.rankings().by(StoredOrder::Time));
        let earliest = by_time().filter_map(Ranking::first).min().map(Position::number);
        let latest = by_time().filter_map(Ranking::last).max().map(Position::number);
        earliest.zip(latest).map_or(0..0, |(earliest, latest)| earliest..latest + 1)
    };
    let one_of = filter.selection.any_of.as_ref().map(|any_of| times(any_of.all()));
    let each_of: Vec<_> = filter.selection.all_of.chunks(1).map(times).collect();
    for Range { start, end } in one_of.into_iter().chain(each_of) {
        filter.since = filter.since.max(Some(start));
        filter.until = Some(filter.until.map_or(end, |until| until.min(end)));
    }
}

#[cfg(test)]
mod tests;
