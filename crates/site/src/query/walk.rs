//! Pages read along a ranking, from anywhere in it.

use either::Either;
use itertools::Itertools;

use super::plan::{Base, Plan};
use super::read_ahead::ReadAhead;
use super::{Catalog, Filter, Query, Slice};
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking::{Ranking, Walk};
use crate::orders::ranking_set::RankingSet;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::types::ItemId;

/// Returns `size` entries of a listing that is all of some rankings, after the first `skip`.
pub fn whole(
    rankings: &RankingSet,
    query: &Query,
    order: StoredOrder,
    (skip, size): (usize, usize),
    budget: &Budget,
) -> Slice {
    all_of(RankRange::of(rankings, query, order, &Filter::default()), query, (skip, size), budget)
}

/// Returns `size` entries of a range after the first `skip`. What is skipped is not read.
fn all_of(
    range: RankRange,
    query: &Query,
    (skip, size): (usize, usize),
    budget: &Budget,
) -> Slice {
    let range = range.after(skip);
    let granted = budget.grant(range.len().min(size));
    let mut positions = range.walk();
    let entries: Vec<Position> = positions.by_ref().take(granted).collect();
    let is_followed = query.looks_ahead && positions.next().is_some();
    Slice { next: entries.last().copied().filter(|_| is_followed), entries }
}

/// Returns `size` entries of a listing after the first `skip`.
pub fn slice(
    catalog: Catalog,
    query: &Query,
    order: StoredOrder,
    plan: &Plan,
    (skip, size): (usize, usize),
) -> Slice {
    let Plan { base, shortcut, remaining: filter, full } = plan;
    let Base::Chosen(chosen) = base else { return Slice::default() };
    let (budget, looks_ahead) = (catalog.budget, query.looks_ahead);
    let range = |rankings| RankRange::of(rankings, query, order, filter);
    if let Some((rankings, most)) = *shortcut {
        let walk = select(range(rankings).walk().take(most), catalog, full);
        let slice = take(walk.skip(skip), size, looks_ahead, budget);
        if slice.next.is_some() || !looks_ahead && slice.entries.len() == size {
            return slice;
        }
    }
    match *chosen.rankings.as_slice() {
        [rankings] if !chosen.has_lists() && filter.checks.is_empty() => {
            all_of(range(rankings), query, (skip, size), budget)
        }
        [rankings] if !chosen.has_lists() => {
            let walk = select(range(rankings).walk(), catalog, filter);
            take(walk.skip(skip), size, looks_ahead, budget)
        }
        ref several => {
            // An item is passed once for each ranking that it is in.
            let walk = |rankings| Either::Left(budget.counted(range(rankings).walk()));
            let listed = budget.counted(chosen.listed());
            let listed = sorted(listed, catalog, query, order, filter).into_iter();
            let walks = several.iter().map(|rankings| walk(rankings));
            let walks = walks.chain([Either::Right(listed)]);
            let merge = merge(walks, query.direction);
            let unlimited = Budget::unlimited();
            let counted = Catalog { budget: &unlimited, ..catalog };
            take(select(merge, counted, filter).skip(skip), size, looks_ahead, budget)
        }
    }
}

/// Returns the positions of several walks in the same direction, in order and each once.
pub fn merge<W: Iterator<Item = Position>>(
    walks: impl Iterator<Item = W>,
    direction: Direction,
) -> impl Iterator<Item = Position> {
    let is_first = move |one: &Position, other: &Position| match direction {
        Direction::Ascending => one < other,
        Direction::Descending => one > other,
    };
    walks.kmerge_by(is_first).dedup()
}

/// Returns the positions of what is on lists, is within the window, and comes after the cursor, in
/// the direction of a query.
fn sorted(
    ids: impl Iterator<Item = ItemId>,
    catalog: Catalog,
    query: &Query,
    order: StoredOrder,
    filter: &Filter,
) -> Vec<Position> {
    let after = query.after.map(|cursor| cursor.position());
    let is_ahead = |position: &Position| match query.direction {
        Direction::Ascending => after.is_none_or(|after| *position > after),
        Direction::Descending => after.is_none_or(|after| *position < after),
    };
    let found = ids.filter_map(|id| Some((id, catalog.table().get(id.get())?)));
    let such = found.filter(|(_, item)| item.is_listed() && filter.admits(item));
    let positions = such.map(|(id, item)| Position::new(order.value(item), id));
    let mut positions: Vec<_> = positions.filter(is_ahead).collect();
    positions.sort_unstable();
    if query.direction == Direction::Descending {
        positions.reverse();
    }
    positions
}

/// Returns the positions whose articles pass a filter.
fn select<'a>(
    walk: impl Iterator<Item = Position>,
    catalog: Catalog<'a>,
    filter: &Filter,
) -> impl Iterator<Item = Position> {
    ReadAhead::new(walk, catalog, filter)
        .filter_map(move |(at, item)| filter.passes(catalog, at.id(), item).then_some(at))
}

/// Returns the first `size` positions. Those that come after the budget has ended may not be the
/// next ones.
fn take(
    positions: impl Iterator<Item = Position>,
    size: usize,
    looks_ahead: bool,
    budget: &Budget,
) -> Slice {
    let mut positions = positions.take_while(|_| !budget.is_exhausted());
    let entries: Vec<Position> = positions.by_ref().take(size).collect();
    let is_followed = looks_ahead
        && entries.len() == size
        && (positions.next().is_some() || budget.is_exhausted());
    Slice { next: entries.last().copied().filter(|_| is_followed), entries }
}

/// Consecutive positions of a ranking, from one rank to before another.
pub struct RankRange<'a> {
    ranking: &'a Ranking,
    direction: Direction,
    start: usize,
    end: usize,
}

impl<'a> RankRange<'a> {
    fn whole(ranking: &'a Ranking, direction: Direction) -> Self {
        Self { ranking, direction, start: 0, end: ranking.len() }
    }

    /// Returns the articles of rankings that are within the window of a filter, by time.
    pub fn in_window(rankings: &'a RankingSet, filter: &Filter) -> Self {
        let mut part = Self::whole(rankings.by(StoredOrder::Time), Direction::Descending);
        part.limit(filter);
        part
    }

    /// Returns the part that is within the window, if that is one of times, and after the cursor.
    fn of(rankings: &'a RankingSet, query: &Query, order: StoredOrder, filter: &Filter) -> Self {
        let mut part = Self::whole(rankings.by(order), query.direction);
        if order == StoredOrder::Time {
            part.limit(filter);
        }
        part.begin_after_cursor(query);
        part
    }

    /// Limits a part to what is after the cursor of a query, if it has one.
    fn begin_after_cursor(&mut self, query: &Query) {
        if let Some(position) = query.after.map(|cursor| cursor.position()) {
            match query.direction {
                Direction::Ascending => {
                    self.start = self.start.max(self.ranking.rank(&position.successor()));
                }
                Direction::Descending => self.end = self.end.min(self.ranking.rank(&position)),
            }
        }
    }

    /// Limits a part of a ranking by time to the window of a filter.
    fn limit(&mut self, filter: &Filter) {
        let rank = |time| self.ranking.rank(&Position::first(time));
        self.start = filter.since.map_or(self.start, rank);
        self.end = filter.until.map_or(self.end, rank);
    }

    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns the part without its first positions in its direction.
    fn after(mut self, skip: usize) -> Self {
        match self.direction {
            Direction::Ascending => self.start = self.start.saturating_add(skip),
            Direction::Descending => self.end = self.end.saturating_sub(skip),
        }
        self
    }

    /// Returns the positions in the direction of the part.
    pub fn walk(self) -> Walk<'a> {
        let skip = match self.direction {
            Direction::Ascending => self.start,
            Direction::Descending => self.ranking.len() - self.end,
        };
        self.ranking.range(skip, self.len(), self.direction)
    }
}
