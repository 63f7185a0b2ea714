//! A map from 32-bit numbers to values, for numbers that are mostly assigned in ascending order.
//!
//! It is a radix tree of 64-way nodes, as high as its largest number needs. A node stores only the
//! children or values that exist, packed in order, and a bitmap that says which: the memory of the
//! table is proportional to the number of its values, wherever gaps are.

mod iter;
mod node;
mod subtree;

use crate::structures::packed::{BITS, SLOTS};
use crate::structures::summary::Summary;
use iter::Iter;
use node::Node;
pub use subtree::{Subtree, Values};

/// A value of a table.
pub trait Summarized: Sized {
    /// What the table knows of the values below each node.
    type Summary: Summary;

    /// Returns the number of the value's last change. The table keeps the greatest below each
    /// node, so that a walk need not read what has not changed.
    fn stamp(&self) -> u64;

    /// Returns what a summary takes from the value of a number.
    fn facts(&self, number: u32) -> Facts<Self>;
}

/// What the summaries of a table take from one value.
pub type Facts<T> = <<T as Summarized>::Summary as Summary>::Facts;

/// A map from numbers to values. A look-up takes O(log n) steps: four at 16 million.
#[derive(Clone, Debug)]
pub struct Table<T: Summarized> {
    root: Node<T>,
    summary: T::Summary,
    /// The greatest stamp of the values.
    stamp: u64,
    /// Levels of inner nodes above the leaves.
    height: u32,
    len: usize,
}

impl<T: Summarized> Default for Table<T> {
    fn default() -> Self {
        Self { root: Node::new(0), summary: T::Summary::default(), stamp: 0, height: 0, len: 0 }
    }
}

impl<T: Summarized> Table<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the greatest stamp of the values; 0 if there are none.
    pub fn stamp(&self) -> u64 {
        self.stamp
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
                Node::Inner(inner) => node = inner.nodes.get(slot(number, level))?,
            }
            level = level.saturating_sub(1);
        }
    }

    /// Changes the value of a number, and the summaries with it. The stamp must not fall. Returns
    /// false if there is no value.
    pub fn update(&mut self, number: u32, change: &mut dyn FnMut(&mut T)) -> bool {
        if !reaches(self.height, number) {
            return false;
        }
        let Some((facts, stamp)) = self.root.update(self.height, number, change) else {
            return false;
        };
        let root = &self.root;
        self.summary.update(facts, |summary, outdated| root.renew(summary, outdated, number));
        self.stamp = stamp.max(self.stamp);
        true
    }

    /// Returns the value of a number, for a change of what neither a summary nor the stamp depends
    /// on.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        if !reaches(self.height, number) {
            return None;
        }
        let mut node = &mut self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values.get_mut(slot(number, 0)),
                Node::Inner(inner) => node = inner.nodes.get_mut(slot(number, level))?,
            }
            level = level.saturating_sub(1);
        }
    }

    /// Inserts a value and returns the one that it replaces.
    pub fn insert(&mut self, number: u32, value: T) -> Option<T> {
        self.insert_and(number, value, true)
    }

    /// Inserts a value and returns the one that it replaces. The summaries are wrong until
    /// [`Table::summarize`], with which this is faster for many values.
    pub fn insert_unsummarized(&mut self, number: u32, value: T) -> Option<T> {
        self.insert_and(number, value, false)
    }

    /// Summarizes all values again.
    pub fn summarize(&mut self) {
        self.summary = self.root.summarize_all(self.height, 0);
    }

    fn insert_and(&mut self, number: u32, value: T, summarizes: bool) -> Option<T> {
        while !reaches(self.height, number) {
            self.height += 1;
            let below = std::mem::replace(&mut self.root, Node::new(self.height));
            // An empty leaf is not worth a path of its own.
            if self.len > 0
                && let Node::Inner(inner) = &mut self.root
            {
                inner.summaries.insert(0, below.summary(0));
                inner.stamps.insert(0, self.stamp);
                inner.nodes.insert(0, below);
            }
        }
        self.stamp = value.stamp().max(self.stamp);
        let (previous, facts) = self.root.insert(self.height, number, value, summarizes);
        self.len += usize::from(previous.is_none());
        let root = &self.root;
        self.summary.update(facts, |summary, outdated| root.renew(summary, outdated, number));
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
        } else {
            self.summary = self.root.summary(number);
            self.stamp = self.root.stamp();
        }
        Some(value)
    }

    /// Returns all values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.iter_stamped(0, 0)
    }

    /// Returns the values from a number on, with their numbers, in ascending order.
    pub fn iter_from(&self, number: u32) -> impl Iterator<Item = (u32, &T)> {
        self.iter_stamped(number, 0)
    }

    /// Returns the values from a number on whose stamps are at least `least`, with their numbers,
    /// in ascending order. Reads little more than these.
    pub fn iter_stamped(&self, number: u32, least: u64) -> impl Iterator<Item = (u32, &T)> {
        Iter::new(&self.root, self.height, number, least)
    }

    /// Returns the whole table, to be descended as the summaries say.
    pub fn root(&self) -> Subtree<'_, T> {
        Subtree::new(&self.root, &self.summary)
    }

    /// Checks that every summary and every stamp agrees with the values below it. The error is the
    /// first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.root.check_stamps()? != self.stamp {
            return Err("the greatest stamp of a table is wrong");
        }
        self.root().check()
    }
}

/// Returns the slot of a number in a node of that level: 0 are the leaves, and at most 5 the root.
fn slot(number: u32, level: u32) -> u32 {
    number.wrapping_shr(level * BITS) & (SLOTS - 1)
}

/// Returns a number with another slot in a node of that level.
fn with_slot(number: u32, level: u32, slot: u32) -> u32 {
    number | slot.unbounded_shl(level * BITS)
}

/// Returns whether a tree of that height has a slot for the number.
fn reaches(height: u32, number: u32) -> bool {
    number.unbounded_shr((height + 1) * BITS) == 0
}

#[cfg(test)]
mod tests;
