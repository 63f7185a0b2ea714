//! Comparing what an import finds in a site with what the source has.

use crate::item::{Entry, Item};
use crate::readable::readable;

/// Returns whether both can be the same entry, which may have been deleted on one side.
pub fn may_be(one: &Entry, other: &Entry) -> bool {
    let posters = one.item().zip(other.item()).map(|(one, other)| [&one.poster, &other.poster]);
    posters.is_none_or(|[one, other]| one == other)
        && (one.time(), one.parent()) == (other.time(), other.parent())
}

/// Describes what distinguishes an entry from another one with the same id.
pub fn describe(entry: &Entry) -> String {
    let time = entry.time();
    let Some(Item { poster, .. }) = entry.item() else {
        return format!("a deleted one from {time}");
    };
    let poster = readable(poster);
    match entry.parent() {
        None => format!("an article by {poster} at {time}"),
        Some(parent) => format!("a comment on {parent} by {poster} at {time}"),
    }
}
