//! Where an article is in an order.

use crate::terms::types::ItemId;

/// The position of an article in a ranking: 12 bytes, where an `i64` and a `u32` would take 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    // In this order, the two lower parts are one load on most machines.
    id: u32,
    low: u32,
    high: u32,
}

const SIGN: u64 = 1 << 63;

impl Position {
    /// The lowest position.
    pub const LOWEST: Self = Self { high: 0, low: 0, id: 0 };
    /// The highest position.
    pub const HIGHEST: Self = Self { high: u32::MAX, low: u32::MAX, id: u32::MAX };

    /// Returns the position of an article at a number.
    pub const fn new(number: i64, id: ItemId) -> Self {
        // With the sign bit flipped, bits compare as the numbers do.
        let bits = number as u64 ^ SIGN;
        Self { high: (bits >> 32) as u32, low: bits as u32, id: id.get() }
    }

    /// Returns the first position at a number.
    pub const fn first(number: i64) -> Self {
        Self::new(number, ItemId::new(0))
    }

    /// Returns the first position past those at a number.
    pub fn past(number: i64) -> Self {
        Self::first(number.saturating_add(1))
    }

    /// Returns a stand-in for the position that compares the other way round.
    pub fn reversed(self) -> Self {
        Self::new(self.number().saturating_neg(), self.id().complement())
    }

    /// Returns the next position.
    pub fn successor(self) -> Self {
        match self.id.checked_add(1) {
            Some(id) => Self { id, ..self },
            None => Self::past(self.number()),
        }
    }

    /// Returns the number.
    pub fn number(self) -> i64 {
        (self.bits() ^ SIGN) as i64
    }

    /// Returns the article.
    pub fn id(self) -> ItemId {
        ItemId::new(self.id)
    }

    fn bits(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }

    /// Returns the key as one integer, which a processor compares without a branch.
    fn as_integer(self) -> u128 {
        let lower = u64::from(self.low) << 32 | u64::from(self.id);
        u128::from(self.high) << 64 | u128::from(lower)
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_integer().cmp(&other.as_integer())
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        self.as_integer() < other.as_integer()
    }

    fn le(&self, other: &Self) -> bool {
        self.as_integer() <= other.as_integer()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_takes_twelve_bytes() {
        assert_eq!(size_of::<Position>(), 12);
    }
}
