//! The keys of a leaf, in ascending order.

use crate::structures::search::find;

/// The maximum number of keys in a leaf and of children of an inner node.
pub(super) const CAPACITY: usize = 64;
/// The number of keys by which a leaf grows.
const STEP: usize = CAPACITY / 4;

/// Inserts a key at its place. `last` says whether this is the rightmost leaf. A full leaf is
/// split first: returns the keys of its new right neighbour, at least one.
pub(super) fn insert<K>(keys: &mut Vec<K>, at: usize, key: K, last: bool) -> Option<Vec<K>> {
    if keys.len() < CAPACITY {
        let is_appended = last && at == keys.len();
        if keys.len() == keys.capacity() && !is_appended {
            // A vector would double, and leave leaves half empty.
            keys.reserve_exact(keys.len().clamp(4, STEP).min(CAPACITY - keys.len()));
        }
        keys.insert(at, key);
        return None;
    }
    if last && at == CAPACITY {
        // Ascending keys leave full leaves behind.
        return Some(vec![key]);
    }
    let middle = CAPACITY / 2;
    let mut right = keys.split_off(middle);
    keys.shrink_to_fit();
    match at.checked_sub(middle) {
        Some(at) if at > 0 => right.insert(at, key),
        _ => keys.insert(at, key),
    }
    Some(right)
}

/// Replaces a key by one that belongs into the same leaf. Returns false, and changes nothing, if
/// `old` is not there or `new` already is.
pub(super) fn replace<K: Ord>(keys: &mut [K], old: &K, new: K) -> bool {
    let (Ok(from), Err(to)) = (find(keys, old), find(keys, &new)) else {
        return false;
    };
    // Rotates the slot of the old key to where the new one belongs.
    let (span, to) = if to > from {
        let span = keys.get_mut(from..to);
        (span.map(|s| s.rotate_left(1)), to - 1)
    } else {
        let span = keys.get_mut(to..=from);
        (span.map(|s| s.rotate_right(1)), to)
    };
    match (span, keys.get_mut(to)) {
        (Some(()), Some(slot)) => {
            *slot = new;
            true
        }
        _ => false,
    }
}
