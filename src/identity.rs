//! Which sites in memory are the same, and which are gone.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The identity of a site in memory: of one value, wherever its key is. A copy, or a site that is
/// loaded again, is another, on any server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteIdentity(u64);

impl SiteIdentity {
    /// Returns an identity that no other site has or had.
    pub fn new() -> Self {
        // Random, so that no two servers have the same, nor one server before and after a restart.
        static NEXT: LazyLock<AtomicU64> =
            LazyLock::new(|| AtomicU64::new(RandomState::new().hash_one(std::process::id())));
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub fn get(self) -> u64 {
        self.0
    }

    /// Returns the identity of a text, if it is one.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let text = str::from_utf8(text).ok().filter(|text| text.len() == 16)?;
        text.bytes().all(is_digit).then_some(())?;
        u64::from_str_radix(text, 16).ok().map(Self)
    }
}

impl fmt::Display for SiteIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Sites that are gone. They may have been freed by another thread.
static FREED: Mutex<Vec<SiteIdentity>> = Mutex::new(Vec::new());

pub fn note_freed(site: SiteIdentity) {
    FREED.lock().unwrap_or_else(PoisonError::into_inner).push(site);
}

/// Returns the number of sites that were noted since [`take_freed_sites`]. Does not wait for a
/// thread that is noting one.
pub fn freed_sites() -> usize {
    FREED.try_lock().map_or(1, |freed| freed.len())
}

/// Returns the sites that were noted since the last call.
pub fn take_freed_sites() -> Vec<SiteIdentity> {
    std::mem::take(&mut FREED.lock().unwrap_or_else(PoisonError::into_inner))
}
