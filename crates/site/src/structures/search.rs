//! Search in sorted slices of up to some hundred items.
//!
//! A binary search compares fewer items, but each depends on the comparison before, so it waits
//! for one cache line after the other. Here the last items of all runs of eight are compared
//! first, none of which depends on another, so the processor loads them at once. Only the search
//! within a run is binary. Lists of similar lengths take the same branches: a loop that ended with
//! each list would end where the processor does not expect it.

/// How many items are compared by their last one first.
const RUN: usize = 8;
/// How many runs are compared before asking whether there are more.
const FEW: usize = 4;

/// Returns the index of the first item for which `is_before` is false. It must be true for all
/// items before that, and false for all after it.
pub fn partition_point<T>(items: &[T], is_before: impl Fn(&T) -> bool) -> usize {
    let (runs, _) = items.as_chunks::<RUN>();
    if runs.is_empty() {
        return items.partition_point(is_before);
    }
    let before = count_runs(runs, |[.., end]| is_before(end));
    // The items after the last run are compared together with its own.
    let start = (RUN * before).min(items.len() - RUN);
    let run = items.get(start..).and_then(|items| items.first_chunk::<RUN>());
    start + run.map_or(0, |run| run.partition_point(is_before))
}

/// Returns for how many runs `is_before` is true, which are the first ones. If it is true for all,
/// the result may be more than their number.
fn count_runs<T>(runs: &[[T; RUN]], is_before: impl Fn(&[T; RUN]) -> bool) -> usize {
    let one_if = |run: &[T; RUN]| usize::from(is_before(run));
    let Some(last) = runs.last_chunk::<FEW>() else {
        // The last run stands for those that are missing.
        let run = |at| runs.get(at).or(runs.last());
        return (0..FEW).filter_map(run).map(one_if).sum();
    };
    let count = |few: &[[T; RUN]; FEW]| -> usize { few.iter().map(one_if).sum() };
    let before: usize = runs.as_chunks().0.iter().map(count).sum();
    match count(last) {
        0 => before,
        last => runs.len() - FEW + last,
    }
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
