//! Comparing what an import finds in a site with what the source has.

use crate::item::Item;
use crate::readable::readable;

/// Returns whether both can be the same, which may have been deleted on one side.
pub fn may_be(one: &Item, other: &Item) -> bool {
    let is_same_poster = one.deleted || other.deleted || one.poster == other.poster;
    is_same_poster && (one.time, one.parent) == (other.time, other.parent)
}

/// Describes what distinguishes an item from another one with the same id.
pub fn describe(item: &Item) -> String {
    let (poster, time) = (readable(&item.poster), item.time.0);
    match item.parent {
        _ if item.deleted => format!("a deleted one from {time}"),
        None => format!("an article by {poster} at {time}"),
        Some(parent) => format!("a comment on {parent} by {poster} at {time}"),
    }
}
