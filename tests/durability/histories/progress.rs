//! The progress of the clients, for the test to decide when something happens to the server.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use test_support::{DEADLINE, wait_until};

#[derive(Default)]
pub struct Progress {
    replies: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Counts a reply.
    pub fn add_reply(&self) {
        self.replies.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the clients must stop.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes the clients stop when the guard is dropped, even if the test fails.
    pub fn stop_on_drop(&self) -> StopOnDrop<'_> {
        StopOnDrop(self)
    }

    /// Waits for that many more replies.
    pub fn await_more(&self, replies: i64) {
        let target = self.replies.load(Ordering::Relaxed) + replies as u64;
        wait_until(DEADLINE, "replies", || self.replies.load(Ordering::Relaxed) >= target);
    }
}

/// Makes the clients stop.
pub struct StopOnDrop<'a>(&'a Progress);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}
