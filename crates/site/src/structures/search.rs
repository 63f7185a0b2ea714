//! Search in sorted slices of up to some hundred items.
//!
//! A binary search compares fewer items, but each depends on the comparison before, so it waits
//! for one cache line after the other. Here the last items of all runs of eight are compared
//! first, none of which depends on another, so the processor loads them at once. Only the search
//! within a run is binary.

/// How many items are compared by their last one first.
const RUN: usize = 8;

/// Returns the index of the first item for which `is_before` is false. It must be true for all
/// items before that, and false for all after it.
pub fn partition_point<T>(items: &[T], is_before: impl Fn(&T) -> bool) -> usize {
    let (runs, rest) = items.as_chunks::<RUN>();
    let before: usize = runs.iter().map(|[.., end]| usize::from(is_before(end))).sum();
    let within = match runs.get(before) {
        Some(run) => run.partition_point(is_before),
        None => rest.partition_point(is_before),
    };
    RUN * before + within
}

/// Returns the index of an item or, as an error, the one at which it belongs.
pub fn find<T: Ord>(items: &[T], item: &T) -> Result<usize, usize> {
    let at = partition_point(items, |other| other < item);
    match items.get(at) {
        Some(found) if found == item => Ok(at),
        _ => Err(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_gaps_are_found_in_slices_of_every_length() {
        for len in 0..100 {
            let items: Vec<u32> = (0..len).map(|n| 2 * n + 1).collect();
            for item in 0..=2 * len + 1 {
                assert_eq!(find(&items, &item), items.binary_search(&item), "{item} of {len}");
            }
        }
    }
}
