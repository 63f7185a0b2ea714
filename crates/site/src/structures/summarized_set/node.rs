//! The nodes below the root, and what the node above each knows of it.

use super::{Inner, Key, Ranked, key_of};
use crate::structures::summary::Summary;

/// A node, as the one above it has it.
#[derive(Clone, Debug)]
pub struct Child<S> {
    pub least: Key,
    pub summary: S,
    /// The number of numbers below.
    pub len: usize,
    pub node: Node<S>,
}

/// Numbers, or the nodes below.
#[derive(Clone, Debug)]
pub enum Node<S> {
    Leaf(Vec<u32>),
    Inner(Inner<S>),
}

impl<S: Summary<Facts: Ranked>> Child<S> {
    /// Returns a node as a child, unless it is empty.
    pub fn new(node: Node<S>, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Option<Self> {
        let (least, summary) = (node.first(facts_of)?, node.summary(facts_of));
        Some(Self { least, summary, len: node.count(), node })
    }

    /// Updates the summary; see [`Summary::update`].
    pub fn update(
        &mut self,
        facts: Option<S::Facts>,
        facts_of: &impl Fn(u32) -> Option<S::Facts>,
    ) -> Option<S::Facts> {
        let Self { summary, node, .. } = self;
        summary.update(facts, |summary, outdated| node.renew(summary, outdated, facts_of))
    }
}

impl<S: Summary<Facts: Ranked>> Node<S> {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::Leaf(numbers) => numbers.len(),
            Self::Inner(inner) => inner.0.len(),
        }
    }

    /// Returns the number of numbers below.
    pub fn count(&self) -> usize {
        match self {
            Self::Leaf(numbers) => numbers.len(),
            Self::Inner(inner) => inner.0.iter().map(|child| child.len).sum(),
        }
    }

    /// Returns a key that is at most each key below.
    pub fn first(&self, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Option<Key> {
        match self {
            Self::Leaf(numbers) => numbers.first().map(|number| key_of(*number, facts_of)),
            Self::Inner(inner) => inner.0.first().map(|child| child.least),
        }
    }

    pub fn summary(&self, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> S {
        let mut summary = S::default();
        self.renew(&mut summary, S::ALL, facts_of);
        summary
    }

    /// Computes outdated numbers of the node's summary again.
    fn renew(
        &self,
        summary: &mut S,
        outdated: S::Outdated,
        facts_of: &impl Fn(u32) -> Option<S::Facts>,
    ) {
        match self {
            Self::Leaf(numbers) => {
                let facts = numbers.iter().copied().filter_map(facts_of);
                summary.renew(outdated, facts);
            }
            Self::Inner(inner) => {
                summary.renew_from_parts(outdated, inner.0.iter().map(|child| &child.summary));
            }
        }
    }

    pub fn for_each(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Self::Leaf(numbers) => numbers.iter().copied().for_each(visit),
            Self::Inner(inner) => inner.0.iter().for_each(|child| child.node.for_each(visit)),
        }
    }
}
