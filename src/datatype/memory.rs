//! The memory of a site.

use crate::ffi::bytes_held;

#[derive(Debug, Default)]
pub struct MemoryAccount(isize);

impl MemoryAccount {
    /// Runs `change` and counts what it allocates and frees on this thread.
    pub fn track<R>(&mut self, change: impl FnOnce() -> R) -> R {
        let before = bytes_held();
        let result = change();
        self.add_since(before);
        result
    }

    /// Counts what this thread has allocated and freed since it held `before`.
    pub fn add_since(&mut self, before: isize) {
        self.0 = self.0.wrapping_add(bytes_held().wrapping_sub(before));
    }

    pub fn bytes(&self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }
}
