//! A walk through a table.

use super::Node;
use super::packed::{BITS, Packed};

/// An iterator over the values of a table with their numbers, in ascending order.
pub struct Iter<'a, T> {
    leaf: Items<'a, T>,
    /// The inner nodes above the leaf, the root first, each with what is left of it.
    path: Vec<Items<'a, Node<T>>>,
}

/// What is left of a node.
struct Items<'a, T> {
    /// The number of the node's first slot, without the bits of the levels below.
    base: u32,
    occupied: u64,
    items: std::slice::Iter<'a, T>,
}

impl<'a, T> Iter<'a, T> {
    pub fn new(root: &'a Node<T>, height: u32) -> Self {
        let leaf = Items { base: 0, occupied: 0, items: [].iter() };
        let mut iter = Self { leaf, path: Vec::with_capacity(height as usize) };
        iter.enter(0, root);
        iter
    }

    fn enter(&mut self, prefix: u32, node: &'a Node<T>) {
        match node {
            Node::Leaf(values) => self.leaf = Items::new(prefix, values),
            Node::Inner(children) => self.path.push(Items::new(prefix, children)),
        }
    }
}

impl<'a, T> Items<'a, T> {
    fn new(prefix: u32, node: &'a Packed<T>) -> Self {
        let base = prefix << BITS;
        Self { base, occupied: node.occupied(), items: node.items().iter() }
    }
}

impl<'a, T> Iterator for Items<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        let slot = self.occupied.trailing_zeros();
        // Clears the lowest bit.
        self.occupied &= self.occupied.wrapping_sub(1);
        Some((self.base | slot, item))
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = (u32, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.leaf.next() {
                return Some(found);
            }
            match self.path.last_mut()?.next() {
                Some((prefix, node)) => self.enter(prefix, node),
                None => drop(self.path.pop()),
            }
        }
    }
}
