//! A part of a table, for searches that the summaries lead.

use std::iter::Zip;
use std::slice;

use super::Summarized;
use super::node::Node;
use crate::structures::packed::{BITS, Slots};
use crate::structures::summary::{Children, Part, Summary};
use crate::terms::ids::Ids;

/// A node with everything below it.
pub struct Subtree<'a, T: Summarized> {
    node: &'a Node<T>,
    summary: &'a T::Summary,
    /// The bits that the places have in common, above the bits of the node's level.
    prefix: u32,
    ids: Ids,
}

/// An iterator over the values of a leaf, with their numbers.
pub struct Values<'a, T> {
    base: u32,
    ids: Ids,
    values: Zip<Slots, slice::Iter<'a, T>>,
}

/// An iterator over the nodes below an inner one.
pub struct Subtrees<'a, T: Summarized> {
    base: u32,
    ids: Ids,
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
    pub(super) fn new(node: &'a Node<T>, summary: &'a T::Summary, ids: Ids) -> Self {
        Self { node, summary, prefix: 0, ids }
    }

    /// Checks that every summary agrees with the values below it.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let exact = match self.children() {
            Children::Values(values) => {
                T::Summary::of(values.map(|(number, value)| value.facts(number)))
            }
            Children::Parts(parts) => {
                let summaries = parts.map(|part| part.check().map(|()| part.summary));
                T::Summary::of_parts(summaries.collect::<Result<Vec<_>, _>>()?.into_iter())
            }
        };
        self.summary.check(&exact)
    }
}

impl<'a, T: Summarized> Part for Subtree<'a, T> {
    type Summary = T::Summary;
    type Values = Values<'a, T>;
    type Parts = Subtrees<'a, T>;

    fn summary(&self) -> &T::Summary {
        self.summary
    }

    fn children(&self) -> Children<Values<'a, T>, Subtrees<'a, T>> {
        let (base, ids) = (self.prefix.unbounded_shl(BITS), self.ids);
        match self.node {
            Node::Leaf(values) => Children::Values(Values { base, ids, values: values.iter() }),
            Node::Inner(inner) => {
                let summaries = inner.summaries.items().iter();
                Children::Parts(Subtrees { base, ids, nodes: inner.nodes.iter(), summaries })
            }
        }
    }
}

impl<'a, T> Iterator for Values<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<(u32, &'a T)> {
        let (slot, value) = self.values.next()?;
        Some((self.ids.id(self.base | slot), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl<'a, T: Summarized> Iterator for Subtrees<'a, T> {
    type Item = Subtree<'a, T>;

    fn next(&mut self) -> Option<Subtree<'a, T>> {
        let ((slot, node), summary) = self.nodes.next().zip(self.summaries.next())?;
        Some(Subtree { node, summary, prefix: self.base | slot, ids: self.ids })
    }
}
