//! Best-first search through timelines: parts of the trees are opened in the order of the greatest
//! value that they may hold, until enough articles are found that no other part can exceed.

use std::collections::{BTreeSet, BinaryHeap, HashSet};

use super::valuation::Valuation;
use super::{Filter, Query, REACH, Roots, Slice};
use crate::Site;
use crate::counted_tree::{Children, Subtree};
use crate::ranking::RankKey;
use crate::timeline::TimeKey;
use crate::types::UnixTime;

/// Returns `size` entries of a listing after the first `skip`.
pub fn slice(
    site: &Site,
    query: &Query,
    now: UnixTime,
    roots: &Roots,
    filter: &Filter,
    skip: usize,
    size: usize,
) -> Slice {
    let valuation = Valuation::new(site, query.order, query.direction, now);
    let after = query.after.map(|cursor| valuation.compared(cursor.position()));
    let end = skip.saturating_add(size);
    let is_stored = query.order.is_stored();
    let mut search = Search {
        site,
        filter,
        after,
        // Entries before the cursor are found only to be counted, where the listing has an end.
        before: (!is_stored).then(HashSet::new),
        found: BTreeSet::new(),
        // One more tells whether others follow.
        wanted: end.saturating_add(1).min(REACH + 1),
        parts: BinaryHeap::new(),
        valuation,
    };
    let roots = roots.iter().filter(|root| root.len() > 0);
    roots.for_each(|root| search.add(root.time.root()));
    search.run();
    let Search { valuation, before, found, .. } = search;
    let left = before.map_or(usize::MAX, |before| REACH.saturating_sub(before.len()));
    let entries = found.iter().rev().take(left);
    let is_followed = entries.len() > end;
    let entries = entries.skip(skip).take(size).map(|top| valuation.compared(*top)).collect();
    Slice { entries, is_followed }
}

struct Search<'a> {
    site: &'a Site,
    filter: &'a Filter,
    valuation: Valuation<'a>,
    /// Only what is less than this is after the cursor.
    after: Option<RankKey>,
    /// The articles before the cursor, if they are to be counted.
    before: Option<HashSet<u32>>,
    /// The greatest values so far.
    found: BTreeSet<RankKey>,
    /// The number of values to find.
    wanted: usize,
    /// Parts that have not been opened.
    parts: BinaryHeap<Part<'a>>,
}

impl<'a> Search<'a> {
    fn run(&mut self) {
        while let Some(Part { bound, subtree }) = self.parts.pop() {
            if self.floor().is_some_and(|floor| bound <= floor) {
                break;
            }
            match subtree.children() {
                Children::Subtrees(subtrees) => subtrees.for_each(|subtree| self.add(subtree)),
                Children::Keys(keys) => self.read(subtree, keys),
            }
            if self.before.as_ref().is_some_and(|before| before.len() >= REACH) {
                break;
            }
        }
    }

    /// Returns the least of the values found, if they are enough.
    fn floor(&self) -> Option<RankKey> {
        if self.found.len() < self.wanted { None } else { self.found.first().copied() }
    }

    /// Adds a part, unless nothing in it can be in the slice.
    fn add(&mut self, subtree: Subtree<'a, TimeKey>) {
        let filter = self.filter;
        let ends_before = |start| subtree.high().is_some_and(|high| high.position() <= start);
        let starts_after = |end| subtree.low().is_some_and(|low| low.position() >= end);
        if filter.window_start().is_some_and(ends_before)
            || filter.window_end().is_some_and(starts_after)
            || filter.min_votes.is_some_and(|votes| subtree.summary().votes.number() < votes)
        {
            return;
        }
        let mut bound = self.valuation.bound(subtree);
        if let Some(after) = self.after
            && self.before.is_none()
        {
            if self.valuation.least(subtree).is_some_and(|least| least >= after) {
                return;
            }
            bound = bound.min(after);
        }
        if self.floor().is_none_or(|floor| bound > floor) {
            self.parts.push(Part { bound, subtree });
        }
    }

    /// Reads the articles of a leaf.
    fn read(&mut self, leaf: Subtree<'a, TimeKey>, keys: &[TimeKey]) {
        let votes_needed = self.valuation.votes_needed(leaf, self.floor());
        for key in keys {
            if key.votes() < votes_needed || !self.filter.admits_key(key) {
                continue;
            }
            let Some(top) = self.valuation.above(key, self.floor()) else { continue };
            if !self.is_in_groups(key) {
                continue;
            }
            if self.after.is_some_and(|after| top >= after) {
                if let Some(before) = &mut self.before {
                    before.insert(key.id().get());
                }
            } else if self.found.insert(top) && self.found.len() > self.wanted {
                self.found.pop_first();
            }
        }
    }

    fn is_in_groups(&self, key: &TimeKey) -> bool {
        !self.filter.needs_groups()
            || self
                .site
                .articles
                .get(key.id().get())
                .is_some_and(|article| self.filter.admits_groups(article))
    }
}

/// A part of a timeline, with the greatest value that it may hold.
struct Part<'a> {
    bound: RankKey,
    subtree: Subtree<'a, TimeKey>,
}

impl Ord for Part<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.cmp(&other.bound)
    }
}

impl PartialOrd for Part<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bound == other.bound
    }
}

impl Eq for Part<'_> {}
