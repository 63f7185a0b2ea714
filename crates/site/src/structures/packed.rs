//! A node of up to 64 items, of which only those that exist take memory.

/// Bits of a number that choose an item in a node.
pub const BITS: u32 = 6;
/// Places for items in a node.
pub const SLOTS: u32 = 1 << BITS;

/// The slots of a bitmap, in ascending order.
#[derive(Clone, Debug)]
pub struct Slots(u64);

impl Iterator for Slots {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let slot = self.0.trailing_zeros();
        // Clears the lowest bit.
        self.0 &= self.0 - 1;
        Some(slot)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

/// Up to 64 items by slot, stored without gaps.
#[derive(Clone, Debug)]
pub struct Packed<T> {
    /// Bit `n` is set if slot `n` has an item.
    occupied: u64,
    items: Vec<T>,
}

impl<T> Default for Packed<T> {
    fn default() -> Self {
        Self { occupied: 0, items: Vec::new() }
    }
}

impl<T> Packed<T> {
    pub fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// Returns the lowest slot above all that have an item.
    pub fn end(&self) -> u32 {
        u64::BITS - self.occupied.leading_zeros()
    }

    /// Returns the items in the order of their slots.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns the items with their slots.
    pub fn iter(&self) -> std::iter::Zip<Slots, std::slice::Iter<'_, T>> {
        Slots(self.occupied).zip(&self.items)
    }

    /// Returns the items of a slot and those above, in the order of their slots.
    pub fn items_from(&self, slot: u32) -> &[T] {
        self.items.get(self.rank(slot)..).unwrap_or_default()
    }

    /// Returns the items of a slot and those above, with their slots.
    pub fn iter_from(&self, slot: u32) -> std::iter::Zip<Slots, std::slice::Iter<'_, T>> {
        let before = (1_u64 << slot) - 1;
        Slots(self.occupied & !before).zip(self.items_from(slot))
    }

    /// Returns the items with their slots for modification.
    pub fn iter_mut(&mut self) -> std::iter::Zip<Slots, std::slice::IterMut<'_, T>> {
        Slots(self.occupied).zip(&mut self.items)
    }

    pub fn get(&self, slot: u32) -> Option<&T> {
        self.items.get(self.index(slot)?)
    }

    pub fn get_mut(&mut self, slot: u32) -> Option<&mut T> {
        self.at_mut(self.index(slot)?)
    }

    /// Returns the item at an index, as [`Packed::index`] returned.
    pub fn at_mut(&mut self, index: usize) -> Option<&mut T> {
        self.items.get_mut(index)
    }

    /// Stores an item and returns the one that it replaces.
    pub fn insert(&mut self, slot: u32, item: T) -> Option<T> {
        if let Some(existing) = self.get_mut(slot) {
            return Some(std::mem::replace(existing, item));
        }
        let rank = self.rank(slot);
        let len = self.items.len();
        if len == self.items.capacity() {
            // A node without gaps so far will probably be filled, with fewer and larger steps.
            let more = if slot as usize == len { 3 * len } else { len };
            self.items.reserve_exact(more.clamp(1, SLOTS as usize - len));
        }
        self.items.insert(rank, item);
        self.occupied |= 1 << slot;
        None
    }

    pub fn remove(&mut self, slot: u32) -> Option<T> {
        let item = self.items.remove(self.index(slot)?);
        self.occupied &= !(1 << slot);
        if self.items.len() <= self.items.capacity() / 2 {
            self.items.shrink_to_fit();
        }
        Some(item)
    }

    /// Returns where the slot's item is among the items, if it has one.
    pub fn index(&self, slot: u32) -> Option<usize> {
        (self.occupied >> slot & 1 == 1).then(|| self.rank(slot))
    }

    /// Returns how many slots before this one have an item.
    fn rank(&self, slot: u32) -> usize {
        let before = (1_u64 << slot) - 1;
        match self.occupied & before {
            // The usual case. Counting bits takes a dozen instructions on processors without one
            // for it, which the build does not presume.
            occupied if occupied == before => slot as usize,
            occupied => occupied.count_ones() as usize,
        }
    }
}
