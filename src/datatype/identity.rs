//! Which sites in memory are the same, and which are gone.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The identity of a site in memory: of one value, wherever its key is. A copy, or a site that is
/// loaded again, is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SiteIdentity(u64);

impl SiteIdentity {
    /// Returns an identity that no other site has or had.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the identity as a number.
    pub fn get(self) -> u64 {
        self.0
    }
}

/// Sites that are gone. They may have been freed by another thread.
static FREED: Mutex<Vec<SiteIdentity>> = Mutex::new(Vec::new());

/// Notes that a site is gone.
pub fn note_freed(site: SiteIdentity) {
    FREED.lock().unwrap_or_else(PoisonError::into_inner).push(site);
}

/// Returns the sites that were noted since the last call.
pub fn take_freed_sites() -> Vec<SiteIdentity> {
    std::mem::take(&mut FREED.lock().unwrap_or_else(PoisonError::into_inner))
}
