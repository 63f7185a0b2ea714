//! Reading ahead.

/// Reads an item of every cache line: a search waits for one line after the other, these reads for
/// all of them at once.
pub fn prefetch<T: Clone>(items: &[T]) {
    // Only of items that are nothing but bytes: to clone others would do more than read.
    if !std::mem::needs_drop::<T>() {
        let step = (64 / size_of::<T>().max(1)).max(1);
        items.iter().step_by(step).for_each(|item| drop(std::hint::black_box(item.clone())));
    }
}
