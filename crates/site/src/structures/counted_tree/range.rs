//! Iteration over consecutive ranks.

use super::{CountedTree, Direction};

/// An iterator over keys of consecutive ranks; see [`CountedTree::range`].
#[derive(Debug)]
pub struct Range<'a, K> {
    pub(super) tree: &'a CountedTree<K>,
    pub(super) direction: Direction,
    pub(super) rank: usize,
    pub(super) left: usize,
    pub(super) leaf: &'a [K],
    pub(super) at: usize,
}

impl<'a, K: Ord + Clone> Iterator for Range<'a, K> {
    type Item = &'a K;

    fn next(&mut self) -> Option<&'a K> {
        self.left = self.left.checked_sub(1)?;
        if self.at >= self.leaf.len() {
            (self.leaf, self.at) = self.tree.leaf_at(self.rank)?;
        }
        let key = self.leaf.get(self.at)?;
        // A step before the leaf's first key wraps to an index past its end, so that the next key
        // is looked up by rank.
        (self.rank, self.at) = match self.direction {
            Direction::Ascending => (self.rank + 1, self.at + 1),
            Direction::Descending => (self.rank.wrapping_sub(1), self.at.wrapping_sub(1)),
        };
        Some(key)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K: Ord + Clone> ExactSizeIterator for Range<'_, K> {}
