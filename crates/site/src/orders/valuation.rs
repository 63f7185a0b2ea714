//! The values of articles as a query compares them, and bounds on the values in a part of the
//! table.

use crate::item::tally::Tally;
use crate::orders::position::Position;
use crate::orders::summary::{Facts, Maxima};
use crate::orders::{Measure, Order, Rule};
use crate::structures::counted_tree::Direction;
use crate::terms::formula::{
    floor, gravity, gravity_denominator_at_least, gravity_numerator, may_be_gravity, points_needed,
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
}

impl Valuation {
    pub fn new(order: Order, direction: Direction, now: UnixTime, own_votes: i64) -> Self {
        Self { rule: order.rule(), direction, now: now.get(), own_votes }
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
                Some(least) => first(least).reversed(),
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

    /// Returns the least position that an article of a part may have, if it is known.
    pub fn least(&self, maxima: &Maxima) -> Position {
        match self.rule {
            Rule::Measure(measure) if self.is_ascending() => maxima.greatest(measure).reversed(),
            Rule::Measure(measure) => measure.least(maxima).map_or(Position::LOWEST, first),
            Rule::Gravity(_) => Position::LOWEST,
        }
    }

    /// Returns the value of the most votes at the latest time, or the greatest negative value if
    /// the votes are negative.
    fn gravity_bound(&self, maxima: &Maxima, start: Measure) -> Position {
        const SLACK: f64 = 1e-12;
        let most = maxima.greatest(Measure::Votes);
        let numerator = 1e9 * gravity_numerator(most.number().saturating_sub(self.own_votes));
        if numerator == 0.0 {
            return Position::new(0, most.id());
        }
        let value = if numerator > 0.0 {
            let age = self.now.saturating_sub(maxima.greatest(start).number());
            floor(numerator / gravity_denominator_at_least(age) * (1.0 + SLACK))
        } else {
            -1
        };
        Position::new(value, ItemId::new(ItemId::MAX))
    }
}

/// Returns the lowest position that an article can have at a number.
fn first(number: i64) -> Position {
    Position::new(number, ItemId::new(0))
}
