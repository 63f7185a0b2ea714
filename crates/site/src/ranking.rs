//! Articles in the order of a number (a score, a time, the end of voting) and, where it is equal,
//! of their ids.

use crate::counted_tree::{CountedTree, Direction, Range};
use crate::types::ArticleId;

/// A set of articles ordered by [`RankKey`], with access by rank.
#[derive(Clone, Debug, Default)]
pub struct Ranking(CountedTree<RankKey>);

/// The position of an article in a ranking: 12 bytes, where an `i64` and a `u32` would take 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankKey {
    high: u32,
    low: u32,
    id: u32,
}

const SIGN: u64 = 1 << 63;

impl RankKey {
    /// The lowest position.
    pub const LOWEST: Self = Self { high: 0, low: 0, id: 0 };

    /// Returns the position of an article at a number.
    pub fn new(number: i64, id: ArticleId) -> Self {
        // With the sign bit flipped, bits compare as the numbers do.
        let bits = number as u64 ^ SIGN;
        Self { high: (bits >> 32) as u32, low: bits as u32, id: id.get() }
    }

    /// Returns the first position past those at a number.
    fn past(number: i64) -> Self {
        Self::new(number.saturating_add(1), ArticleId::new(0))
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
    pub fn id(self) -> ArticleId {
        ArticleId::new(self.id)
    }

    fn bits(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }

    /// Returns the key as one integer, which a processor compares without a branch.
    fn as_integer(self) -> u128 {
        u128::from(self.bits()) << 32 | u128::from(self.id)
    }
}

impl Ord for RankKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_integer().cmp(&other.as_integer())
    }
}

impl PartialOrd for RankKey {
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

impl FromIterator<RankKey> for Ranking {
    fn from_iter<I: IntoIterator<Item = RankKey>>(keys: I) -> Self {
        Self(CountedTree::from_keys(keys.into_iter().collect()))
    }
}

impl Ranking {
    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no article is ranked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Inserts an article. Returns false if it is at that position already.
    pub fn insert(&mut self, key: RankKey) -> bool {
        self.0.insert(key)
    }

    /// Removes an article. Returns false if it is not at that position.
    pub fn remove(&mut self, key: RankKey) -> bool {
        self.0.remove(&key)
    }

    /// Moves an article. Returns false, and changes nothing, if it is not at `from` or already at
    /// `to`.
    pub fn reposition(&mut self, from: RankKey, to: RankKey) -> bool {
        self.0.replace(&from, to)
    }

    /// Returns whether an article is at that position.
    pub fn contains(&self, key: RankKey) -> bool {
        self.find(key).is_some()
    }

    /// Returns how many positions are before an article's in ascending order, or None if the
    /// article is not at that position.
    pub fn find(&self, key: RankKey) -> Option<usize> {
        let rank = self.0.rank(&key);
        let found = self.0.range(rank, 1, Direction::Ascending).next();
        (found == Some(&key)).then_some(rank)
    }

    /// Returns the lowest position.
    pub fn first(&self) -> Option<RankKey> {
        self.0.first().copied()
    }

    /// Returns the highest position.
    pub fn last(&self) -> Option<RankKey> {
        self.range(0, 1, Direction::Descending).next().copied()
    }

    /// Returns how many articles are at a number above the given one.
    pub fn count_above(&self, number: i64) -> usize {
        self.len() - self.0.rank(&RankKey::past(number))
    }

    /// Returns the articles at a number above the given one, lowest first.
    pub fn above(&self, number: i64) -> impl Iterator<Item = ArticleId> {
        let skip = self.len() - self.count_above(number);
        self.range(skip, usize::MAX, Direction::Ascending).map(|key| key.id())
    }

    /// Returns at most `limit` positions, after the first `skip` in the given direction.
    pub fn range(&self, skip: usize, limit: usize, direction: Direction) -> Range<'_, RankKey> {
        self.0.range(skip, limit, direction)
    }

    /// Returns how many positions are before this one in ascending order.
    pub fn rank(&self, key: RankKey) -> usize {
        self.0.rank(&key)
    }

    /// Checks the tree below the ranking.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.0.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: i64, id: u32) -> RankKey {
        RankKey::new(number, ArticleId::new(id))
    }

    #[test]
    fn orders_by_number_then_id_across_the_sign() {
        let positions =
            [(-5, 9), (-5, 10), (0, 3), (i64::MIN, 1), (i64::MAX, 2), (7, 100), (7, 9)];
        let mut ranking = Ranking::default();
        for (number, id) in positions {
            assert_eq!((key(number, id).number(), key(number, id).id().get()), (number, id));
            assert!(ranking.insert(key(number, id)));
            assert!(!ranking.insert(key(number, id)));
        }
        let up: Vec<u32> =
            ranking.range(0, 10, Direction::Ascending).map(|key| key.id().get()).collect();
        assert_eq!(up, [1, 9, 10, 3, 9, 100, 2]);
        let mut down: Vec<u32> =
            ranking.range(0, 10, Direction::Descending).map(|key| key.id().get()).collect();
        down.reverse();
        assert_eq!(up, down);
        assert_eq!(ranking.first(), Some(key(i64::MIN, 1)));
        assert_eq!(ranking.count_above(-5), 4);
        assert!(ranking.contains(key(7, 9)));
        assert!(!ranking.contains(key(7, 10)));
    }

    #[test]
    fn a_key_takes_twelve_bytes() {
        assert_eq!(size_of::<RankKey>(), 12);
    }
}
