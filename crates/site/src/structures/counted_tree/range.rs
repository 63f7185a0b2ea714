//! Iteration over consecutive ranks.

use super::{CountedTree, Direction, Keys};

/// An iterator over keys of consecutive ranks; see [`CountedTree::range`].
#[derive(Debug)]
pub struct Range<'a, K: Keys> {
    pub(super) tree: &'a CountedTree<K>,
    pub(super) direction: Direction,
    pub(super) rank: usize,
    pub(super) left: usize,
    pub(super) leaf: Option<&'a K>,
    pub(super) at: usize,
}

impl<K: Keys> Range<'_, K> {
    /// Returns how many keys are less than the next one.
    pub fn rank(&self) -> usize {
        self.rank
    }
}

impl<'a, K: Keys> Iterator for Range<'a, K> {
    type Item = K::Item<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let key = match self.leaf.and_then(|leaf| leaf.get(self.at)) {
            Some(key) => key,
            None => {
                let (leaf, at) = self.tree.leaf_at(self.rank)?;
                (self.leaf, self.at) = (Some(leaf), at);
                leaf.get(at)?
            }
        };
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

impl<K: Keys> ExactSizeIterator for Range<'_, K> {}
