//! Values by small numbers, some of which have none.

use crate::structures::packed::{Packed, SLOTS};

/// The nodes per block.
const NODES: u32 = 256;

/// A map from numbers to values. A number without a value takes half a byte if a number near it
/// has one, and otherwise less than a hundredth of a bit: what a step takes depends on what it
/// inserts or removes, not on the number.
#[derive(Clone, Debug)]
pub struct ByNumber<T> {
    /// Blocks of nodes of 64 numbers each, in which only values take memory. Neither the last
    /// block nor the last node of one is empty.
    blocks: Vec<Vec<Packed<T>>>,
    len: usize,
}

impl<T> Default for ByNumber<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }
}

/// Returns the indexes of the block of a number and of the node in it, and the slot there.
fn place(number: u32) -> (usize, usize, u32) {
    let node = number / SLOTS;
    ((node / NODES) as usize, (node % NODES) as usize, number % SLOTS)
}

impl<T> ByNumber<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the lowest number above all that have a value.
    pub fn end(&self) -> u32 {
        let Some(nodes) = self.blocks.last() else { return 0 };
        let blocks = self.blocks.len().saturating_sub(1) as u32;
        let node = blocks * NODES + nodes.len().saturating_sub(1) as u32;
        node * SLOTS + nodes.last().map_or(0, Packed::end)
    }

    pub fn get(&self, number: u32) -> Option<&T> {
        let (block, node, slot) = place(number);
        self.blocks.get(block)?.get(node)?.get(slot)
    }

    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let (block, node, slot) = place(number);
        self.blocks.get_mut(block)?.get_mut(node)?.get_mut(slot)
    }

    pub fn insert(&mut self, number: u32, value: T) {
        let (block, node, slot) = place(number);
        let node = at(at(&mut self.blocks, block), node);
        self.len += usize::from(node.insert(slot, value).is_none());
    }

    pub fn remove(&mut self, number: u32) -> Option<T> {
        let (block, node, slot) = place(number);
        let nodes = self.blocks.get_mut(block)?;
        let value = nodes.get_mut(node)?.remove(slot)?;
        self.len -= 1;
        trim(nodes, Packed::is_empty);
        if nodes.is_empty() {
            trim(&mut self.blocks, Vec::is_empty);
        }
        Some(value)
    }

    /// Returns all values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let blocks = (0..).step_by((NODES * SLOTS) as usize).zip(&self.blocks);
        let nodes = blocks.flat_map(|(base, nodes)| (base..).step_by(SLOTS as usize).zip(nodes));
        nodes.flat_map(|(base, node)| node.iter().map(move |(slot, value)| (base + slot, value)))
    }

    /// Returns all values with their numbers for modification, in ascending order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        let blocks = (0..).step_by((NODES * SLOTS) as usize).zip(&mut self.blocks);
        let nodes = blocks.flat_map(|(base, nodes)| (base..).step_by(SLOTS as usize).zip(nodes));
        let values =
            |(base, node): (u32, _)| Packed::iter_mut(node).map(move |(slot, v)| (base + slot, v));
        nodes.flat_map(values)
    }

    /// Checks the number of values, and that no number above all with a value takes memory.
    ///
    /// # Errors
    ///
    /// The invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.iter().count() != self.len {
            return Err("the number of numbered values is wrong");
        }
        let ends_empty = |nodes: &Vec<_>| nodes.last().is_some_and(Packed::is_empty);
        match self.blocks.iter().any(ends_empty) || self.blocks.last().is_some_and(Vec::is_empty) {
            true => Err("numbers above all in use take memory"),
            false => Ok(()),
        }
    }
}

/// Returns the item at an index, after adding items up to there.
#[allow(clippy::indexing_slicing)] // There is one.
fn at<T: Default>(items: &mut Vec<T>, index: usize) -> &mut T {
    if items.len() <= index {
        if items.is_empty() {
            items.reserve_exact(index + 1);
        }
        items.resize_with(index + 1, T::default);
    }
    &mut items[index]
}

/// Removes empty items at the end, and frees the memory that has become too much.
fn trim<T>(items: &mut Vec<T>, is_empty: impl Fn(&T) -> bool) {
    while items.pop_if(|last| is_empty(last)).is_some() {}
    if items.len() <= items.capacity() / 4 {
        items.shrink_to(2 * items.len());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn holds_what_a_map_holds() {
        let mut random = fastrand::Rng::with_seed(17);
        let (mut numbers, mut map) = (ByNumber::default(), BTreeMap::new());
        for step in 0..20_000 {
            // Many numbers in a few blocks that are far from each other.
            let number = random.u32(0..4) * 100_000_000 + random.u32(0..2_000) * 40;
            if random.u32(0..10_000) > step % 10_000 {
                numbers.insert(number, step);
                map.insert(number, step);
            } else {
                let number = map.range(number..).next().map_or(number, |(number, _)| *number);
                assert_eq!(numbers.remove(number), map.remove(&number));
            }
            if step % 500 == 0 {
                numbers.check().unwrap();
                assert!(numbers.iter().eq(map.iter().map(|(number, value)| (*number, value))));
                assert!(numbers.iter_mut().map(|(n, v)| (n, *v)).eq(map.clone()));
                assert!(map.iter().all(|(number, value)| numbers.get(*number) == Some(value)));
            }
        }
        map.into_keys().for_each(|number| _ = numbers.remove(number));
        assert_eq!((numbers.len(), numbers.blocks.capacity()), (0, 0));
    }

    #[test]
    fn a_value_of_a_high_number_takes_no_memory_for_those_below() {
        let mut numbers = ByNumber::default();
        numbers.insert(10_000_000, 1);
        let nodes: usize = numbers.blocks.iter().map(Vec::capacity).sum();
        let blocks = numbers.blocks.capacity();
        let bytes = nodes * size_of::<Packed<i32>>() + blocks * size_of::<Vec<Packed<i32>>>();
        assert!(bytes < 25_000, "{bytes} bytes");
    }
}
