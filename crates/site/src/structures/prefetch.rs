//! Cache-line prefetch. Unlike a read, it does not wait for the memory.

use std::slice;

use prefetch_index::prefetch_index;
use thin_vec::ThinVec;

/// The bytes of a cache line on nearly all machines.
const LINE: usize = 64;

/// The bytes in front of the items of a [`ThinVec`]: their number, and how many there is room for.
pub const BLOCK_HEADER: usize = 2 * size_of::<usize>();

/// Returns how many items share a cache line.
const fn items_per_line<T>() -> usize {
    let items = LINE.checked_div(size_of::<T>());
    match items {
        Some(items) if items > 0 => items,
        _ => 1,
    }
}

/// Starts to load the first cache line of a value that is needed only later, so that it comes
/// while other work goes on.
pub fn prefetch<T>(value: &T) {
    prefetch_index(slice::from_ref(value), 0);
}

/// Starts to load the first cache lines of a list whose length is in front of its items.
pub fn prefetch_block<T>(list: &ThinVec<T>, lines: usize) {
    let in_front = BLOCK_HEADER.checked_div(size_of::<T>()).unwrap_or(0);
    let index = |line: usize| (line * items_per_line::<T>()).wrapping_sub(in_front);
    (0..lines).for_each(|line| prefetch_index(list, index(line)));
}
