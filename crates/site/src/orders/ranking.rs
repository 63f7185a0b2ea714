//! Articles in the order of a number (a score, a time, the end of voting) and, where it is equal,
//! of their ids.

use crate::orders::position::Position;
use crate::orders::ranking_keys::RankingKeys;
use crate::structures::counted_tree::{CountedTree, Range};
use crate::terms::types::ItemId;

/// A set of articles ordered by [`Position`], with access by rank.
pub type Ranking = CountedTree<RankingKeys>;

/// An iterator over positions of consecutive ranks.
pub type Walk<'a> = Range<'a, RankingKeys>;

impl FromIterator<Position> for Ranking {
    fn from_iter<I: IntoIterator<Item = Position>>(positions: I) -> Self {
        Self::from_keys(positions.into_iter().collect())
    }
}

impl Ranking {
    /// Returns whether an article is at that position.
    pub fn contains(&self, position: Position) -> bool {
        self.find(position).is_some()
    }

    /// Returns how many positions are before an article's in ascending order, or None if the
    /// article is not at that position.
    pub fn find(&self, position: Position) -> Option<usize> {
        let range = self.range_from(&position);
        let rank = range.rank();
        range.take(1).any(|found| found == position).then_some(rank)
    }

    /// Returns how many articles are at a number above the given one.
    pub fn count_above(&self, number: i64) -> usize {
        self.len() - self.rank(&Position::past(number))
    }

    /// Returns the articles at a number above the given one, lowest first.
    pub fn above(&self, number: i64) -> impl Iterator<Item = ItemId> {
        self.range_from(&Position::past(number)).map(Position::id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::counted_tree::Direction;

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
