//! The values of articles as a query compares them, and bounds on the values in a part of the
//! table.

use std::cell::Cell;

use crate::item::tally::Tally;
use crate::orders::position::Position;
use crate::orders::summary::{Facts, Maxima};
use crate::orders::{Measure, Order, Rule};
use crate::structures::counted_tree::Direction;
use crate::terms::formula::{
    floor, gravity, gravity_denominator, gravity_denominator_at_least, gravity_numerator,
    may_be_gravity, points_needed,
};
use crate::terms::types::{ItemId, UnixTime};

/// The counts that an article needs at least. They rule out most articles.
#[derive(Clone, Copy, Debug)]
pub struct Needed {
    /// Upvotes less downvotes.
    pub votes: i64,
    /// The number of upvotes.
    pub upvotes: u32,
    /// The number of downvotes.
    pub downvotes: u32,
}

impl Default for Needed {
    fn default() -> Self {
        Self { votes: i64::MIN, upvotes: 0, downvotes: 0 }
    }
}

impl Needed {
    /// Returns whether an article has them.
    pub fn are_met_by(&self, tally: &Tally) -> bool {
        let Self { votes, upvotes, downvotes } = *self;
        tally.votes() >= votes && tally.upvotes >= upvotes && tally.downvotes >= downvotes
    }
}

/// An order with all that its values depend on.
///
/// Positions are compared so that the first article of the listing has the greatest, in either
/// direction.
pub struct Valuation {
    rule: Rule,
    direction: Direction,
    now: i64,
    /// The votes that every article has from its poster.
    own_votes: i64,
    /// The age of which a bound of GRAVITY was last computed, and its
    /// [denominator](gravity_denominator) if the age was seen twice in a row.
    last_age: Cell<(i64, Option<f64>)>,
}

impl Valuation {
    pub fn new(order: Order, direction: Direction, now: UnixTime, own_votes: i64) -> Self {
        let last_age = Cell::new((i64::MIN, None));
        Self { rule: order.rule(), direction, now: now.get(), own_votes, last_age }
    }

    /// Reverses a position if the listing is ascending. Applying it twice restores the position.
    pub fn compared(&self, position: Position) -> Position {
        if self.is_ascending() { position.reversed() } else { position }
    }

    fn is_ascending(&self) -> bool {
        self.direction == Direction::Ascending
    }

    /// Returns the position of an article or comment, unless it is not above `floor`.
    pub fn above(&self, facts: &Facts, floor: Position) -> Option<Position> {
        let value = match self.rule {
            // In ascending order, the floor is reversed, and only cheap measures are ascending.
            Rule::Measure(measure) if !measure.may_reach(facts, floor.number()) => return None,
            Rule::Measure(measure) => measure.of(facts),
            Rule::Gravity(start) => {
                let points = Measure::Votes.of(facts) - self.own_votes;
                let age = self.now.saturating_sub(start.of(facts));
                if !may_be_gravity(points, age, floor.number().saturating_sub(facts.pin)) {
                    return None;
                }
                gravity(points, age) + facts.pin
            }
        };
        Some(self.compared(Position::new(value, facts.id))).filter(|position| *position > floor)
    }

    /// Returns the counts that an article of a part needs at least to be above `floor`.
    pub fn needed(&self, maxima: &Maxima, floor: Position) -> Needed {
        let value = floor.number();
        match self.rule {
            Rule::Measure(measure) => measure.needed(value),
            Rule::Gravity(start) if value > 0 && !maxima.has_pinned() => {
                let age = self.now.saturating_sub(maxima.greatest(start).number());
                let points = points_needed(value as f64 / 1e9 * gravity_denominator_at_least(age));
                Needed { votes: points.saturating_add(self.own_votes), ..Needed::default() }
            }
            Rule::Gravity(_) => Needed::default(),
        }
    }

    /// Returns the greatest position that an article of a part may have.
    pub fn bound(&self, maxima: &Maxima) -> Position {
        match self.rule {
            Rule::Measure(measure) if self.is_ascending() => match measure.least(maxima) {
                Some(least) => least.reversed(),
                None => Position::HIGHEST,
            },
            Rule::Measure(measure) => maxima.greatest(measure),
            Rule::Gravity(_) if maxima.has_pinned() => Position::HIGHEST,
            Rule::Gravity(start) => self.gravity_bound(maxima, start),
        }
    }

    /// Returns whether an article has the greatest position that an article of a part may have.
    pub fn is_bound_exact(&self) -> bool {
        matches!(self.rule, Rule::Measure(_)) && !self.is_ascending()
    }

    /// Returns the article of a part that probably has the greatest position, where
    /// [`Valuation::bound`] is not exact.
    pub fn probable_best(&self, maxima: &Maxima) -> Option<ItemId> {
        match self.rule {
            Rule::Measure(_) => None,
            Rule::Gravity(_) => Some(maxima.greatest(Measure::Votes).id()),
        }
    }

    /// Returns the least position that an article of a part may have, if it is known.
    pub fn least(&self, maxima: &Maxima) -> Position {
        match self.rule {
            Rule::Measure(measure) if self.is_ascending() => maxima.greatest(measure).reversed(),
            Rule::Measure(measure) => measure.least(maxima).unwrap_or(Position::LOWEST),
            Rule::Gravity(_) => Position::LOWEST,
        }
    }

    /// Returns the value of the most votes at the latest time, or the greatest negative value if
    /// the votes are negative.
    fn gravity_bound(&self, maxima: &Maxima, start: Measure) -> Position {
        const SLACK: f64 = 1e-12;
        let most = maxima.greatest(Measure::Votes);
        let points = most.number().saturating_sub(self.own_votes);
        let numerator = 1e9 * gravity_numerator(points);
        if numerator == 0.0 {
            return Position::new(0, most.id());
        }
        if numerator < 0.0 {
            return Position::new(-1, ItemId::new(ItemId::MAX));
        }
        let age = self.now.saturating_sub(maxima.greatest(start).number());
        let Some(denominator) = self.denominator_seen_twice(age) else {
            let value = floor(numerator / gravity_denominator_at_least(age) * (1.0 + SLACK));
            return Position::new(value, ItemId::new(ItemId::MAX));
        };
        let value = floor(numerator / denominator);
        let fewer = 1e9 * gravity_numerator(points.saturating_sub(1));
        // With fewer votes, none has the value.
        let last =
            if floor(fewer / denominator) < value { most.id() } else { ItemId::new(ItemId::MAX) };
        Position::new(value, last)
    }

    /// Returns the denominator of GRAVITY at an age if that was the last age, too. Many articles
    /// of the same second have the same value, and only an exact bound excludes parts of them.
    fn denominator_seen_twice(&self, age: i64) -> Option<f64> {
        let (last, denominator) = self.last_age.get();
        let denominator =
            (last == age).then(|| denominator.unwrap_or_else(|| gravity_denominator(age)));
        self.last_age.set((age, denominator));
        denominator
    }
}
