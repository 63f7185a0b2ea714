//! Articles in the order of a number (a score, a time, the end of voting) and, where it is equal,
//! of their ids.

use crate::orders::position::Position;
use crate::orders::ranking_keys::RankingKeys;
use crate::structures::counted_tree::{CountedTree, Direction, Range};
use crate::terms::types::ItemId;

/// A set of articles ordered by [`Position`], with access by rank.
#[derive(Clone, Debug, Default)]
pub struct Ranking(CountedTree<RankingKeys>);

/// An iterator over positions of consecutive ranks.
pub type Walk<'a> = Range<'a, RankingKeys>;

impl FromIterator<Position> for Ranking {
    fn from_iter<I: IntoIterator<Item = Position>>(keys: I) -> Self {
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
    pub fn insert(&mut self, key: Position) -> bool {
        self.0.insert(key)
    }

    /// Removes an article. Returns false if it is not at that position.
    pub fn remove(&mut self, key: Position) -> bool {
        self.0.remove(&key)
    }

    /// Moves an article. Returns false, and changes nothing, if it is not at `from` or already at
    /// `to`.
    pub fn reposition(&mut self, from: Position, to: Position) -> bool {
        self.0.replace(&from, to)
    }

    /// Returns whether an article is at that position.
    pub fn contains(&self, key: Position) -> bool {
        self.find(key).is_some()
    }

    /// Returns how many positions are before an article's in ascending order, or None if the
    /// article is not at that position.
    pub fn find(&self, key: Position) -> Option<usize> {
        let rank = self.0.rank(&key);
        let found = self.0.range(rank, 1, Direction::Ascending).next();
        (found == Some(key)).then_some(rank)
    }

    /// Returns the lowest position.
    pub fn first(&self) -> Option<Position> {
        self.0.first()
    }

    /// Returns the highest position.
    pub fn last(&self) -> Option<Position> {
        self.range(0, 1, Direction::Descending).next()
    }

    /// Returns how many articles are at a number above the given one.
    pub fn count_above(&self, number: i64) -> usize {
        self.len() - self.0.rank(&Position::past(number))
    }

    /// Returns the articles at a number above the given one, lowest first.
    pub fn above(&self, number: i64) -> impl Iterator<Item = ItemId> {
        let skip = self.len() - self.count_above(number);
        self.range(skip, usize::MAX, Direction::Ascending).map(|key| key.id())
    }

    /// Returns at most `limit` positions, after the first `skip` in the given direction.
    pub fn range(&self, skip: usize, limit: usize, direction: Direction) -> Walk<'_> {
        self.0.range(skip, limit, direction)
    }

    /// Returns how many positions are before this one in ascending order.
    pub fn rank(&self, key: Position) -> usize {
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

    fn position(number: i64, id: u32) -> Position {
        Position::new(number, ItemId::new(id))
    }

    #[test]
    fn orders_by_number_then_id_across_the_sign() {
        let positions =
            [(-5, 9), (-5, 10), (0, 3), (i64::MIN, 1), (i64::MAX, 2), (7, 100), (7, 9)];
        let mut ranking = Ranking::default();
        for (number, id) in positions {
            assert_eq!(
                (position(number, id).number(), position(number, id).id().get()),
                (number, id)
            );
            assert!(ranking.insert(position(number, id)));
            assert!(!ranking.insert(position(number, id)));
        }
        let up: Vec<u32> =
            ranking.range(0, 10, Direction::Ascending).map(|key| key.id().get()).collect();
        assert_eq!(up, [1, 9, 10, 3, 9, 100, 2]);
        let mut down: Vec<u32> =
            ranking.range(0, 10, Direction::Descending).map(|key| key.id().get()).collect();
        down.reverse();
        assert_eq!(up, down);
        assert_eq!(ranking.first(), Some(position(i64::MIN, 1)));
        assert_eq!(ranking.count_above(-5), 4);
        assert!(ranking.contains(position(7, 9)));
        assert!(!ranking.contains(position(7, 10)));
    }
}
