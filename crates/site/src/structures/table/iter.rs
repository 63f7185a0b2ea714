//! A walk through a table.

use std::iter::Zip;
use std::slice;

use super::node::Node;
use super::summary::Summarized;
use super::{reaches, slot};
use crate::structures::packed::{BITS, Packed, Slots};

/// An iterator over the values of a table with their numbers, in ascending order.
pub struct Iter<'a, T: Summarized> {
    leaf: Option<Items<'a, T>>,
    /// The inner nodes above the leaf, the root first, each with what is left of it.
    path: Vec<Items<'a, Node<T>>>,
}

/// The unread items of a node, and the bits of their numbers above the node's level.
struct Items<'a, T> {
    prefix: u32,
    items: Zip<Slots, slice::Iter<'a, T>>,
}

impl<'a, T: Summarized> Iter<'a, T> {
    pub fn new(root: &'a Node<T>, height: u32) -> Self {
        let mut iter = Self { leaf: None, path: Vec::with_capacity(height as usize) };
        iter.enter(0, root);
        iter
    }

    /// Returns the values from a number on.
    pub fn starting_at(root: &'a Node<T>, height: u32, number: u32) -> Self {
        let mut iter = Self { leaf: None, path: Vec::with_capacity(height as usize) };
        if !reaches(height, number) {
            return iter;
        }
        let (mut prefix, mut node, mut level) = (0, root, height);
        loop {
            let first = slot(number, level);
            match node {
                Node::Leaf(values) => {
                    iter.leaf = Some(Items::starting_at(prefix, values, first));
                    return iter;
                }
                Node::Inner(inner) => {
                    let mut items = Items::starting_at(prefix, &inner.nodes, first);
                    let below = inner.nodes.get(first).and_then(|_| items.next());
                    iter.path.push(items);
                    let Some(below) = below else { return iter };
                    (prefix, node) = below;
                }
            }
            level = level.saturating_sub(1);
        }
    }

    fn enter(&mut self, prefix: u32, node: &'a Node<T>) {
        match node {
            Node::Leaf(values) => self.leaf = Some(Items::new(prefix, values)),
            Node::Inner(inner) => self.path.push(Items::new(prefix, &inner.nodes)),
        }
    }
}

impl<'a, T> Items<'a, T> {
    fn new(prefix: u32, node: &'a Packed<T>) -> Self {
        Self { prefix: prefix.unbounded_shl(BITS), items: node.iter() }
    }

    fn starting_at(prefix: u32, node: &'a Packed<T>, slot: u32) -> Self {
        Self { prefix: prefix.unbounded_shl(BITS), items: node.iter_from(slot) }
    }
}

impl<'a, T> Iterator for Items<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        let (slot, item) = self.items.next()?;
        Some((self.prefix | slot, item))
    }
}

impl<'a, T: Summarized> Iterator for Iter<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.leaf.as_mut().and_then(Items::next) {
                return Some(found);
            }
            match self.path.last_mut()?.next() {
                Some((prefix, node)) => self.enter(prefix, node),
                None => drop(self.path.pop()),
            }
        }
    }
}
