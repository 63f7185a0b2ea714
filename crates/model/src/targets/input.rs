//! A fuzzer's input, read from its start. Past its end it reads as zeros, so that every input is
//! valid.

/// The rest of an input.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// Starts to read an input.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns whether the whole input has been read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// Reads `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// Reads a list after its length: mostly up to 4 items, sometimes more than a site allows.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let len = match self.byte() {
            byte @ 0..240 => byte % 5,
            byte => byte - 210,
        };
        (0..len).map(|_| item(self)).collect()
    }

    /// Reads an item after a byte that says whether there is one.
    pub fn option<T>(&mut self, item: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.byte() & 1 == 1).then(|| item(self))
    }

    /// Reads all that is left.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}
