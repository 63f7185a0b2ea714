//! The first articles of a listing in an order, or with a filter, for which no ranking serves.
//!
//! A best-first search opens the parts of the table of articles in the order of the greatest value
//! that they may hold, until enough articles are found that no other part can exceed. Where few
//! articles can be in the listing, those of a small group or a short window, all are read instead.

use std::collections::{BTreeSet, BinaryHeap, HashSet};

use super::plan::Plan;
use super::valuation::Valuation;
use super::walk::Part;
use super::{Query, REACH, Slice};
use crate::Site;
use crate::article::Article;
use crate::ranking::RankKey;
use crate::table::{Children, Subtree};
use crate::types::{ArticleId, UnixTime};

/// What a search through the table costs, in articles that are read: at least, and per result.
const COST: usize = 1_000;
const COST_PER_RESULT: usize = 40;

/// Returns `size` entries of a listing after the first `skip`.
pub fn slice(
    site: &Site,
    query: &Query,
    now: UnixTime,
    plan: &Plan,
    skip: usize,
    size: usize,
) -> Slice {
    let valuation = Valuation::new(site, query.order, query.direction, now);
    let end = skip.saturating_add(size);
    let mut search = Search {
        plan,
        after: query.after.map(|cursor| valuation.compared(cursor.position())),
        // Entries before the cursor are found only to be counted, where the listing has an end.
        before: query.order.ranked().is_none().then(HashSet::new),
        found: BTreeSet::new(),
        // One more shows whether others follow.
        wanted: end.saturating_add(1).min(REACH + 1),
        valuation,
    };
    if search.is_cheaper_to_read_all(site) {
        search.read_all(site);
    } else {
        search.search(site.articles.root());
    }
    let Search { valuation, before, found, .. } = search;
    let left = before.map_or(usize::MAX, |before| REACH.saturating_sub(before.len()));
    let entries = found.iter().rev().take(left);
    let is_followed = entries.len() > end;
    let entries = entries.skip(skip).take(size).map(|key| valuation.compared(*key)).collect();
    Slice { entries, is_followed }
}

struct Search<'a> {
    plan: &'a Plan<'a>,
    valuation: Valuation,
    /// Only what is less than this is after the cursor.
    after: Option<RankKey>,
    /// The articles before the cursor, if they are to be counted.
    before: Option<HashSet<ArticleId>>,
    /// The greatest positions so far.
    found: BTreeSet<RankKey>,
    /// The number of positions to find.
    wanted: usize,
}

impl Search<'_> {
    /// Compares the number of articles in the window of the plan's rankings with the number that a
    /// search would read, which grows as fewer of the site's articles are among them.
    fn is_cheaper_to_read_all(&self, site: &Site) -> bool {
        let window = |rankings| Part::in_window(rankings, &self.plan.rest).len();
        let candidates: usize = self.plan.rankings.iter().copied().map(window).sum();
        let all = window(&site.listings.all);
        let search = COST + COST_PER_RESULT * self.wanted;
        candidates.saturating_mul(candidates) <= search.saturating_mul(all)
    }

    fn read_all(&mut self, site: &Site) {
        for rankings in &self.plan.rankings {
            for key in Part::in_window(rankings, &self.plan.rest).walk() {
                if let Some(article) = site.articles.get(key.id().get())
                    && self.plan.rest.admits(article)
                {
                    self.offer(key.id(), article);
                }
            }
        }
    }

    fn search(&mut self, table: Subtree<Article>) {
        let mut branches = BinaryHeap::new();
        branches.extend(self.branch(table));
        while let Some(Branch { bound, subtree }) = branches.pop() {
            if bound <= self.floor() || self.is_past_the_end() {
                break;
            }
            match subtree.children() {
                Children::Subtrees(subtrees) => {
                    branches.extend(subtrees.filter_map(|subtree| self.branch(subtree)));
                }
                Children::Values(articles) => {
                    let votes_needed =
                        self.valuation.votes_needed(subtree.summary(), self.floor());
                    for (number, article) in articles {
                        if article.tally.votes() >= votes_needed && self.plan.whole.admits(article)
                        {
                            self.offer(ArticleId::new(number), article);
                        }
                    }
                }
            }
        }
    }

    /// Returns a part of the table to be opened, unless nothing in it can be in the slice.
    fn branch<'s>(&self, subtree: Subtree<'s, Article>) -> Option<Branch<'s>> {
        let maxima = subtree.summary();
        if !self.plan.whole.may_admit(maxima) {
            return None;
        }
        let mut bound = self.valuation.bound(maxima);
        if let (Some(after), None) = (self.after, &self.before) {
            if self.valuation.least(maxima) >= after {
                return None;
            }
            bound = bound.min(after);
        }
        (bound > self.floor()).then_some(Branch { bound, subtree })
    }

    /// Returns the least of the positions found, if they are enough.
    fn floor(&self) -> RankKey {
        let first = self.found.first().filter(|_| self.found.len() == self.wanted);
        first.copied().unwrap_or(RankKey::LOWEST)
    }

    /// Returns whether the cursor is past the end of the listing.
    fn is_past_the_end(&self) -> bool {
        self.before.as_ref().is_some_and(|before| before.len() >= REACH)
    }

    /// Considers an article that passes the filters.
    fn offer(&mut self, id: ArticleId, article: &Article) {
        let Some(key) = self.valuation.above(id, article, self.floor()) else { return };
        if self.after.is_some_and(|after| key >= after) {
            if let Some(before) = &mut self.before {
                before.insert(id);
            }
        } else if self.found.insert(key) && self.found.len() > self.wanted {
            self.found.pop_first();
        }
    }
}

/// A part of the table, with the greatest position that it may hold.
struct Branch<'a> {
    bound: RankKey,
    subtree: Subtree<'a, Article>,
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
