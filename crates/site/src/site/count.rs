//! How many articles a listing has, and how many are ahead of one: by ranks, where that is enough.

use crate::indexes::standing::Standing;
use crate::orders::StoredOrder;
use crate::orders::ranking_set::RankingSet;
use crate::query::{Check, Filter, Query, RankRange, Source};
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::types::{GroupName, ItemId};

impl Site {
    /// Returns the length of the listing of a query of the site, of a group, or of the comments
    /// below an article or comment, and 0 for other sources. Its order and page do not matter.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`].
    pub fn count(&self, query: &Query, budget: &Budget) -> Result<usize, Error> {
        let catalog = self.catalog(query.source.kind(), budget);
        let Some(mut filter) = Filter::of(catalog, query, query.now) else { return Ok(0) };
        let below = match query.source {
            Source::Below(id) => Some(id),
            Source::Site | Source::Group(_) | Source::User(_) | Source::Comments => None,
        };
        // What is counted is below it, or in the group.
        filter.checks.retain(|check| !matches!(check, Check::Below(_) | Check::InGroup(_)));
        let is_checked = !filter.checks.is_empty();
        let is_such = |id: &ItemId| {
            let item = catalog.table().get(id.get());
            let admits = |it| filter.admits(it) && filter.passes(catalog, *id, it);
            item.is_some_and(admits)
        };
        let group = match query.source {
            Source::Site => None,
            Source::Group(name) => Some(name),
            Source::Below(_) | Source::User(_) | Source::Comments => {
                let count = below.and_then(|id| self.count_below(id, &filter, is_checked));
                let listed = || below.map_or(Vec::new(), |id| self.items.listed_below(id, budget));
                let count =
                    count.unwrap_or_else(|| listed().iter().filter(|id| is_such(id)).count());
                return budget.check().map(|()| count);
            }
        };
        let Some(rankings) = self.rankings(group) else { return Ok(0) };
        let window = RankRange::in_window(rankings, &filter);
        if !is_checked {
            return Ok(window.len());
        }
        let ids = window.walk().map(|position| position.id());
        let count = budget.counted(ids).filter(is_such).count();
        budget.check().map(|()| count)
    }

    /// Returns the number of listed comments below an article or comment within a window of time,
    /// unless they must be read.
    fn count_below(&self, id: ItemId, filter: &Filter, is_checked: bool) -> Option<usize> {
        let Filter { since, until, .. } = *filter;
        let Some((node, article)) = self.items.in_shown_thread(id) else { return Some(0) };
        if is_checked {
            return None;
        }
        if since.is_none() && until.is_none() {
            return Some(node.comments() as usize);
        }
        let discussion = self.items.discussion(article).filter(|_| id == article)?;
        let before = |time| self.items.posted_before(discussion, time);
        let end = until.map_or(discussion.len(), before);
        Some(end.saturating_sub(since.map_or(0, before)))
    }

    /// Returns the number of articles ahead of an article in an order of the site or of a group,
    /// or None if the article is not listed there.
    pub fn rank(
        &self,
        id: ItemId,
        order: StoredOrder,
        direction: Direction,
        group: Option<GroupName>,
    ) -> Option<usize> {
        let standing = Standing::of(id, self.items.articles().get(id.get())?);
        let positions = match group {
            None => standing.listed().copied(),
            Some(_) => standing.listed_in_groups(),
        };
        let position = positions?.by(order);
        let ranking = self.rankings(group)?.by(order);
        let before = ranking.find(position)?;
        Some(match direction {
            Direction::Ascending => before,
            Direction::Descending => ranking.len() - 1 - before,
        })
    }

    /// Returns the rankings of the site or of a group.
    fn rankings(&self, group: Option<GroupName>) -> Option<&RankingSet> {
        match group {
            None => Some(&self.listings.all),
            Some(name) => Some(self.listings.groups.find(name)?.rankings()),
        }
    }
}
