//! A map from 32-bit numbers to values, for numbers that are mostly assigned in ascending order.
//!
//! It is a radix tree of 64-way nodes, as high as its largest number needs. A node stores only the
//! children or values that exist, packed in order, and a bitmap that says which: the memory of the
//! table is proportional to the number of its values, wherever gaps are.

mod iter;
mod packed;

use iter::Iter;
use packed::{BITS, Packed, SLOTS};

/// A map from numbers to values. A look-up takes O(log n) steps: four at 16 million.
#[derive(Clone, Debug)]
pub struct Table<T> {
    root: Node<T>,
    /// Levels of inner nodes above the leaves.
    height: u32,
    len: usize,
}

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf(Packed<T>),
    Inner(Packed<Node<T>>),
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { root: Node::Leaf(Packed::default()), height: 0, len: 0 }
    }
}

impl<T> Table<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the value of a number.
    pub fn get(&self, number: u32) -> Option<&T> {
        if !reaches(self.height, number) {
            return None;
        }
        let mut node = &self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values.get(slot(number, 0)),
                Node::Inner(children) => node = children.get(slot(number, level))?,
            }
            level = level.saturating_sub(1);
        }
    }

    /// Returns the value of a number for modification.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        if !reaches(self.height, number) {
            return None;
        }
        let mut node = &mut self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values.get_mut(slot(number, 0)),
                Node::Inner(children) => node = children.get_mut(slot(number, level))?,
            }
            level = level.saturating_sub(1);
        }
    }

    /// Inserts a value and returns the one that it replaces.
    pub fn insert(&mut self, number: u32, value: T) -> Option<T> {
        while !reaches(self.height, number) {
            let below = std::mem::replace(&mut self.root, Node::Inner(Packed::default()));
            // An empty leaf is not worth a path of its own.
            if self.len > 0
                && let Node::Inner(children) = &mut self.root
            {
                children.insert(0, below);
            }
            self.height += 1;
        }
        let previous = self.root.insert(self.height, number, value);
        self.len += usize::from(previous.is_none());
        previous
    }

    /// Removes the value of a number. Nodes that become empty are freed.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        if !reaches(self.height, number) {
            return None;
        }
        let value = self.root.remove(self.height, number)?;
        self.len -= 1;
        if self.len == 0 {
            *self = Self::default();
        }
        Some(value)
    }

    /// Returns all values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        Iter::new(&self.root, self.height)
    }
}

impl<T> Node<T> {
    fn new(level: u32) -> Self {
        match level {
            0 => Node::Leaf(Packed::default()),
            _ => Node::Inner(Packed::default()),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Leaf(values) => values.is_empty(),
            Node::Inner(children) => children.is_empty(),
        }
    }

    fn insert(&mut self, level: u32, number: u32, value: T) -> Option<T> {
        match self {
            Node::Leaf(values) => values.insert(slot(number, 0), value),
            Node::Inner(children) => {
                let (at, below) = (slot(number, level), level.saturating_sub(1));
                match children.get_mut(at) {
                    Some(child) => child.insert(below, number, value),
                    None => {
                        let mut child = Node::new(below);
                        child.insert(below, number, value);
                        children.insert(at, child);
                        None
                    }
                }
            }
        }
    }

    fn remove(&mut self, level: u32, number: u32) -> Option<T> {
        match self {
            Node::Leaf(values) => values.remove(slot(number, 0)),
            Node::Inner(children) => {
                let at = slot(number, level);
                let child = children.get_mut(at)?;
                let value = child.remove(level.saturating_sub(1), number)?;
                if child.is_empty() {
                    children.remove(at);
                }
                Some(value)
            }
        }
    }
}

/// Returns the slot of a number in a node of that level, 0 being the leaves.
fn slot(number: u32, level: u32) -> u32 {
    number.unbounded_shr(level * BITS) & (SLOTS - 1)
}

/// Returns whether a tree of that height has a place for the number.
fn reaches(height: u32, number: u32) -> bool {
    number.unbounded_shr((height + 1) * BITS) == 0
}

#[cfg(test)]
mod tests;
