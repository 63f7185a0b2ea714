//! The values of articles as a query compares them, and bounds on the values in a part of the
//! table.

use std::cell::Cell;

use crate::item::PIN;
use crate::item::tally::Tally;
use crate::orders::position::Position;
use crate::orders::summary::{Facts, Maxima};
use crate::orders::{Measure, Order, Rule};
use crate::structures::counted_tree::Direction;
use crate::terms::formula::{
    floor, gravity, gravity_denominator, gravity_denominator_at_least,
    gravity_denominator_at_most, gravity_numerator, may_be_gravity, points_needed,
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

    /// Returns the position of an article or comment, if it is above `floor` and `is_wanted`
    /// agrees, which is asked late, but before a power is computed.
    #[inline]
    pub fn above(
        &self,
        facts: &Facts,
        floor: Position,
        is_wanted: impl FnOnce() -> bool,
    ) -> Option<Position> {
        let value = match self.rule {
            // In ascending order, the floor is reversed, and only cheap measures are ascending.
            Rule::Measure(measure) if !measure.may_reach(facts, floor.number()) => return None,
            Rule::Measure(measure) => {
                let position = self.compared(Position::new(measure.of(facts), facts.id));
                return (position > floor && is_wanted()).then_some(position);
            }
            Rule::Gravity(start) => {
                let points = Measure::Votes.of(facts) - self.own_votes;
                let age = self.now.saturating_sub(start.of(facts));
                let least = floor.number().saturating_sub(facts.pin);
                if !may_be_gravity(points, age, least) || !is_wanted() {
                    return None;
                }
                gravity(points, age) + facts.pin
            }
        };
        Some(Position::new(value, facts.id)).filter(|position| *position > floor)
    }

    /// Returns the counts that an article of a part needs at least to be above `floor`.
    pub fn needed(&self, maxima: &Maxima, floor: Position) -> Needed {
        let value = floor.number();
        match self.rule {
            Rule::Measure(measure) => measure.needed(value),
            Rule::Gravity(start) if value > pin_of(maxima) => {
                let value = value - pin_of(maxima);
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
            Rule::Gravity(start) => {
                let (value, last) = self.gravity_bound(maxima, start);
                Position::new(value + pin_of(maxima), last)
            }
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
            Rule::Gravity(_) if maxima.has_pinned() => Some(maxima.greatest(Measure::Score).id()),
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

    /// Returns the value of the most votes at the latest time or, if even these are negative, at
    /// the earliest, and the last id that an article of that value may have. Ignores pins.
    fn gravity_bound(&self, maxima: &Maxima, start: Measure) -> (i64, ItemId) {
        const SLACK: f64 = 1e-12;
        const ANY: ItemId = ItemId::new(ItemId::MAX);
        let most = maxima.greatest(Measure::Votes);
        let points = most.number().saturating_sub(self.own_votes);
        let numerator = 1e9 * gravity_numerator(points);
        if numerator == 0.0 {
            return (0, most.id());
        }
        let is_negative = numerator < 0.0;
        let latest = maxima.greatest(start).number();
        let start = if is_negative { maxima.earliest.number() } else { latest };
        let age = self.now.saturating_sub(start);
        let Some(denominator) = self.denominator_seen_twice(age) else {
            let value = match is_negative {
                true => numerator / gravity_denominator_at_most(age) * (1.0 - SLACK),
                false => numerator / gravity_denominator_at_least(age) * (1.0 + SLACK),
            };
            return (floor(value), ANY);
        };
        let value = floor(numerator / denominator);
        let fewer = 1e9 * gravity_numerator(points.saturating_sub(1));
        // With fewer votes, none has the value.
        (value, if floor(fewer / denominator) < value { most.id() } else { ANY })
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

/// Returns what a pin adds to the values of a part of the table, if an article of it is pinned.
fn pin_of(maxima: &Maxima) -> i64 {
    if maxima.has_pinned() { PIN } else { 0 }
}
