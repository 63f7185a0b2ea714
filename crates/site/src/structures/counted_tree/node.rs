//! The nodes of the tree, and what inserting, removing and moving a key does to them.

use super::keys::{CAPACITY, Keys};
use super::leaf;

/// A node that shrinks below this is merged with a neighbour if both fit into [`MERGED`].
const SPARSE: usize = CAPACITY / 4;
/// The maximum number of entries after a merge, so that the node does not split again at once.
const MERGED: usize = CAPACITY * 3 / 4;

#[derive(Clone, Debug)]
pub(super) enum Node<K: Keys> {
    Leaf(K),
    Inner(Box<Inner<K>>),
}

#[derive(Clone, Debug)]
pub(super) struct Inner<K: Keys> {
    pub(super) len: usize,
    /// A lower bound of each child's keys, in ascending order. The first is not a bound: lower
    /// keys may be inserted below it later.
    pub(super) separators: K,
    pub(super) counts: Vec<u32>,
    pub(super) children: Vec<Node<K>>,
}

/// The result of inserting or moving a key below a node.
pub(super) enum Insertion<K: Keys> {
    /// Nothing has changed: an equal key is there or, for a move, the old key is not.
    Refused,
    Done,
    /// The node was full and has split: the new right neighbour, and a lower bound of its keys.
    Split(K::Key, Node<K>),
}

impl<K: Keys> Insertion<K> {
    /// Returns the result of an insertion into a leaf, which may have a new right neighbour.
    fn of(right: Option<K>) -> Self {
        let split = right.and_then(|leaf| Some((leaf.key(0)?, leaf)));
        split.map_or(Self::Done, |(low, leaf)| Self::Split(low, Node::Leaf(leaf)))
    }
}

impl<K: Keys> Node<K> {
    /// Builds a tree of full nodes from keys in ascending order.
    pub(super) fn from_sorted(keys: &[K::Key]) -> Self {
        let leaf = |keys: &[K::Key]| Some((keys.first()?.clone(), Node::Leaf(K::of(keys))));
        let mut level: Vec<(K::Key, Node<K>)> = keys.chunks(CAPACITY).filter_map(leaf).collect();
        while level.len() > 1 {
            let mut above = Vec::with_capacity(level.len().div_ceil(CAPACITY));
            let mut nodes = level.into_iter().peekable();
            while let Some((low, _)) = nodes.peek() {
                let low = low.clone();
                let (separators, children): (Vec<K::Key>, Vec<Node<K>>) =
                    nodes.by_ref().take(CAPACITY).unzip();
                let separators = K::of(&separators);
                let counts: Vec<u32> = children.iter().map(|node| node.len() as u32).collect();
                let len = children.iter().map(Node::len).sum();
                above.push((
                    low,
                    Node::Inner(Box::new(Inner { len, separators, counts, children })),
                ));
            }
            level = above;
        }
        level.pop().map_or(Node::empty(), |(_, node)| node)
    }

    pub(super) fn empty() -> Self {
        Node::Leaf(K::default())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Node::Leaf(leaf) => leaf.len(),
            Node::Inner(inner) => inner.len,
        }
    }

    /// Returns the lowest key of a leaf, or the first separator, which is below all others.
    pub(super) fn lowest(&self) -> Option<K::Key> {
        match self {
            Node::Leaf(leaf) => leaf.key(0),
            Node::Inner(inner) => inner.separators.key(0),
        }
    }

    /// Returns the number of entries of the node itself: keys of a leaf, children of an inner
    /// node.
    pub(super) fn size(&self) -> usize {
        match self {
            Node::Leaf(leaf) => leaf.len(),
            Node::Inner(inner) => inner.children.len(),
        }
    }

    /// Inserts a key. `last` says whether this is the rightmost node of its level.
    pub(super) fn insert(&mut self, key: K::Key, last: bool) -> Insertion<K> {
        match self {
            // Keys often arrive in ascending order.
            Node::Leaf(leaf) if leaf.is_below(&key) => {
                Insertion::of(leaf::insert(leaf, leaf.len(), key, last))
            }
            Node::Leaf(leaf) => match leaf.find(&key) {
                Ok(_) => Insertion::Refused,
                Err(at) => Insertion::of(leaf::insert(leaf, at, key, last)),
            },
            Node::Inner(inner) => {
                let child = inner.last_child_for(&key).unwrap_or_else(|| inner.child_for(&key));
                let last = last && inner.is_last(child);
                let insertion = match inner.children.get_mut(child) {
                    Some(node) => node.insert(key, last),
                    None => Insertion::Refused,
                };
                inner.child_inserted(child, insertion)
            }
        }
    }

    pub(super) fn remove(&mut self, key: &K::Key) -> bool {
        match self {
            Node::Leaf(leaf) => match leaf.find(key) {
                Ok(at) => {
                    leaf.remove(at);
                    true
                }
                Err(_) => false,
            },
            Node::Inner(inner) => {
                let child = inner.child_for(key);
                let removed = inner.children.get_mut(child).is_some_and(|node| node.remove(key));
                if removed {
                    inner.child_removed(child);
                }
                removed
            }
        }
    }

    /// Removes `old` and inserts `new`. `last` is as for [`Node::insert`].
    pub(super) fn replace(&mut self, old: &K::Key, new: K::Key, last: bool) -> Insertion<K> {
        match self {
            Node::Leaf(leaf) => match leaf::replace(leaf, old, new) {
                true => Insertion::Done,
                false => Insertion::Refused,
            },
            Node::Inner(inner) => {
                let from = inner.child_for(old);
                // Most moves are short.
                let to = if inner.is_in_child(from, &new) { from } else { inner.child_for(&new) };
                let last = last && inner.is_last(to);
                if from == to {
                    let Some(node) = inner.children.get_mut(from) else {
                        return Insertion::Refused;
                    };
                    return match node.replace(old, new, last) {
                        // As many keys as before are below the child.
                        Insertion::Done => Insertion::Done,
                        insertion => inner.child_inserted(from, insertion),
                    };
                }
                let Ok([source, target]) = inner.children.get_disjoint_mut([from, to]) else {
                    return Insertion::Refused;
                };
                if target.contains(&new) || !source.remove(old) {
                    return Insertion::Refused;
                }
                let insertion = target.insert(new, last);
                let shifted = matches!(insertion, Insertion::Split(..)) && to < from;
                inner.update_count(to, insertion);
                inner.child_removed(from + usize::from(shifted));
                inner.split_if_full(to)
            }
        }
    }

    fn contains(&self, key: &K::Key) -> bool {
        match self {
            Node::Leaf(leaf) => leaf.find(key).is_ok(),
            Node::Inner(inner) => {
                inner.children.get(inner.child_for(key)).is_some_and(|child| child.contains(key))
            }
        }
    }

    /// Appends a right neighbour whose keys are at least `separator`.
    fn merge(&mut self, separator: K::Key, right: Node<K>) {
        match (self, right) {
            (Node::Leaf(leaf), Node::Leaf(more)) => leaf.append(more),
            (Node::Inner(inner), Node::Inner(mut more)) => {
                more.separators.replace(0, 0, separator);
                inner.len += more.len;
                inner.separators.append(more.separators);
                inner.counts.append(&mut more.counts);
                inner.children.append(&mut more.children);
            }
            // Neighbours are of the same depth, so they are of the same kind.
            _ => {}
        }
    }
}

impl<K: Keys> Inner<K> {
    /// Returns the index of the only child that can hold `key`.
    pub(super) fn child_for(&self, key: &K::Key) -> usize {
        // A key less than all separators is below the first child.
        self.separators.find(key).unwrap_or_else(|at| at.saturating_sub(1))
    }

    /// Returns whether `key` belongs into a child.
    fn is_in_child(&self, child: usize, key: &K::Key) -> bool {
        (child == 0 || self.separators.key(child).is_some_and(|low| low <= *key))
            && self.separators.key(child + 1).is_none_or(|next| *key < next)
    }

    /// Returns the index of the last child if `key` belongs there.
    fn last_child_for(&self, key: &K::Key) -> Option<usize> {
        let last = self.separators.len().wrapping_sub(1);
        self.separators.key(last).is_some_and(|low| low <= *key).then_some(last)
    }

    fn is_last(&self, child: usize) -> bool {
        child + 1 == self.children.len()
    }

    /// Updates the counts after an insertion below a child, and splits this node if it has one
    /// child too many.
    fn child_inserted(&mut self, child: usize, insertion: Insertion<K>) -> Insertion<K> {
        if matches!(insertion, Insertion::Refused) {
            return insertion;
        }
        self.update_count(child, insertion);
        self.split_if_full(child)
    }

    /// Updates the counts after an insertion below a child, which may add a child.
    fn update_count(&mut self, child: usize, insertion: Insertion<K>) {
        let now = self.children.get(child).map_or(0, Node::len);
        let Some(count) = self.counts.get_mut(child) else { return };
        self.len = self.len - *count as usize + now;
        *count = now as u32;
        if let Insertion::Split(low, right) = insertion {
            self.len += right.len();
            if child == 0
                && let Some(lowest) = self.children.first().and_then(Node::lowest)
            {
                // The first separator may be above keys that came later.
                self.separators.replace(0, 0, lowest);
            }
            self.separators.insert(child + 1, low, false);
            self.counts.insert(child + 1, right.len() as u32);
            self.children.insert(child + 1, right);
        }
    }

    /// Splits if there are too many children after an insertion below one of them.
    fn split_if_full(&mut self, child: usize) -> Insertion<K> {
        if self.children.len() <= CAPACITY {
            return Insertion::Done;
        }
        // Ascending keys leave full nodes behind; a split elsewhere makes two halves.
        let grew_at_end = child + 2 == self.children.len();
        let at = if grew_at_end { CAPACITY } else { CAPACITY / 2 };
        let separators = self.separators.split_off(at);
        let counts = self.counts.split_off(at);
        let children = self.children.split_off(at);
        let len = counts.iter().map(|&n| n as usize).sum();
        self.len -= len;
        match separators.key(0) {
            Some(low) => Insertion::Split(
                low,
                Node::Inner(Box::new(Inner { len, separators, counts, children })),
            ),
            None => Insertion::Done,
        }
    }

    /// Updates the counts after a removal below a child. An empty child is removed, a sparse one
    /// merged with a neighbour.
    fn child_removed(&mut self, child: usize) {
        self.len -= 1;
        let Some(count) = self.counts.get_mut(child) else { return };
        *count -= 1;
        if *count == 0 && self.children.len() > 1 {
            self.take_child(child);
        } else if self.children.get(child).is_some_and(|node| node.size() < SPARSE) {
            self.merge_with_neighbour(child);
        }
    }

    /// Removes a child with its separator and count.
    fn take_child(&mut self, child: usize) -> (u32, Node<K>) {
        self.separators.remove(child);
        (self.counts.remove(child), self.children.remove(child))
    }

    /// Merges a sparse child with a neighbour, if one has room.
    fn merge_with_neighbour(&mut self, child: usize) {
        let size = |index: usize| self.children.get(index).map(Node::size);
        for right in [child, child + 1] {
            let Some(left) = right.checked_sub(1) else { continue };
            let fits = size(left).zip(size(right)).is_some_and(|(a, b)| a + b <= MERGED);
            if fits {
                let separator = self.separators.key(right);
                let (count, node) = self.take_child(right);
                if let (Some(separator), Some(into), Some(total)) =
                    (separator, self.children.get_mut(left), self.counts.get_mut(left))
                {
                    into.merge(separator, node);
                    *total += count;
                }
                return;
            }
        }
    }
}
