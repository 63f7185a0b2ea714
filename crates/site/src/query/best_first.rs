//! The first items of an order in a structure whose parts have summaries.
//!
//! A best-first search opens the parts in the order of the greatest value that they may hold,
//! until enough items are found that no other part can exceed.

use std::collections::BinaryHeap;

use super::first::First;
use crate::orders::position::Position;
use crate::orders::summary::{Facts, Maxima};
use crate::orders::valuation::{Needed, Valuation};
use crate::structures::summary::{Children, Part};
use crate::terms::budget::Budget;
use crate::terms::types::ItemId;

/// Which items of a structure are searched for.
pub trait Scope {
    /// Returns whether an item of a part may be one of them.
    fn may_admit(&self, maxima: &Maxima) -> bool;

    /// Returns whether every item of which a summary knows is one of them.
    fn admits_all(&self, maxima: &Maxima) -> bool;

    /// Considers an item of a leaf.
    fn consider_one(&self, id: ItemId, search: &mut BestFirst);
}

/// How the leaves of a structure are read.
pub trait Reads<P: Part<Summary = Maxima>>: Scope {
    /// Considers the items of a leaf, but for the one that is `taken` already.
    fn consider(
        &self,
        values: P::Values,
        maxima: &Maxima,
        taken: Option<ItemId>,
        search: &mut BestFirst,
    );
}

/// The first positions found so far.
pub struct BestFirst<'v> {
    valuation: &'v Valuation,
    /// The position of the cursor. Items after it have lesser positions.
    after: Option<Position>,
    /// The number of items before the cursor, and the one at which counting them ends, if they are
    /// counted.
    before: usize,
    most_before: Option<usize>,
    /// The number of items that may still be read before the search gives up.
    most_read: usize,
    first: First,
    budget: &'v Budget,
    /// The position from which on nothing was left out when the budget ended.
    complete_from: Position,
}

impl<'v> BestFirst<'v> {
    /// Begins a search for the first `wanted` positions after a cursor's, as positions are
    /// [compared](Valuation::compared).
    pub fn new(
        valuation: &'v Valuation,
        after: Option<Position>,
        wanted: usize,
        budget: &'v Budget,
    ) -> Self {
        let first = First::new(wanted);
        let (before, most_before, most_read) = (0, None, usize::MAX);
        let complete_from = Position::HIGHEST;
        Self { valuation, after, before, most_before, most_read, first, budget, complete_from }
    }

    /// Lets the search count the items before the cursor. It ends where there are `most`.
    pub fn counting_before(self, most: usize) -> Self {
        Self { most_before: Some(most), ..self }
    }

    /// Lets the search give up where it would read more items.
    pub fn reading_at_most(self, most_read: usize) -> Self {
        Self { most_read, ..self }
    }

    /// Returns the number of items before the cursor, if they are counted.
    pub fn before(&self) -> usize {
        self.before
    }

    /// Returns the counts that an item of a part needs at least to be among the first.
    pub fn needed(&self, maxima: &Maxima) -> Needed {
        self.valuation.needed(maxima, self.first.floor())
    }

    /// Returns the first positions as they are in the order, or as many of them as are certain.
    pub fn into_positions(self) -> impl ExactSizeIterator<Item = Position> + 'v {
        let Self { valuation, first, budget, complete_from, .. } = self;
        let least = if budget.is_exhausted() { complete_from } else { Position::LOWEST };
        first.into_sorted(least).map(|position| valuation.compared(position))
    }

    /// Inserts the position of an item with these facts if it is among the first and `is_wanted`
    /// agrees, which is asked [late](Valuation::above).
    #[inline]
    pub fn offer(&mut self, facts: &Facts, is_wanted: impl FnOnce() -> bool) {
        match self.valuation.above(facts, self.first.floor(), is_wanted) {
            Some(position) if self.after.is_some_and(|after| position >= after) => {
                self.before += 1;
            }
            Some(position) => self.first.insert(position),
            None => {}
        }
    }

    /// Searches the parts of a structure. Returns false if it gave up.
    pub fn search<P: Part<Summary = Maxima>>(
        &mut self,
        parts: impl Iterator<Item = P>,
        scope: &impl Reads<P>,
    ) -> bool {
        if self.budget.is_exhausted() {
            return true;
        }
        // Most searches need no more.
        let mut branches = BinaryHeap::with_capacity(256);
        branches.extend(parts.filter_map(|part| self.branch(part, None, scope)));
        while let Some(Branch { bound, is_taken, part }) = branches.pop() {
            if bound <= self.first.floor() || self.is_past_the_end() {
                break;
            }
            let taken = is_taken.then_some(bound);
            match part.children() {
                Children::Parts(parts) => {
                    branches.extend(parts.filter_map(|part| self.branch(part, taken, scope)));
                }
                Children::Values(values) => {
                    let read = values.size_hint().0;
                    let Some(left) = self.most_read.checked_sub(read) else { return false };
                    self.most_read = left;
                    if !self.budget.spend(read) {
                        self.complete_from = bound;
                        break;
                    }
                    let taken = taken.map_or_else(
                        || self.take_best(part.summary(), scope),
                        |taken| Some(taken.id()),
                    );
                    if bound > self.first.floor() {
                        scope.consider(values, part.summary(), taken, self);
                    }
                    if self.budget.is_exhausted() {
                        self.complete_from = bound;
                        break;
                    }
                }
            }
        }
        true
    }

    /// Considers the item of a leaf that is probably the first of them, where that is not known
    /// for certain. It raises the floor, often above all others. Returns its id.
    fn take_best(&mut self, maxima: &Maxima, scope: &impl Scope) -> Option<ItemId> {
        let best = self.valuation.probable_best(maxima)?;
        scope.consider_one(best, self);
        Some(best)
    }

    /// Returns a part to be opened, unless nothing more in it can be among the first.
    ///
    /// Where the greatest position of the part is known, it is taken at once. That raises the
    /// floor early, and spares most parts. `taken` is what was taken from the part above.
    fn branch<P: Part<Summary = Maxima>>(
        &mut self,
        part: P,
        taken: Option<Position>,
        scope: &impl Scope,
    ) -> Option<Branch<P>> {
        let maxima = part.summary();
        if maxima.is_empty() {
            return None;
        }
        let bound = self.valuation.bound(maxima);
        if bound <= self.first.floor() || !scope.may_admit(maxima) {
            return None;
        }
        let Some(after) = self.after.filter(|after| bound >= *after) else {
            let is_taken = taken == Some(bound);
            let is_known = self.valuation.is_bound_exact() && scope.admits_all(maxima);
            if is_known && !is_taken {
                self.first.insert(bound);
            }
            let branch = Branch { bound, is_taken: is_known || is_taken, part };
            return (bound > self.first.floor()).then_some(branch);
        };
        if self.most_before.is_some() {
            return Some(Branch { bound, is_taken: false, part });
        }
        let is_before = self.valuation.least(maxima) >= after;
        (!is_before).then_some(Branch { bound: after, is_taken: false, part })
    }

    /// Returns whether the cursor is past the end of the listing.
    fn is_past_the_end(&self) -> bool {
        self.most_before.is_some_and(|most| self.before >= most)
    }
}

/// A part, with the greatest position that it may hold.
struct Branch<P> {
    bound: Position,
    /// Whether the item at the bound is among the first already.
    is_taken: bool,
    part: P,
}

impl<P> Ord for Branch<P> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.cmp(&other.bound)
    }
}

impl<P> PartialOrd for Branch<P> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> PartialEq for Branch<P> {
    fn eq(&self, other: &Self) -> bool {
        self.bound == other.bound
    }
}

impl<P> Eq for Branch<P> {}
