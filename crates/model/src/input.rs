//! Bytes, read from their start. Past their end they read as zeros, so that every input is valid.
//!
//! Random bytes mostly read as values of a small range, so that operations meet, and sometimes as
//! any others.

use std::ops::Range;

/// The rest of an input.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns whether the whole input has been read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// Reads a number below `bound`, which is at most 240, or any number.
    pub fn below(&mut self, bound: u8) -> u8 {
        match self.byte() {
            byte @ 0..240 => byte % bound,
            _ => self.byte(),
        }
    }

    /// Reads a number in a range of at most 240, or any number.
    pub fn within(&mut self, range: Range<i16>) -> i16 {
        match self.byte() {
            byte @ 0..240 => range.start + i16::from(byte) % (range.end - range.start),
            _ => i16::from_le_bytes(self.array()),
        }
    }

    /// Reads a byte that is true for `percent` of all values.
    pub fn chance(&mut self, percent: u16) -> bool {
        u16::from(self.byte()) * 100 >= (100 - percent) * 256
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[usize::from(self.byte()) % items.len()]
    }

    /// Reads a list after its length: mostly up to 4 items, sometimes more than a site allows.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let len = match self.byte() {
            byte @ 0..240 => byte % 5,
            byte => byte - 210,
        };
        (0..len).map(|_| item(self)).collect()
    }

    /// Reads an item after a byte that says for `percent` of all values that there is one.
    pub fn option<T>(&mut self, percent: u16, item: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance(percent).then(|| item(self))
    }

    /// Reads all that is left.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}
