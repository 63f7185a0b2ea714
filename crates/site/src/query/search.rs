//! The first articles of a listing whose order or filters no ranking serves.
//!
//! A [best-first search](super::best_first) opens parts of the table of articles. Where few
//! articles can be in the listing, as with a small group or a short window, all are read instead.

use roaring::RoaringBitmap;
use smallvec::SmallVec;

use super::best_first::{BestFirst, Scope};
use super::plan::{Base, Plan, is_cheaper_to_read, search_cost};
use super::walk::RankRange;
use super::{Catalog, Filter, Query, REACH, Slice, Source};
use crate::item::Item;
use crate::item::flags::Pin;
use crate::item::numbers::GroupNumber;
use crate::orders::ranking_set::RankingSet;
use crate::orders::summary::{Facts, Maxima};
use crate::orders::valuation::{Needed, Valuation};
use crate::structures::summarized_set::{Branch, Numbers};
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
    let search = Search { catalog, plan, group };
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
    /// The group of the listing, if what is pinned in its groups only is pinned there.
    group: Option<GroupNumber>,
}

impl Search<'_> {
    /// Returns how many articles a search may read before reading all of the base is cheaper: none
    /// if it holds fewer in the window than a search would read. A search knows nothing of hidden
    /// articles.
    fn most_read(&self, wanted: usize) -> usize {
        let window = |rankings| RankRange::in_window(rankings, &self.plan.remaining).len();
        let Base::Chosen { rankings, lists } = &self.plan.base else { return usize::MAX };
        let candidates: usize = rankings.iter().copied().map(window).sum();
        let all = self.catalog.listed().map_or(self.catalog.table().len(), window);
        let is_cheaper = !lists.is_empty()
            || self.plan.full.selection.hidden
            || is_cheaper_to_read(candidates, all, search_cost(wanted));
        match candidates {
            _ if is_cheaper => 0,
            // What a search has read is in vain if it gives up.
            _ if candidates > all / 2 => usize::MAX,
            _ => candidates / 2,
        }
    }

    fn read_all(&self, found: &mut BestFirst) {
        let Base::Chosen { rankings, lists } = &self.plan.base else { return };
        // An article is in several groups, but of one poster.
        let (remaining, full) = (&self.plan.remaining.selection, &self.plan.full.selection);
        let are_of_groups = remaining.any_of.is_none() && full.any_of.is_some()
            || remaining.feed.is_none() && full.feed.is_some();
        let mut seen =
            (are_of_groups && rankings.len() + lists.len() > 1).then(RoaringBitmap::new);
        rankings.iter().for_each(|rankings| self.read(rankings, &mut seen, found));
        for id in self.catalog.budget.counted(lists.iter().flat_map(|ids| ids.iter())) {
            if let Some(item) = self.catalog.table().get(id.get())
                && seen.as_mut().is_none_or(|seen| seen.insert(id.get()))
            {
                self.offer(*id, item, &self.plan.remaining, found);
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
            if index.is_multiple_of(STRIDE) && !self.plan.full.selection.hidden {
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

    /// Considers an article, if it passes a filter, unless it was considered as a local pin.
    fn offer(&self, id: ItemId, item: &Item, filter: &Filter, found: &mut BestFirst) {
        let is_local = self.group.is_some() && item.flags().pin == Pin::InGroups;
        if !is_local || filter.selection.hidden {
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
            found.offer(&facts, || filter.selection.admits(self.catalog, id, item));
        }
    }
}

/// Of a discussion.
impl Scope<Branch<'_, Maxima>> for Search<'_> {
    fn may_admit(&self, maxima: &Maxima) -> bool {
        self.plan.remaining.may_admit(maxima)
    }

    fn admits_all(&self, maxima: &Maxima) -> bool {
        self.plan.remaining.admits_all(maxima)
    }

    fn consider_one(&self, id: ItemId, found: &mut BestFirst) {
        if let Some(item) = self.catalog.table().get(id.get()) {
            self.offer(id, item, &self.plan.remaining, found);
        }
    }

    fn consider(
        &self,
        ids: Numbers,
        maxima: &Maxima,
        taken: Option<ItemId>,
        found: &mut BestFirst,
    ) {
        let needed = found.needed(maxima);
        let found_by = |id| Some((id, self.catalog.items.get(id)?));
        let ids = ids.rev().map(ItemId::new).filter_map(found_by);
        // They may be all over the memory: their cache misses overlap.
        let items: SmallVec<[_; 112]> = ids.inspect(|(_, item)| item.prefetch()).collect();
        for (id, item) in items {
            if needed.are_met_by(&item.tally) && taken != Some(id) {
                self.offer(id, item, &self.plan.remaining, found);
            }
        }
    }
}

impl<'t> Scope<Subtree<'t, Item>> for Search<'_> {
    fn may_admit(&self, maxima: &Maxima) -> bool {
        let Filter { selection, .. } = &self.plan.full;
        self.plan.full.may_admit(maxima)
            && (!selection.heeds_thread || self.catalog.items.may_be_in_shown_thread(maxima))
    }

    fn admits_all(&self, maxima: &Maxima) -> bool {
        self.plan.full.admits_all(maxima)
    }

    fn consider_one(&self, id: ItemId, found: &mut BestFirst) {
        if let Some(item) = self.catalog.table().get(id.get()) {
            self.offer(id, item, &self.plan.full, found);
        }
    }

    fn consider(
        &self,
        values: Values<'t, Item>,
        maxima: &Maxima,
        taken: Option<ItemId>,
        found: &mut BestFirst,
    ) {
        let needed = found.needed(maxima);
        for (number, item) in values {
            let id = ItemId::new(number);
            if needed.are_met_by(&item.tally) && taken != Some(id) {
                self.offer(id, item, &self.plan.full, found);
            }
        }
    }
}
