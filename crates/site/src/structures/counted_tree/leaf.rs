//! Changes of a leaf.

use super::keys::{CAPACITY, Keys};

/// Inserts a key at its place. `last` says whether this is the rightmost leaf. A full leaf is
/// split first: returns its new right neighbour, which is not empty.
pub(super) fn insert<K: Keys>(leaf: &mut K, at: usize, key: K::Key, last: bool) -> Option<K> {
    if leaf.len() < CAPACITY {
        leaf.insert(at, key, last && at == leaf.len());
        return None;
    }
    if last && at == CAPACITY {
        // Ascending keys leave full leaves behind.
        return Some(K::of(&[key]));
    }
    let middle = CAPACITY / 2;
    let mut right = leaf.split_off(middle);
    match at.checked_sub(middle) {
        Some(at) if at > 0 => right.insert(at, key, true),
        _ => leaf.insert(at, key, true),
    }
    Some(right)
}

/// Replaces a key by one that belongs into the same leaf. Returns false, and changes nothing, if
/// `old` is not there or `new` already is.
pub(super) fn replace<K: Keys>(leaf: &mut K, old: &K::Key, new: K::Key) -> bool {
    let (Ok(from), Err(to)) = (leaf.find(old), leaf.find(&new)) else {
        return false;
    };
    leaf.replace(from, to, new);
    true
}
