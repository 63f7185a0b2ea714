//! Values by small numbers, some of which have none.

use crate::structures::chunks::Chunks;
use crate::structures::packed::{Packed, SLOTS};

/// A map from numbers below an end to values. A number without a value takes half a byte.
#[derive(Clone, Debug)]
pub struct ByNumber<T> {
    /// Nodes of 64 numbers each, in which only values take memory.
    nodes: Chunks<Packed<T>>,
    len: usize,
}

impl<T> Default for ByNumber<T> {
    fn default() -> Self {
        Self { nodes: Chunks::default(), len: 0 }
    }
}

impl<T> ByNumber<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the value of a number.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.nodes.get((number / SLOTS) as usize)?.get(number % SLOTS)
    }

    /// Returns the value of a number for modification.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.nodes.get_mut((number / SLOTS) as usize)?.get_mut(number % SLOTS)
    }

    /// Sets the end of the numbers. Those from it on must have no values. It takes the time of
    /// what it moves by, so let it move with what is inserted and removed.
    pub fn set_end(&mut self, end: u32) {
        let nodes = end.div_ceil(SLOTS) as usize;
        while self.nodes.len() < nodes {
            self.nodes.push(Packed::default());
        }
        while self.nodes.len() > nodes {
            self.nodes.pop();
        }
    }

    /// Stores the value of a number below the end.
    pub fn insert(&mut self, number: u32, value: T) {
        if let Some(node) = self.nodes.get_mut((number / SLOTS) as usize) {
            self.len += usize::from(node.insert(number % SLOTS, value).is_none());
        }
    }

    /// Removes the value of a number.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let value = self.nodes.get_mut((number / SLOTS) as usize)?.remove(number % SLOTS)?;
        self.len -= 1;
        Some(value)
    }

    /// Returns all values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let nodes = (0..).step_by(SLOTS as usize).zip(self.nodes.iter());
        nodes.flat_map(|(base, node)| node.iter().map(move |(slot, value)| (base + slot, value)))
    }

    /// Returns all values with their numbers for modification, in ascending order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        let nodes = (0..).step_by(SLOTS as usize).zip(self.nodes.iter_mut());
        let values =
            |(base, node): (u32, _)| Packed::iter_mut(node).map(move |(slot, v)| (base + slot, v));
        nodes.flat_map(values)
    }

    /// Checks the number of values, and that no number from the end on takes memory.
    ///
    /// # Errors
    ///
    /// The invariant that does not hold.
    pub fn check(&self, end: u32) -> Result<(), &'static str> {
        if self.iter().count() != self.len {
            return Err("the number of numbered values is wrong");
        }
        let is_below = self.iter().last().is_none_or(|(last, _)| last < end);
        match is_below && self.nodes.len() == end.div_ceil(SLOTS) as usize {
            true => Ok(()),
            false => Err("numbers above all in use take memory"),
        }
    }
}
