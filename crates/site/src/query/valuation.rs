//! The orders: what an article's value is, and how much of it an article in a part of a timeline
//! can have at most. A new order is a new arm in each function of this file.

use crate::article::Article;
use crate::counted_tree::Subtree;
use crate::formula::{
    best, best_bound, controversy, controversy_bound, gravity, gravity_denominator,
    gravity_numerator,
};
use crate::ranking::RankKey;
use crate::table::Table;
use crate::timeline::TimeKey;
use crate::types::{ArticleId, Order, UnixTime};
use crate::{Direction, Site};

/// An order with what its values depend on. Values are compared as [`RankKey`]s, of
/// which the first article of the listing has the greatest, whatever the direction is.
pub struct Valuation<'a> {
    order: Order,
    direction: Direction,
    now: i64,
    /// The votes that every article has from its poster.
    own_votes: i64,
    articles: &'a Table<Article>,
}

impl<'a> Valuation<'a> {
    pub fn new(site: &'a Site, order: Order, direction: Direction, now: UnixTime) -> Self {
        let own_votes = i64::from(site.settings.self_vote());
        Self { order, direction, now: now.get(), own_votes, articles: &site.articles }
    }

    /// Returns the value of an article as it is compared.
    pub fn compared(&self, entry: RankKey) -> RankKey {
        if self.is_ascending() { entry.reversed() } else { entry }
    }

    fn is_ascending(&self) -> bool {
        self.direction == Direction::Ascending
    }

    /// Returns the value of an article, unless it is not above `floor`.
    pub fn above(&self, key: &TimeKey, floor: Option<RankKey>) -> Option<RankKey> {
        let (up, down) = (key.upvotes, key.downvotes);
        let is_out_of_reach = |bound: i64| floor.is_some_and(|floor| bound < floor.number());
        let value = match self.order {
            Order::Score => self.score(key)?,
            Order::Time => key.time(),
            Order::Votes => key.votes(),
            Order::Best if is_out_of_reach(best_bound(up, down).into()) => return None,
            Order::Best => best(up, down).into(),
            Order::Controversy if is_out_of_reach(controversy_bound(up, down) as i64) => {
                return None;
            }
            Order::Controversy => controversy(up, down) as i64,
            Order::Gravity => gravity(key.votes() - self.own_votes, self.now - key.time()),
        };
        let top = self.compared(RankKey::new(value, key.id()));
        floor.is_none_or(|floor| top > floor).then_some(top)
    }

    fn score(&self, key: &TimeKey) -> Option<i64> {
        let of_article = || self.articles.get(key.id().get()).map(|article| article.tally.score);
        key.score().or_else(of_article)
    }

    /// Returns the fewest votes with which an article of a subtree can be above `floor`.
    pub fn votes_needed(&self, subtree: Subtree<TimeKey>, floor: Option<RankKey>) -> i64 {
        match (self.order, floor) {
            (Order::Gravity, Some(floor)) if floor.number() > 0 => {
                let numerator = floor.number() as f64 / 1e9 * self.least_denominator(subtree);
                // The inverse of the power of 0.8, with some slack for rounding.
                (numerator.powf(1.25) * (1.0 - 1e-9)) as i64 + self.own_votes
            }
            _ => i64::MIN,
        }
    }

    /// Returns the greatest value that an article of a subtree may have.
    pub fn bound(&self, subtree: Subtree<TimeKey>) -> RankKey {
        let summary = subtree.summary();
        match self.order {
            Order::Score if self.is_ascending() => summary.score_ascending,
            Order::Score => summary.score,
            Order::Time if self.is_ascending() => {
                subtree.low().map_or(RankKey::HIGHEST, |key| key.position().reversed())
            }
            Order::Time => subtree.high().map_or(RankKey::HIGHEST, TimeKey::position),
            Order::Votes => summary.votes,
            Order::Best => summary.best,
            Order::Controversy => summary.controversy,
            Order::Gravity => self.gravity_bound(subtree),
        }
    }

    /// Returns the least value that an article of a subtree may have, if that is known.
    pub fn least(&self, subtree: Subtree<TimeKey>) -> Option<RankKey> {
        let summary = subtree.summary();
        let known = |top: RankKey| (top.number() < i64::MAX).then(|| top.reversed());
        match self.order {
            Order::Score if self.is_ascending() => known(summary.score),
            Order::Score => known(summary.score_ascending),
            Order::Time if self.is_ascending() => {
                subtree.high().map(|key| key.position().reversed())
            }
            Order::Time => subtree.low().map(TimeKey::position),
            _ => None,
        }
    }

    /// The value of the most votes at the newest time, or at the oldest if they are negative: the
    /// value of a negative number grows as time passes.
    fn gravity_bound(&self, subtree: Subtree<TimeKey>) -> RankKey {
        const SLACK: f64 = 1e-12;
        let most = subtree.summary().votes;
        let numerator = 1e9 * gravity_numerator(most.number() - self.own_votes);
        let value = if numerator == 0.0 {
            return RankKey::new(0, most.id());
        } else if numerator > 0.0 {
            numerator / self.least_denominator(subtree) * (1.0 + SLACK)
        } else {
            let age = subtree.low().map_or(i64::MAX, |low| self.now - low.time());
            numerator / gravity_denominator(age) * (1.0 - SLACK)
        };
        RankKey::new(value.floor() as i64, ArticleId::new(subtree.summary().last_id))
    }

    /// Returns the denominator of the newest time that an article of a subtree may have.
    fn least_denominator(&self, subtree: Subtree<TimeKey>) -> f64 {
        gravity_denominator(subtree.high().map_or(0, |high| self.now - high.time()))
    }
}
