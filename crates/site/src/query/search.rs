//! The first articles of a listing whose order or filters no ranking serves.
//!
//! A best-first search opens the parts of the table of articles in the order of the greatest value
//! that they may hold, until enough articles are found that no other part can exceed. Where few
//! articles can be in the listing, as with a small group or a short window, all are read instead.

use std::collections::{BinaryHeap, HashSet};

use super::first::First;
use super::plan::{Base, Plan, is_cheaper_to_read, search_cost};
use super::walk::RankRange;
use super::{Catalog, Filter, Query, REACH, Slice};
use crate::item::Item;
use crate::orders::position::Position;
use crate::orders::ranking_set::RankingSet;
use crate::orders::summary::Facts;
use crate::orders::valuation::{Needed, Valuation};
use crate::structures::table::{Children, Subtree};
use crate::terms::types::{ItemId, UnixTime};

/// How many articles are read between updates of the counts needed.
const STRIDE: usize = 64;

/// Returns `size` entries of a listing after the first `skip`.
pub fn slice(
    catalog: Catalog,
    query: &Query,
    now: UnixTime,
    plan: &Plan,
    skip: usize,
    size: usize,
) -> Slice {
    let valuation =
        Valuation::new(query.order, query.direction, now, catalog.settings.own_votes());
    let end = skip.saturating_add(size);
    let mut search = Search {
        catalog,
        plan,
        after: query.after.map(|cursor| valuation.compared(cursor.position())),
        // Entries before the cursor are found only to be counted, where the listing has an end.
        counts_before: query.order.has_end(),
        before: 0,
        // One more shows whether others follow.
        first: First::new(end.saturating_add(1).min(REACH + 1)),
        valuation,
    };
    if search.is_cheaper_to_read_all() {
        search.read_all();
    } else {
        search.search(catalog.table().root());
    }
    let Search { valuation, before, counts_before, first, .. } = search;
    let entries = first.into_sorted();
    let listed = if counts_before { REACH.saturating_sub(before) } else { usize::MAX };
    let is_followed = entries.len().min(listed) > end;
    let entries = entries.take(listed).skip(skip).take(size);
    Slice { entries: entries.map(|key| valuation.compared(key)).collect(), is_followed }
}

struct Search<'a> {
    catalog: Catalog<'a>,
    plan: &'a Plan<'a>,
    valuation: Valuation,
    /// The position of the cursor. Entries after it have lesser positions.
    after: Option<Position>,
    /// Whether to count the articles before the cursor.
    counts_before: bool,
    /// The number of articles before the cursor.
    before: usize,
    /// The first positions so far.
    first: First,
}

impl Search<'_> {
    /// Returns whether the base holds fewer articles in the window than a search would read. A
    /// search knows nothing of hidden articles.
    fn is_cheaper_to_read_all(&self) -> bool {
        let window = |rankings| RankRange::in_window(rankings, &self.plan.remaining).len();
        let Base::Chosen { rankings, lists } = &self.plan.base else { return false };
        let candidates: usize = rankings.iter().copied().map(window).sum();
        let all = || self.catalog.listed().map_or(self.catalog.table().len(), window);
        !lists.is_empty()
            || self.plan.full.selection.hidden
            || is_cheaper_to_read(candidates, all(), search_cost(self.first.wanted()))
    }

    fn read_all(&mut self) {
        let Base::Chosen { rankings, lists } = &self.plan.base else { return };
        let mut seen = (rankings.len() > 1).then(HashSet::new);
        rankings.iter().for_each(|rankings| self.read(rankings, &mut seen));
        for id in lists.iter().flat_map(|ids| ids.iter()) {
            if let Some(item) = self.catalog.table().get(id.get()) {
                self.offer(*id, item, &self.plan.remaining);
            }
        }
    }

    /// Reads the articles of rankings that are in the window, but for those that were seen.
    fn read(&mut self, rankings: &RankingSet, seen: &mut Option<HashSet<ItemId>>) {
        let items = self.catalog.table();
        let mut needed = Needed::default();
        for (index, key) in RankRange::in_window(rankings, &self.plan.remaining).walk().enumerate()
        {
            if index.is_multiple_of(STRIDE) && !self.plan.full.selection.hidden {
                needed = self.valuation.needed(items.root().summary(), self.first.floor());
            }
            if let Some(item) = items.get(key.id().get())
                && needed.are_met_by(&item.tally)
                && seen.as_mut().is_none_or(|seen| seen.insert(key.id()))
            {
                self.offer(key.id(), item, &self.plan.remaining);
            }
        }
    }

    fn search(&mut self, table: Subtree<Item>) {
        // Most searches need no more.
        let mut branches = BinaryHeap::with_capacity(256);
        branches.extend(self.branch(table, None));
        while let Some(Branch { bound, is_taken, subtree }) = branches.pop() {
            if bound <= self.first.floor() || self.is_past_the_end() {
                break;
            }
            let taken = is_taken.then_some(bound);
            match subtree.children() {
                Children::Subtrees(subtrees) => {
                    branches.extend(subtrees.filter_map(|subtree| self.branch(subtree, taken)));
                }
                Children::Values(articles) => {
                    let floor = self.first.floor();
                    let needed = self.valuation.needed(subtree.summary(), floor);
                    for (number, item) in articles {
                        let id = ItemId::new(number);
                        if needed.are_met_by(&item.tally)
                            && taken.is_none_or(|taken| taken.id() != id)
                        {
                            self.offer(id, item, &self.plan.full);
                        }
                    }
                }
            }
        }
    }

    /// Returns a part of the table to be opened, unless nothing more in it can be in the slice.
    ///
    /// Where the greatest position of the part is known, it is taken at once. That raises the
    /// floor early, and spares most parts. `taken` is what was taken from the part above.
    fn branch<'s>(
        &mut self,
        subtree: Subtree<'s, Item>,
        taken: Option<Position>,
    ) -> Option<Branch<'s>> {
        let maxima = subtree.summary();
        if maxima.is_empty() {
            return None;
        }
        let bound = self.valuation.bound(maxima);
        if bound <= self.first.floor() || !self.plan.full.may_admit(maxima) {
            return None;
        }
        let Some(after) = self.after.filter(|after| bound >= *after) else {
            let is_taken = taken == Some(bound);
            let is_known = self.valuation.is_bound_exact() && self.plan.full.admits_all(maxima);
            if is_known && !is_taken {
                self.first.insert(bound);
            }
            let branch = Branch { bound, is_taken: is_known || is_taken, subtree };
            return (bound > self.first.floor()).then_some(branch);
        };
        if self.counts_before {
            return Some(Branch { bound, is_taken: false, subtree });
        }
        let is_before = self.valuation.least(maxima) >= after;
        (!is_before).then_some(Branch { bound: after, is_taken: false, subtree })
    }

    /// Returns whether the cursor is past the end of the listing.
    fn is_past_the_end(&self) -> bool {
        self.counts_before && self.before >= REACH
    }

    /// Considers an article, if it passes a filter.
    fn offer(&mut self, id: ItemId, item: &Item, filter: &Filter) {
        if !filter.admits(item) {
            return;
        }
        let Some(key) = self.valuation.above(&Facts::of(id, item), self.first.floor()) else {
            return;
        };
        if !filter.selection.admits(self.catalog, id, item) {
            return;
        }
        match self.after {
            Some(after) if key >= after => self.before += 1,
            _ => self.first.insert(key),
        }
    }
}

/// A part of the table, with the greatest position that it may hold.
struct Branch<'a> {
    bound: Position,
    /// Whether the article at the bound is among the first already.
    is_taken: bool,
    subtree: Subtree<'a, Item>,
}

impl Ord for Branch<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.cmp(&other.bound)
    }
}

impl PartialOrd for Branch<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Branch<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bound == other.bound
    }
}

impl Eq for Branch<'_> {}
