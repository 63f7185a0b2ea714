//! A walk through a table.

use std::iter::Zip;
use std::slice;

use super::node::{Inner, Node};
use super::{Summarized, reaches, slot};
use crate::structures::packed::{BITS, Slots};

/// An iterator over values of a table with their numbers, in ascending order.
pub struct Iter<'a, T: Summarized> {
    /// The least stamp of the values to return.
    least: u64,
    leaf: Option<Items<Values<'a, T>>>,
    /// The inner nodes above the leaf, the root first, each with what is left of it.
    path: Vec<Items<Nodes<'a, T>>>,
}

/// The values of a leaf with their slots.
type Values<'a, T> = Zip<Slots, slice::Iter<'a, T>>;
/// The nodes below an inner one with their slots, and the greatest stamp below each.
type Nodes<'a, T> = Zip<Zip<Slots, slice::Iter<'a, Node<T>>>, slice::Iter<'a, u64>>;

/// The unread items of a node, and the bits of their numbers above the node's level.
struct Items<I> {
    prefix: u32,
    items: I,
}

impl<'a, T: Summarized> Iter<'a, T> {
    /// Returns the values from a number on whose stamps are at least `least`.
    pub fn new(root: &'a Node<T>, height: u32, number: u32, least: u64) -> Self {
        let mut iter = Self { least, leaf: None, path: Vec::with_capacity(height as usize) };
        if !reaches(height, number) {
            return iter;
        }
        let (mut prefix, mut node, mut level) = (0, root, height);
        loop {
            let first = slot(number, level);
            match node {
                Node::Leaf(values) => {
                    iter.leaf = Some(Items::new(prefix, values.iter_from(first)));
                    return iter;
                }
                Node::Inner(inner) => {
                    let mut items = Items::new(prefix, nodes_from(inner, first));
                    let below = inner.nodes.get(first).and_then(|_| items.items.next());
                    iter.path.push(items);
                    let Some(((slot, below), stamp)) = below else { return iter };
                    if *stamp < least {
                        return iter;
                    }
                    (prefix, node) = (prefix.unbounded_shl(BITS) | slot, below);
                }
            }
            level = level.saturating_sub(1);
        }
    }

    fn enter(&mut self, prefix: u32, node: &'a Node<T>) {
        match node {
            Node::Leaf(values) => self.leaf = Some(Items::new(prefix, values.iter())),
            Node::Inner(inner) => self.path.push(Items::new(prefix, nodes_from(inner, 0))),
        }
    }
}

fn nodes_from<T: Summarized>(inner: &Inner<T>, slot: u32) -> Nodes<'_, T> {
    inner.nodes.iter_from(slot).zip(inner.stamps.items_from(slot))
}

impl<I> Items<I> {
    fn new(prefix: u32, items: I) -> Self {
        Self { prefix: prefix.unbounded_shl(BITS), items }
    }
}

impl<'a, T: Summarized> Iterator for Iter<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        let least = self.least;
        loop {
            if let Some(Items { prefix, items }) = &mut self.leaf
                && let Some((slot, value)) = items.find(|(_, value)| value.stamp() >= least)
            {
                return Some((*prefix | slot, value));
            }
            let Items { prefix, items } = self.path.last_mut()?;
            match items.find(|(_, stamp)| **stamp >= least) {
                Some(((slot, node), _)) => {
                    let prefix = *prefix | slot;
                    self.enter(prefix, node);
                }
                None => drop(self.path.pop()),
            }
        }
    }
}
