//! Cache-line prefetch in safe code.

use std::hint::black_box;

/// Reads a value that is needed only later, so that its cache line comes while other work goes on.
pub fn prefetch<T: Copy>(value: T) {
    black_box(value);
}

/// Reads one item per cache line. A search through the items would wait for one line after the
/// other; these reads wait for all of them together.
pub fn prefetch_all<T: Clone>(items: &[T]) {
    // Only plain data: cloning anything else would do more than read.
    if !std::mem::needs_drop::<T>() {
        let step = (64 / size_of::<T>().max(1)).max(1);
        items.iter().step_by(step).for_each(|item| drop(black_box(item.clone())));
    }
}
