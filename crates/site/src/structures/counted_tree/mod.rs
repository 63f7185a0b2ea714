//! An order-statistic B+ tree: an ordered set whose inner nodes count the keys below each child,
//! so that ranks are found in O(log n).
//!
//! Invariants: all leaves are at the same depth; separators are in order; a key of child `i` is
//! at least `separators[i]` (for `i` > 0) and less than `separators[i + 1]`; `counts[i]` is the
//! number of keys below child `i`; no node but the root is empty. No node has more than 64
//! entries, so that every step allocates and moves a bounded number of bytes, however large the
//! set is.

mod check;
mod keys;
mod leaf;
mod node;
mod range;
#[cfg(test)]
mod tests;

pub use keys::Keys;
use node::{Inner, Insertion, Node};
pub use range::Range;

/// An ordered set with access by rank, whose nodes store their keys in a `K`, such as a vector.
/// All operations take O(log n).
#[derive(Clone, Debug)]
pub struct CountedTree<K: Keys> {
    root: Node<K>,
}

/// The direction of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Lowest first.
    Ascending,
    /// Highest first.
    #[default]
    Descending,
}

impl<K: Keys> Default for CountedTree<K> {
    fn default() -> Self {
        Self { root: Node::empty() }
    }
}

impl<K: Keys> CountedTree<K> {
    /// Builds the set of these keys, faster than by inserting them one by one.
    pub fn from_keys(mut keys: Vec<K::Key>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        Self { root: Node::from_sorted(&keys) }
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.root.len()
    }

    /// Returns whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Inserts a key. Returns false if it is there already.
    pub fn insert(&mut self, key: K::Key) -> bool {
        let insertion = self.root.insert(key, true);
        self.root_inserted(insertion)
    }

    /// Removes a key. Returns false if it is not there.
    pub fn remove(&mut self, key: &K::Key) -> bool {
        let removed = self.root.remove(key);
        self.lower_root();
        removed
    }

    /// Removes `old` and inserts `new`, cheaper than in two steps. Returns false, and changes
    /// nothing, if `old` is not there or `new` already is.
    pub fn replace(&mut self, old: &K::Key, new: K::Key) -> bool {
        let insertion = self.root.replace(old, new, true);
        let replaced = self.root_inserted(insertion);
        self.lower_root();
        replaced
    }

    /// Returns how many keys are less than `key`.
    pub fn rank(&self, key: &K::Key) -> usize {
        self.range_from(key).rank
    }

    /// Returns the keys that are not less than `key`, in ascending order.
    pub fn range_from(&self, key: &K::Key) -> Range<'_, K> {
        let (mut rank, mut node) = (0, &self.root);
        let (leaf, at) = loop {
            match node {
                Node::Leaf(leaf) => break (Some(leaf), leaf.rank(key)),
                Node::Inner(inner) => {
                    let child = inner.child_for(key);
                    rank += inner.counts.iter().take(child).map(|&n| n as usize).sum::<usize>();
                    match inner.children.get(child) {
                        Some(next) => node = next,
                        None => break (None, 0),
                    }
                }
            }
        };
        let (rank, direction) = (rank + at, Direction::Ascending);
        Range { tree: self, direction, rank, left: self.len() - rank, leaf, at }
    }

    /// Returns the lowest key.
    pub fn first(&self) -> Option<K::Item<'_>> {
        self.range(0, 1, Direction::Ascending).next()
    }

    /// Returns the highest key.
    pub fn last(&self) -> Option<K::Item<'_>> {
        self.range(0, 1, Direction::Descending).next()
    }

    /// Returns at most `limit` keys, after the first `skip` in the given direction.
    pub fn range(&self, skip: usize, limit: usize, direction: Direction) -> Range<'_, K> {
        let len = self.len();
        let left = len.saturating_sub(skip).min(limit);
        let rank = match direction {
            Direction::Ascending => skip,
            Direction::Descending => len.wrapping_sub(skip).wrapping_sub(1),
        };
        Range { tree: self, direction, rank, left, leaf: None, at: 0 }
    }

    /// Returns the leaf that holds the key of that rank, and the key's index in it.
    fn leaf_at(&self, mut rank: usize) -> Option<(&K, usize)> {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(leaf) => return (rank < leaf.len()).then_some((leaf, rank)),
                Node::Inner(inner) => {
                    let mut child = 0;
                    for &count in &inner.counts {
                        if rank < count as usize {
                            break;
                        }
                        rank -= count as usize;
                        child += 1;
                    }
                    node = inner.children.get(child)?;
                }
            }
        }
    }

    /// Adds a level if the root was split. Returns whether the key was inserted.
    fn root_inserted(&mut self, insertion: Insertion<K>) -> bool {
        match insertion {
            Insertion::Refused => false,
            Insertion::Done => true,
            Insertion::Split(separator, right) => {
                let left = std::mem::replace(&mut self.root, Node::empty());
                let (left_len, right_len) = (left.len(), right.len());
                self.root = Node::Inner(Box::new(Inner {
                    len: left_len + right_len,
                    separators: K::of(&[left.lowest().unwrap_or(separator.clone()), separator]),
                    counts: vec![left_len as u32, right_len as u32],
                    children: vec![left, right],
                }));
                true
            }
        }
    }

    /// Frees the levels that are no longer needed, and the memory of a tree that is empty.
    fn lower_root(&mut self) {
        while let Node::Inner(inner) = &mut self.root
            && inner.children.len() <= 1
        {
            self.root = inner.children.pop().unwrap_or(Node::empty());
        }
        if let Node::Leaf(leaf) = &self.root
            && leaf.is_empty()
        {
            self.root = Node::empty();
        }
    }

    /// Checks the invariants in the module's documentation.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.root.check(None, None).map(|_| ())
    }
}
