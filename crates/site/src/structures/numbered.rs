//! Values by small numbers, which are assigned and reused.

use crate::structures::chunks::Chunks;
use crate::structures::free_numbers::FreeNumbers;
use crate::structures::packed::{Packed, SLOTS};

/// A list of values by number. A value that was removed leaves half a byte until all with higher
/// numbers are.
#[derive(Clone, Debug)]
pub struct Numbered<T> {
    /// Nodes of 64 numbers each, in which only values take memory.
    nodes: Chunks<Packed<T>>,
    /// Numbers without a value, below `end`.
    free: FreeNumbers,
    /// The lowest number above all that are in use.
    end: u32,
    len: usize,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { nodes: Chunks::default(), free: FreeNumbers::default(), end: 0, len: 0 }
    }
}

impl<T> Numbered<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the lowest number above all that are in use.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Returns the value of a number.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.nodes.get((number / SLOTS) as usize)?.get(number % SLOTS)
    }

    /// Returns the value of a number for modification.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.nodes.get_mut((number / SLOTS) as usize)?.get_mut(number % SLOTS)
    }

    /// Adds a value, of which there are fewer than `u32::MAX`, and returns its number.
    pub fn insert(&mut self, value: T) -> u32 {
        let number = self.free.pop_first().unwrap_or(self.end);
        self.end = self.end.max(number + 1);
        let node = (number / SLOTS) as usize;
        if node == self.nodes.len() {
            self.nodes.push(Packed::default());
        }
        if let Some(node) = self.nodes.get_mut(node) {
            node.insert(number % SLOTS, value);
        }
        self.len += 1;
        number
    }

    /// Removes the value of a number.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let node = self.nodes.get_mut((number / SLOTS) as usize)?;
        let value = node.remove(number % SLOTS)?;
        self.len -= 1;
        if self.len == 0 {
            *self = Self::default();
        } else {
            self.free.insert(number);
            if let Some(start) = self.free.remove_last(self.end) {
                self.end = start;
                while self.nodes.len() > start.div_ceil(SLOTS) as usize {
                    self.nodes.pop();
                }
            }
        }
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

    /// Checks that every number below the highest in use is either in use or free.
    ///
    /// # Errors
    ///
    /// The invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        let mut numbers: Vec<u32> = self.iter().map(|(number, _)| number).collect();
        if numbers.len() != self.len {
            return Err("the number of numbered values is wrong");
        }
        numbers.extend(self.free.iter());
        numbers.sort_unstable();
        match numbers.into_iter().eq(0..self.end) {
            true if self.nodes.len() == self.end.div_ceil(SLOTS) as usize => Ok(()),
            true => Err("numbers above all in use take memory"),
            false => Err("a number is neither in use nor free"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn holds_what_a_map_holds_and_reuses_numbers() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut numbered, mut map) = (Numbered::default(), BTreeMap::new());
        for step in 0..30_000_u32 {
            // Grows, shrinks to nothing, and grows again.
            if random.u32(0..20_000) > step % 20_000 {
                let number = numbered.insert(step);
                assert_eq!(map.insert(number, step), None);
                assert!(
                    map.range(..number).count() == number as usize,
                    "{number} is not the first"
                );
            } else {
                let number = random.u32(0..1_000);
                let number = map.range(number..).next().map_or(number, |(number, _)| *number);
                assert_eq!(numbered.remove(number), map.remove(&number));
            }
            assert_eq!(numbered.len(), map.len());
            if step % 500 == 0 {
                numbered.check().unwrap();
                assert!(numbered.iter().eq(map.iter().map(|(number, value)| (*number, value))));
                assert!(map.iter().all(|(number, value)| numbered.get(*number) == Some(value)));
            }
        }
    }
}
