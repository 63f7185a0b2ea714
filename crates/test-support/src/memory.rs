//! Memory, measured once the server is at rest.

use super::{Client, DEADLINE, info_number, wait_until};

/// Waits until all is freed that the commands so far have left to free: values in the background,
/// votes and lists step by step, and kept replies of sites that are gone. Every test that compares
/// memory, or counts what is in memory, must do this first.
#[track_caller]
pub fn await_rest(c: &mut Client) {
    // In this order: the background thread may free a site of which replies are kept.
    wait_until(DEADLINE, "the server is at rest", || {
        info_number(c, "memory", "lazyfree_pending_objects") == 0
            && info_number(c, "article", "article_sites_sweeping") == 0
    });
}

/// Returns the memory that the server has allocated, at rest.
#[track_caller]
pub fn used_memory(c: &mut Client) -> i64 {
    await_rest(c);
    info_number(c, "memory", "used_memory")
}

/// Returns the memory that the key is said to use, at rest.
#[track_caller]
pub fn memory_usage(c: &mut Client, key: &str) -> i64 {
    await_rest(c);
    c.int(&format!("MEMORY USAGE {key}"))
}
