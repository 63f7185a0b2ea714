//! An ordered set that knows the rank of each of its keys: a B+ tree whose inner nodes count the
//! keys below each child.
//!
//! What always holds: all leaves are at the same depth; a key of child `i` is not below `separators[i]`
//! (for `i` > 0) and is below `separators[i + 1]`; `counts[i]` is the number of keys under child `i`.
//! No node is larger than 64 entries, so every step allocates and moves a bounded
//! number of bytes, however large the set is.

mod node;
mod range;
#[cfg(test)]
mod tests;

use node::{Inner, Node, Put};
pub use range::Range;

/// An ordered set with access by rank, all operations in O(log n).
#[derive(Clone, Debug)]
pub struct CountedTree<K> {
    root: Node<K>,
}

/// The direction in which a range is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Lowest first.
    Ascending,
    /// Highest first.
    Descending,
}

impl<K: Ord + Clone> Default for CountedTree<K> {
    fn default() -> Self {
        Self { root: Node::Leaf(Vec::new()) }
    }
}

impl<K: Ord + Clone> CountedTree<K> {
    /// The set of these keys, faster than by putting them in one by one.
    pub fn from_keys(mut keys: Vec<K>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        Self { root: Node::from_sorted(&keys) }
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.root.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a key in. False if it was there already.
    pub fn insert(&mut self, key: K) -> bool {
        let put = self.root.insert(key, true);
        self.root_after(put)
    }

    /// Takes a key out. False if it was not there.
    pub fn remove(&mut self, key: &K) -> bool {
        let removed = self.root.remove(key);
        self.lower_root();
        removed
    }

    /// Takes `old` out and puts `new` in, cheaper than the two steps when they are neighbours.
    /// False, and nothing changed, if `old` was not there or `new` was already.
    pub fn replace(&mut self, old: &K, new: K) -> bool {
        let put = self.root.replace(old, new, true);
        let replaced = self.root_after(put);
        self.lower_root();
        replaced
    }

    /// How many keys are below `key`.
    pub fn rank(&self, key: &K) -> usize {
        let mut below = 0;
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(keys) => return below + keys.partition_point(|k| k < key),
                Node::Inner(inner) => {
                    let child = inner.child_for(key);
                    below += inner.counts.iter().take(child).map(|&n| n as usize).sum::<usize>();
                    match inner.children.get(child) {
                        Some(next) => node = next,
                        None => return below,
                    }
                }
            }
        }
    }

    /// The lowest key.
    pub fn first(&self) -> Option<&K> {
        let (leaf, at) = self.leaf_at(0)?;
        leaf.get(at)
    }

    /// At most `limit` keys, from the one that `skip` others precede in the given direction.
    pub fn range(&self, skip: usize, limit: usize, direction: Direction) -> Range<'_, K> {
        let len = self.len();
        let left = len.saturating_sub(skip).min(limit);
        let rank = match direction {
            Direction::Ascending => skip,
            Direction::Descending => len.wrapping_sub(skip).wrapping_sub(1),
        };
        Range { tree: self, direction, rank, left, leaf: &[], at: 0 }
    }

    /// The leaf that holds the key of that rank, and the key's place in it.
    fn leaf_at(&self, mut rank: usize) -> Option<(&[K], usize)> {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(keys) => return (rank < keys.len()).then_some((keys, rank)),
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

    fn root_after(&mut self, put: Put<K>) -> bool {
        match put {
            Put::Refused => false,
            Put::Done => true,
            Put::Split(low, right) => {
                let left = std::mem::replace(&mut self.root, Node::Leaf(Vec::new()));
                let (left_len, right_len) = (left.len(), right.len());
                self.root = Node::Inner(Box::new(Inner {
                    len: left_len + right_len,
                    // The first low is not looked at: keys below it go to the first child as well.
                    separators: vec![low.clone(), low],
                    counts: vec![left_len as u32, right_len as u32],
                    children: vec![left, right],
                }));
                true
            }
        }
    }

    fn lower_root(&mut self) {
        while let Node::Inner(inner) = &mut self.root
            && inner.children.len() <= 1
        {
            self.root = inner.children.pop().unwrap_or(Node::Leaf(Vec::new()));
        }
    }

    /// Checks what the module's head says always holds.
    ///
    /// # Errors
    ///
    /// The first thing that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.root.check(None, None).map(|_| ())
    }
}
