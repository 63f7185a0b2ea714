//! The memory of a site, which is freed on more than one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

use crate::ffi::bytes_held;

/// The bytes of memory that a site holds. Clones share the number.
#[derive(Clone, Debug, Default)]
pub struct MemoryAccount(Arc<AtomicIsize>);

impl MemoryAccount {
    /// Runs `change` and counts what it allocates and frees on this thread.
    pub fn track<R>(&self, change: impl FnOnce() -> R) -> R {
        let before = bytes_held();
        let result = change();
        self.0.fetch_add(bytes_held().wrapping_sub(before), Ordering::Relaxed);
        result
    }

    /// Returns the number of bytes.
    pub fn bytes(&self) -> usize {
        usize::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(0)
    }
}
