//! A map from 32-bit numbers to values, for numbers that are mostly assigned in ascending order.
//!
//! It is a radix tree of 64-way nodes, as high as its largest number needs. A node stores only the
//! children or values that exist, packed in order, and a bitmap that says which: the memory of the
//! table is proportional to the number of its values, wherever gaps are. Numbers with a step have
//! their places side by side.

mod node;
mod subtree;

use crate::structures::packed::{BITS, SLOTS};
use crate::structures::summary::Summary;
use crate::terms::ids::Ids;
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
    /// The numbers that can have a value.
    ids: Ids,
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
        Self::new(Ids::default())
    }
}

impl<T: Summarized> Table<T> {
    /// Returns an empty map for these numbers.
    pub fn new(ids: Ids) -> Self {
        let (root, summary) = (Node::new(0), T::Summary::default());
        Self { ids, root, summary, stamp: 0, height: 0, len: 0 }
    }

    /// Returns the place of a number, if the tree reaches as far.
    fn place(&self, number: u32) -> Option<Place> {
        let index = self.ids.index(number)?;
        reaches(self.height, index).then_some(Place { index, ids: self.ids })
    }

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
        let place = self.place(number)?;
        let mut node = &self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values.get(place.slot(0)),
                Node::Inner(inner) => node = inner.nodes.get(place.slot(level))?,
            }
            level = level.saturating_sub(1);
        }
    }

    /// Changes the value of a number, and the summaries with it. The stamp must not fall. Returns
    /// false if there is no value.
    pub fn update(&mut self, number: u32, change: &mut dyn FnMut(&mut T)) -> bool {
        let Some(place) = self.place(number) else { return false };
        let Some((facts, stamp)) = self.root.update(self.height, place, change) else {
            return false;
        };
        let root = &self.root;
        self.summary.update(facts, |summary, outdated| root.renew(summary, outdated, place));
        self.stamp = stamp.max(self.stamp);
        true
    }

    /// Returns the value of a number, for a change of what neither a summary nor the stamp depends
    /// on.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let place = self.place(number)?;
        let mut node = &mut self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values.get_mut(place.slot(0)),
                Node::Inner(inner) => node = inner.nodes.get_mut(place.slot(level))?,
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
        self.summary = self.root.summarize_all(self.height, Place { index: 0, ids: self.ids });
    }

    fn insert_and(&mut self, number: u32, value: T, summarizes: bool) -> Option<T> {
        let place = Place { index: self.ids.index_from(number), ids: self.ids };
        while !reaches(self.height, place.index) {
            self.height += 1;
            let below = std::mem::replace(&mut self.root, Node::new(self.height));
            // An empty leaf is not worth a path of its own.
            if self.len > 0
                && let Node::Inner(inner) = &mut self.root
            {
                inner.summaries.insert(0, below.summary(Place { index: 0, ..place }));
                inner.stamps.insert(0, self.stamp);
                inner.nodes.insert(0, below);
            }
        }
        self.stamp = value.stamp().max(self.stamp);
        let (previous, facts) = self.root.insert(self.height, place, value, summarizes);
        self.len += usize::from(previous.is_none());
        let root = &self.root;
        self.summary.update(facts, |summary, outdated| root.renew(summary, outdated, place));
        previous
    }

    /// Removes the value of a number. Nodes that become empty are freed.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let place = self.place(number)?;
        let value = self.root.remove(self.height, place)?;
        self.len -= 1;
        if self.len == 0 {
            *self = Self::new(self.ids);
        } else {
            self.summary = self.root.summary(place);
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
        let mut next = Some(self.ids.index_from(number));
        std::iter::from_fn(move || {
            let first = next.filter(|next| reaches(self.height, *next))?;
            let (index, value) = self.root.first_stamped(self.height, first, least)?;
            next = index.checked_add(1);
            Some((self.ids.id(index), value))
        })
    }

    /// Returns the whole table, to be descended as the summaries say.
    pub fn root(&self) -> Subtree<'_, T> {
        Subtree::new(&self.root, &self.summary, self.ids)
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

/// Where a number is in a table.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    index: u32,
    ids: Ids,
}

impl Place {
    fn number(self) -> u32 {
        self.ids.id(self.index)
    }

    /// Returns its slot in a node of that level.
    fn slot(self, level: u32) -> u32 {
        slot(self.index, level)
    }

    /// Returns the place with another slot in a node of that level, where it has the first one.
    fn with_slot(self, level: u32, slot: u32) -> Self {
        Self { index: self.index | slot.unbounded_shl(level * BITS), ..self }
    }
}

/// Returns the slot of an index in a node of that level: 0 are the leaves, and at most 5 the root.
fn slot(index: u32, level: u32) -> u32 {
    index.wrapping_shr(level * BITS) & (SLOTS - 1)
}

/// Returns whether a tree of that height has a slot for the index.
fn reaches(height: u32, index: u32) -> bool {
    index.unbounded_shr((height + 1) * BITS) == 0
}

#[cfg(test)]
mod tests;
