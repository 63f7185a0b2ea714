//! The first articles of a listing whose order or filters no ranking serves.
//!
//! A [best-first search](super::best_first) opens parts of the table of articles. Where few
//! articles can be in the listing, as with a small group or a short window, all are read instead.

use roaring::RoaringBitmap;
use smallvec::SmallVec;

use super::best_first::{BestFirst, Reads, Scope};
use super::condition::Check;
use super::plan::{Base, Plan, is_cheaper_to_read, search_cost};
use super::walk::RankRange;
use super::{Catalog, Filter, Query, REACH, Slice, Source};
use crate::item::Item;
use crate::item::flags::Pin;
use crate::item::numbers::GroupNumber;
use crate::orders::ranking_set::RankingSet;
use crate::orders::summary::{Facts, Maxima};
use crate::orders::valuation::{Needed, Valuation};
use crate::structures::summarized_set::{Branch, LeafNumbers};
use crate::structures::summary::Part;
use crate::structures::table::{Subtree, Values};
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
    let after = query.after.map(|cursor| valuation.compared(cursor.position()));
    // Entries before the cursor are found only to be counted, where the listing has an end.
    let has_end = query.order.has_end();
    // One more shows whether others follow.
    let wanted = end.saturating_add(query.looks_ahead.into());
    let wanted = wanted.min(if has_end { REACH + 1 } else { usize::MAX });
    let group = match query.source {
        Source::Group(name) if query.order.heeds_pins() => catalog.listings.groups.number(name),
        _ => None,
    };
    let filter = match plan.base {
        Base::Discussion(_) => &plan.remaining,
        Base::All | Base::Chosen(_) => &plan.full,
    };
    let heeds_thread = filter.checks.iter().any(|check| matches!(check, Check::InShownThread));
    let search = Search { catalog, plan, filter, heeds_thread, group };
    let begin = || {
        let found = BestFirst::new(&valuation, after, wanted, catalog.budget);
        let mut found = if has_end { found.counting_before(REACH) } else { found };
        search.offer_local_pins(&mut found);
        found
    };
    let most = search.most_read(wanted);
    let mut found = begin().reading_at_most(most);
    let is_found = match plan.base {
        Base::Discussion(discussion) => found.search(discussion.parts(), &search),
        _ => most > 0 && found.search(std::iter::once(catalog.table().root()), &search),
    };
    if !is_found {
        found = begin();
        search.read_all(&mut found);
    }
    let listed = if has_end { REACH.saturating_sub(found.before()) } else { usize::MAX };
    let entries = found.into_positions();
    let entries: Vec<_> = entries.take(listed).collect();
    let is_cut = catalog.budget.is_exhausted() && entries.len() == end && end < listed;
    let is_followed = query.looks_ahead && (entries.len() > end || is_cut);
    let entries: Vec<_> = entries.into_iter().skip(skip).take(size).collect();
    Slice { next: entries.last().copied().filter(|_| is_followed), entries }
}

/// Where to look for the articles of a listing, and what to check of them.
struct Search<'a> {
    catalog: Catalog<'a>,
    plan: &'a Plan<'a>,
    /// The filters of what the search finds.
    filter: &'a Filter<'a>,
    /// Whether the thread of a comment must be shown.
    heeds_thread: bool,
    /// The group of the listing, if what is pinned in its groups only is pinned there.
    group: Option<GroupNumber>,
}

impl Search<'_> {
    /// Returns how many articles a search may read before reading all of the base is cheaper: none
    /// if it holds fewer in the window than a search would read. A search knows nothing of hidden
    /// articles.
    fn most_read(&self, wanted: usize) -> usize {
        let window = |rankings| RankRange::in_window(rankings, &self.plan.remaining).len();
        let Base::Chosen(chosen) = &self.plan.base else { return usize::MAX };
        let candidates: usize = chosen.rankings.iter().copied().map(window).sum();
        let all = self.catalog.listed().map_or(self.catalog.table().len(), window);
        let is_cheaper = chosen.has_lists()
            || self.plan.full.hidden
            || is_cheaper_to_read(candidates, all, search_cost(wanted));
        match candidates {
            _ if is_cheaper => 0,
            // What a search has read is in vain if it gives up.
            _ if candidates > all / 2 => usize::MAX,
            _ => candidates / 2,
        }
    }

    fn read_all(&self, found: &mut BestFirst) {
        let Base::Chosen(chosen) = &self.plan.base else { return };
        // An article can be in several rankings, and in a list.
        let parts = chosen.rankings.len() + usize::from(chosen.has_lists());
        let mut seen = (parts > 1).then(RoaringBitmap::new);
        chosen.rankings.iter().for_each(|rankings| self.read(rankings, &mut seen, found));
        for id in self.catalog.budget.counted(chosen.listed()) {
            if let Some(item) = self.catalog.table().get(id.get())
                && seen.as_mut().is_none_or(|seen| seen.insert(id.get()))
            {
                self.offer(id, item, &self.plan.remaining, found);
            }
        }
    }

    /// Reads the articles of rankings that are in the window, but for those that were seen.
    fn read(
        &self,
        rankings: &RankingSet,
        seen: &mut Option<RoaringBitmap>,
        found: &mut BestFirst,
    ) {
        let items = self.catalog.table();
        let mut needed = Needed::default();
        let walk = RankRange::in_window(rankings, &self.plan.remaining).walk();
        for (index, key) in self.catalog.budget.counted(walk).enumerate() {
            if index.is_multiple_of(STRIDE) && !self.plan.full.hidden {
                needed = found.needed(items.root().summary());
            }
            if let Some(item) = items.get(key.id().get())
                && needed.are_met_by(&item.tally)
                && seen.as_mut().is_none_or(|seen| seen.insert(key.id().get()))
            {
                self.offer(key.id(), item, &self.plan.remaining, found);
            }
        }
    }

    /// Considers the items of a leaf, but for the one that is `taken` already.
    fn consider_all<'i>(
        &self,
        items: impl Iterator<Item = (ItemId, &'i Item)>,
        maxima: &Maxima,
        taken: Option<ItemId>,
        found: &mut BestFirst,
    ) {
        let needed = found.needed(maxima);
        for (id, item) in items {
            if needed.are_met_by(&item.tally) && taken != Some(id) {
                self.offer(id, item, self.filter, found);
            }
        }
    }

    /// Considers an article, if it passes a filter, unless it was considered as a local pin.
    fn offer(&self, id: ItemId, item: &Item, filter: &Filter, found: &mut BestFirst) {
        let is_local = self.group.is_some() && item.flags().pin == Pin::InGroups;
        if !is_local || filter.hidden {
            self.offer_as(is_local, (id, item), filter, found);
        }
    }

    /// Considers the articles that are pinned in the group of the listing only: summaries say
    /// nothing of these pins.
    fn offer_local_pins(&self, found: &mut BestFirst) {
        let pins = self.group.into_iter().flat_map(|group| self.catalog.local_pins(group));
        pins.for_each(|pin| self.offer_as(true, pin, &self.plan.full, found));
    }

    /// Considers an article, if it passes a filter, as it is or as pinned.
    fn offer_as(
        &self,
        is_pinned: bool,
        (id, item): (ItemId, &Item),
        filter: &Filter,
        found: &mut BestFirst,
    ) {
        if filter.admits(item) {
            let facts = Facts::of(id, item);
            let facts = if is_pinned { facts.pinned() } else { facts };
            found.offer(&facts, || filter.passes(self.catalog, id, item));
        }
    }
}

impl Scope for Search<'_> {
    fn may_admit(&self, maxima: &Maxima) -> bool {
        self.filter.may_admit(maxima)
            && (!self.heeds_thread || self.catalog.items.may_be_in_shown_thread(maxima))
    }

    fn admits_all(&self, maxima: &Maxima) -> bool {
        self.filter.admits_all(maxima)
    }

    fn consider_one(&self, id: ItemId, found: &mut BestFirst) {
        if let Some(item) = self.catalog.table().get(id.get()) {
            self.offer(id, item, self.filter, found);
        }
    }
}

/// Of a discussion.
impl Reads<Branch<'_, Maxima>> for Search<'_> {
    fn consider(
        &self,
        ids: LeafNumbers,
        maxima: &Maxima,
        taken: Option<ItemId>,
        found: &mut BestFirst,
    ) {
        let comments = self.catalog.table();
        let found_by = |id: u32| Some((ItemId::new(id), comments.get(id)?));
        let items = ids.rev().filter_map(found_by);
        // They may be all over the memory: their cache misses overlap.
        let items: SmallVec<[_; 112]> = items.inspect(|(_, item)| item.prefetch()).collect();
        self.consider_all(items.into_iter(), maxima, taken, found);
    }
}

impl<'t> Reads<Subtree<'t, Item>> for Search<'_> {
    fn consider(
        &self,
        values: Values<'t, Item>,
        maxima: &Maxima,
        taken: Option<ItemId>,
        found: &mut BestFirst,
    ) {
        let items = values.map(|(number, item)| (ItemId::new(number), item));
        self.consider_all(items, maxima, taken, found);
    }
}
