//! The nodes of a table, and what inserting, changing and removing a value does to them.

use super::packed::{Packed, SLOTS};
use super::summary::{Item, Replaced, Summary};
use super::{Facts, slot};

#[derive(Clone, Debug)]
pub enum Node<T: Item> {
    Leaf(Packed<T>),
    Inner(Box<Inner<T>>),
}

#[derive(Clone, Debug)]
pub struct Inner<T: Item> {
    pub nodes: Packed<Node<T>>,
    /// The summary of each node.
    pub summaries: Packed<T::Summary>,
}

impl<T: Item> Default for Inner<T> {
    fn default() -> Self {
        Self { nodes: Packed::default(), summaries: Packed::default() }
    }
}

impl<T: Item> Node<T> {
    pub fn new(level: u32) -> Self {
        match level {
            0 => Node::Leaf(Packed::default()),
            _ => Node::Inner(Box::default()),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Leaf(values) => values.is_empty(),
            Node::Inner(inner) => inner.nodes.is_empty(),
        }
    }

    /// Summarizes the values below the node, of which `number` is one or was.
    pub fn summary(&self, number: u32) -> T::Summary {
        let mut summary = T::Summary::default();
        match self {
            Node::Leaf(values) => {
                let base = number & !(SLOTS - 1);
                values.iter().for_each(|(slot, value)| summary.add(base | slot, value));
            }
            Node::Inner(inner) => {
                inner.summaries.items().iter().for_each(|part| summary.combine(part));
            }
        }
        summary
    }

    pub fn insert(&mut self, level: u32, number: u32, value: T) -> Option<T> {
        match self {
            Node::Leaf(values) => values.insert(slot(number, 0), value),
            Node::Inner(inner) => {
                let (at, below) = (slot(number, level), level.saturating_sub(1));
                match inner.nodes.get_mut(at) {
                    Some(node) => node.insert(below, number, value),
                    None => {
                        let mut node = Node::new(below);
                        node.insert(below, number, value);
                        inner.nodes.insert(at, node);
                        inner.summaries.insert(at, T::Summary::default());
                        None
                    }
                }
            }
        }
    }

    /// Updates the summaries on the path to a value that is new or has changed. Returns whether
    /// that of the node itself may change: a summary depends on a value only if those below it do.
    pub fn summarize(&mut self, level: u32, number: u32, facts: Facts<T>) -> bool {
        let Node::Inner(inner) = self else { return true };
        let at = slot(number, level);
        let Some(node) = inner.nodes.get_mut(at) else { return false };
        if !node.summarize(level.saturating_sub(1), number, facts) {
            return false;
        }
        let Some(summary) = inner.summaries.get_mut(at) else { return false };
        match summary.replace(facts) {
            Replaced::Unchanged => false,
            Replaced::Changed => true,
            Replaced::Outdated => {
                *summary = node.summary(number);
                true
            }
        }
    }

    pub fn remove(&mut self, level: u32, number: u32) -> Option<T> {
        match self {
            Node::Leaf(values) => values.remove(slot(number, 0)),
            Node::Inner(inner) => {
                let at = slot(number, level);
                let node = inner.nodes.get_mut(at)?;
                let value = node.remove(level.saturating_sub(1), number)?;
                if node.is_empty() {
                    inner.nodes.remove(at);
                    inner.summaries.remove(at);
                } else {
                    inner.summaries.insert(at, node.summary(number));
                }
                Some(value)
            }
        }
    }
}
