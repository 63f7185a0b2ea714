//! A part of a tree, for searches that the summaries lead.

use super::Key;
use super::node::{Inner, Node};

/// A node with everything below it.
#[derive(Debug)]
pub struct Subtree<'a, K: Key> {
    pub(super) node: &'a Node<K>,
    pub(super) summary: &'a K::Summary,
    pub(super) low: Option<&'a K>,
    pub(super) high: Option<&'a K>,
}

/// What is directly below a node.
#[derive(Debug)]
pub enum Children<'a, K: Key> {
    /// The keys of a leaf.
    Keys(&'a [K]),
    /// The children of an inner node.
    Subtrees(Subtrees<'a, K>),
}

/// An iterator over the children of an inner node.
#[derive(Debug)]
pub struct Subtrees<'a, K: Key> {
    parent: Subtree<'a, K>,
    inner: &'a Inner<K>,
    next: usize,
}

impl<K: Key> Copy for Subtree<'_, K> {}

impl<K: Key> Clone for Subtree<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, K: Key> Subtree<'a, K> {
    /// Returns the summary of the keys.
    pub fn summary(&self) -> &'a K::Summary {
        self.summary
    }

    /// Returns a lower bound of the keys, unless this is the leftmost node of its level.
    pub fn low(&self) -> Option<&'a K> {
        self.low
    }

    /// Returns an exclusive upper bound of the keys, unless this is the rightmost node of its
    /// level.
    pub fn high(&self) -> Option<&'a K> {
        self.high
    }

    /// Returns what is directly below.
    pub fn children(self) -> Children<'a, K> {
        match self.node {
            Node::Leaf(keys) => Children::Keys(keys),
            Node::Inner(inner) => Children::Subtrees(Subtrees { parent: self, inner, next: 0 }),
        }
    }
}

impl<'a, K: Key> Iterator for Subtrees<'a, K> {
    type Item = Subtree<'a, K>;

    fn next(&mut self) -> Option<Subtree<'a, K>> {
        let at = self.next;
        let subtree = Subtree {
            node: self.inner.children.get(at)?,
            summary: self.inner.summaries.get(at)?,
            // The first separator is never read: the parent's bound holds.
            low: if at == 0 { self.parent.low } else { self.inner.separators.get(at) },
            high: self.inner.separators.get(at + 1).or(self.parent.high),
        };
        self.next += 1;
        Some(subtree)
    }
}
