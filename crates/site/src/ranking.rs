//! The order of articles by a number (score, time, or when voting closes) and, where it is equal,
//! by id.

use crate::counted_tree::{CountedTree, Direction};
use crate::types::ArticleId;

/// Articles in the order of (number, id), with access by rank.
#[derive(Clone, Debug, Default)]
pub struct Ranking(CountedTree<RankKey>);

/// One article's place: 12 bytes, where a pair of `i64` and `u32` would take 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RankKey {
    high: u32,
    low: u32,
    id: u32,
}

const SIGN: u64 = 1 << 63;

impl RankKey {
    fn new(number: i64, id: ArticleId) -> Self {
        // With the sign flipped, the bits are in the order of the numbers.
        let bits = number as u64 ^ SIGN;
        Self { high: (bits >> 32) as u32, low: bits as u32, id: id.get() }
    }

    fn bits(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }

    fn number(self) -> i64 {
        (self.bits() ^ SIGN) as i64
    }
}

impl RankKey {
    /// All three numbers as one, which a processor compares without a branch.
    fn order(self) -> u128 {
        u128::from(self.bits()) << 32 | u128::from(self.id)
    }
}

impl Ord for RankKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for RankKey {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        self.order() < other.order()
    }

    fn le(&self, other: &Self) -> bool {
        self.order() <= other.order()
    }
}

impl FromIterator<(i64, ArticleId)> for Ranking {
    fn from_iter<I: IntoIterator<Item = (i64, ArticleId)>>(articles: I) -> Self {
        let places = articles.into_iter().map(|(number, id)| RankKey::new(number, id));
        Self(CountedTree::from_keys(places.collect()))
    }
}

impl Ranking {
    /// The number of articles.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no article is ranked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ranks an article. False if it was ranked at that number already.
    pub fn insert(&mut self, number: i64, id: ArticleId) -> bool {
        self.0.insert(RankKey::new(number, id))
    }

    /// Takes an article out. False if it was not ranked at that number.
    pub fn remove(&mut self, number: i64, id: ArticleId) -> bool {
        self.0.remove(&RankKey::new(number, id))
    }

    /// Moves an article from one number to another. False, and nothing changed, if it was not ranked
    /// at the first, or was at the second already.
    pub fn reposition(&mut self, from: i64, to: i64, id: ArticleId) -> bool {
        self.0.replace(&RankKey::new(from, id), RankKey::new(to, id))
    }

    /// Whether the article is ranked at that number.
    pub fn contains(&self, number: i64, id: ArticleId) -> bool {
        let place = RankKey::new(number, id);
        let rank = self.0.rank(&place);
        self.0.range(rank, 1, Direction::Ascending).next() == Some(&place)
    }

    /// The article ranked lowest, with its number.
    pub fn first(&self) -> Option<(i64, ArticleId)> {
        self.0.first().map(|place| (place.number(), ArticleId::new(place.id)))
    }

    /// How many articles are ranked at a number above the given one.
    pub fn count_above(&self, number: i64) -> usize {
        self.len() - self.0.rank(&RankKey::new(number.saturating_add(1), ArticleId::new(0)))
    }

    /// Articles ranked above the given number, lowest first.
    pub fn above(&self, number: i64) -> impl Iterator<Item = ArticleId> {
        let skip = self.len() - self.count_above(number);
        self.range(skip, usize::MAX, Direction::Ascending)
    }

    /// At most `limit` articles, after the first `skip` in the given direction.
    pub fn range(
        &self,
        skip: usize,
        limit: usize,
        direction: Direction,
    ) -> impl ExactSizeIterator<Item = ArticleId> {
        self.0.range(skip, limit, direction).map(|place| ArticleId::new(place.id))
    }

    /// Checks the tree that carries the ranking.
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

    #[test]
    fn orders_by_number_then_id_across_the_sign() {
        let mut ranking = Ranking::default();
        let places = [(-5, 9), (-5, 10), (0, 3), (i64::MIN, 1), (i64::MAX, 2), (7, 100), (7, 9)];
        for (number, id) in places {
            assert!(ranking.insert(number, ArticleId::new(id)));
        }
        let up: Vec<u32> =
            ranking.range(0, 10, Direction::Ascending).map(ArticleId::get).collect();
        assert_eq!(up, [1, 9, 10, 3, 9, 100, 2]);
        let mut down: Vec<u32> =
            ranking.range(0, 10, Direction::Descending).map(ArticleId::get).collect();
        down.reverse();
        assert_eq!(up, down);
        assert_eq!(ranking.first().map(|(n, id)| (n, id.get())), Some((i64::MIN, 1)));
        assert_eq!(ranking.count_above(-5), 4);
        assert!(ranking.contains(7, ArticleId::new(9)));
        assert!(!ranking.contains(7, ArticleId::new(10)));
    }

    #[test]
    fn a_place_takes_twelve_bytes() {
        assert_eq!(size_of::<RankKey>(), 12);
    }
}
