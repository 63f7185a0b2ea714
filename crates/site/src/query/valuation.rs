//! The orders: what the value of an article is, and what it is at most in a part of the table. A new
//! order is a new arm in each function of this file.

use crate::article::Article;
use crate::formula::{
    best, controversy, gravity, gravity_denominator, gravity_numerator, may_be_best,
    may_be_controversial,
};
use crate::maxima::Maxima;
use crate::order::Order;
use crate::ranking::RankKey;
use crate::types::{ArticleId, UnixTime};
use crate::{Direction, Site};

/// An order with what its values depend on.
///
/// Values are compared as positions of which the first article of the listing has the greatest,
/// whatever the direction is.
pub struct Valuation {
    order: Order,
    direction: Direction,
    now: i64,
    /// The votes that every article has from its poster.
    own_votes: i64,
}

impl Valuation {
    pub fn new(site: &Site, order: Order, direction: Direction, now: UnixTime) -> Self {
        let own_votes = i64::from(site.settings.self_vote());
        Self { order, direction, now: now.get(), own_votes }
    }

    /// Returns a position as it is compared, and one that is compared as it was.
    pub fn compared(&self, position: RankKey) -> RankKey {
        if self.is_ascending() { position.reversed() } else { position }
    }

    fn is_ascending(&self) -> bool {
        self.direction == Direction::Ascending
    }

    /// Returns the position of an article, unless it is not above `floor`.
    pub fn above(&self, id: ArticleId, article: &Article, floor: RankKey) -> Option<RankKey> {
        let tally = &article.tally;
        let (up, down) = (tally.upvotes, tally.downvotes);
        let value = match self.order {
            Order::Score => article.score_key(),
            Order::Time => article.time.get(),
            Order::Votes => tally.votes(),
            // A cheap test rules out most articles.
            Order::Best if !may_be_best(up, down, floor.number()) => return None,
            Order::Best => best(up, down).into(),
            Order::Controversy if !may_be_controversial(up, down, floor.number()) => return None,
            Order::Controversy => controversy(up, down) as i64,
            Order::Gravity => gravity(
                tally.votes() - self.own_votes,
                self.now.saturating_sub(article.time.get()),
            ),
        };
        Some(self.compared(RankKey::new(value, id))).filter(|position| *position > floor)
    }

    /// Returns the fewest votes with which an article that was posted at `latest` or before can be
    /// above `floor`.
    pub fn votes_needed(&self, latest: i64, floor: RankKey) -> i64 {
        match self.order {
            Order::Votes => return floor.number(),
            Order::Gravity if floor.number() > 0 => {}
            _ => return i64::MIN,
        }
        let numerator =
            floor.number() as f64 / 1e9 * gravity_denominator(self.now.saturating_sub(latest));
        // The inverse of the power of 0.8, with some slack for rounding.
        let points = (numerator.powf(1.25) * (1.0 - 1e-9)) as i64;
        points.saturating_add(self.own_votes)
    }

    /// Returns the greatest position that an article of a part may have.
    pub fn bound(&self, maxima: &Maxima) -> RankKey {
        match self.order {
            Order::Score if self.is_ascending() => first(maxima.least_score).reversed(),
            Order::Score => maxima.score,
            Order::Time if self.is_ascending() => first(maxima.earliest).reversed(),
            Order::Time => RankKey::new(maxima.latest, maxima.last_id),
            Order::Votes => maxima.votes,
            Order::Best => maxima.best,
            Order::Controversy => maxima.controversy,
            Order::Gravity => self.gravity_bound(maxima),
        }
    }

    /// Returns whether the greatest position that an article of a part may have is that of one.
    pub fn is_bound_exact(&self) -> bool {
        match self.order {
            Order::Votes | Order::Best | Order::Controversy => true,
            Order::Score => !self.is_ascending(),
            Order::Time | Order::Gravity => false,
        }
    }

    /// Returns the least position that an article of a part may have, if that is known.
    pub fn least(&self, maxima: &Maxima) -> RankKey {
        match self.order {
            Order::Score if self.is_ascending() => maxima.score.reversed(),
            Order::Score => first(maxima.least_score),
            Order::Time if self.is_ascending() => {
                RankKey::new(maxima.latest, maxima.last_id).reversed()
            }
            Order::Time => first(maxima.earliest),
            _ => RankKey::LOWEST,
        }
    }

    /// The value of the most votes at the latest time, or at the earliest if they are negative: the
    /// value of negative votes grows as time passes.
    fn gravity_bound(&self, maxima: &Maxima) -> RankKey {
        const SLACK: f64 = 1e-12;
        let most = maxima.votes;
        let numerator = 1e9 * gravity_numerator(most.number().saturating_sub(self.own_votes));
        let value = if numerator == 0.0 {
            return RankKey::new(0, most.id());
        } else if numerator > 0.0 {
            numerator / gravity_denominator(self.now.saturating_sub(maxima.latest)) * (1.0 + SLACK)
        } else {
            numerator / gravity_denominator(self.now.saturating_sub(maxima.earliest))
                * (1.0 - SLACK)
        };
        RankKey::new(value.floor() as i64, maxima.last_id)
    }
}

/// Returns the lowest position that an article can have at a number.
fn first(number: i64) -> RankKey {
    RankKey::new(number, ArticleId::new(0))
}
