//! A part of a table, for searches that the summaries lead.

use std::iter::Zip;
use std::slice;

use super::node::Node;
use super::summary::{Summarized, Summary};
use crate::structures::packed::{BITS, Slots};

/// A node with everything below it.
pub struct Subtree<'a, T: Summarized> {
    node: &'a Node<T>,
    summary: &'a T::Summary,
    /// The bits that the numbers have in common, above the bits of the node's level.
    prefix: u32,
}

/// What is directly below a node.
pub enum Children<'a, T: Summarized> {
    /// The values of a leaf.
    Values(Values<'a, T>),
    /// The nodes below an inner one.
    Subtrees(Subtrees<'a, T>),
}

/// An iterator over the values of a leaf, with their numbers.
pub struct Values<'a, T> {
    base: u32,
    values: Zip<Slots, slice::Iter<'a, T>>,
}

/// An iterator over the nodes below an inner one.
pub struct Subtrees<'a, T: Summarized> {
    base: u32,
    nodes: Zip<Slots, slice::Iter<'a, Node<T>>>,
    summaries: slice::Iter<'a, T::Summary>,
}

impl<T: Summarized> Copy for Subtree<'_, T> {}

impl<T: Summarized> Clone for Subtree<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T: Summarized> Subtree<'a, T> {
    pub(super) fn new(node: &'a Node<T>, summary: &'a T::Summary) -> Self {
        Self { node, summary, prefix: 0 }
    }

    /// Returns the summary of the values.
    pub fn summary(&self) -> &'a T::Summary {
        self.summary
    }

    /// Checks that every summary agrees with the values below it.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let mut summary = T::Summary::default();
        match self.children() {
            Children::Values(values) => {
                for (number, value) in values {
                    summary.replace(T::Summary::facts(number, value));
                }
            }
            Children::Subtrees(mut subtrees) => subtrees.try_for_each(|subtree| {
                summary.combine(subtree.summary);
                subtree.check()
            })?,
        }
        match self.summary.holds_for(&summary) {
            true => Ok(()),
            false => Err("a summary disagrees with the values below it"),
        }
    }

    /// Returns what is directly below.
    pub fn children(&self) -> Children<'a, T> {
        let base = self.prefix.unbounded_shl(BITS);
        match self.node {
            Node::Leaf(values) => Children::Values(Values { base, values: values.iter() }),
            Node::Inner(inner) => {
                let summaries = inner.summaries.items().iter();
                Children::Subtrees(Subtrees { base, nodes: inner.nodes.iter(), summaries })
            }
        }
    }
}

impl<'a, T> Iterator for Values<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<(u32, &'a T)> {
        let (slot, value) = self.values.next()?;
        Some((self.base | slot, value))
    }
}

impl<'a, T: Summarized> Iterator for Subtrees<'a, T> {
    type Item = Subtree<'a, T>;

    fn next(&mut self) -> Option<Subtree<'a, T>> {
        let ((slot, node), summary) = self.nodes.next().zip(self.summaries.next())?;
        Some(Subtree { node, summary, prefix: self.base | slot })
    }
}
