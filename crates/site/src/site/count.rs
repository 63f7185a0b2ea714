//! How many articles a listing has, and how many are ahead of one: by ranks, without reading them.

use crate::indexes::standing::Standing;
use crate::orders::StoredOrder;
use crate::orders::ranking_set::RankingSet;
use crate::query::{Filter, RankRange};
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::types::{GroupName, ItemId, UnixTime};

impl Site {
    /// Returns the number of articles of the site or of a group that were posted at `since` or
    /// later and before `until`, in UNIX seconds. A negative time counts back from `now`.
    pub fn count(
        &self,
        group: Option<GroupName>,
        since: Option<i64>,
        until: Option<i64>,
        now: UnixTime,
    ) -> usize {
        let window = Filter::window(since, until, now);
        self.rankings(group).map_or(0, |rankings| RankRange::in_window(rankings, &window).len())
    }

    /// Returns the number of listed comments below an article or comment that were posted at
    /// `since` or later and before `until`, as [`Site::count`] does.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`].
    pub fn count_below(
        &self,
        id: ItemId,
        since: Option<i64>,
        until: Option<i64>,
        now: UnixTime,
        budget: &Budget,
    ) -> Result<usize, Error> {
        let Some((node, article)) = self.items.in_shown_thread(id) else { return Ok(0) };
        if since.is_none() && until.is_none() {
            return Ok(node.comments() as usize);
        }
        let window = Filter::window(since, until, now);
        if let Some(discussion) = self.items.discussion(article).filter(|_| id == article) {
            let before = |time| self.items.posted_before(discussion, time);
            let end = window.until.map_or(discussion.len(), before);
            return Ok(end.saturating_sub(window.since.map_or(0, before)));
        }
        let listed = self.items.listed_below(id, budget);
        budget.check()?;
        let items = listed.into_iter().filter_map(|id| self.items.get(id));
        Ok(items.filter(|item| window.admits(item)).count())
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
