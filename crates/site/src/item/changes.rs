//! Numbers for the changes of a site, by which others know whether what they keep of it is outdated.
//!
//! A site counts its changes, and each article holds the number of the last one of any entry of its
//! map: everything that a reply shows of it, but for a viewer's vote. Numbers are in memory only:
//! they begin again when a site is loaded, and say nothing about a copy.

use crate::item::Item;

/// The number of a change. No two changes of a site in memory have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChangeNumber(u64);

impl ChangeNumber {
    /// Returns the number.
    pub fn get(self) -> u64 {
        self.0
    }
}

/// Counts the changes of a site.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    last: ChangeNumber,
}

impl Changes {
    /// Counts a change of the site that no article shows, such as a new setting.
    pub fn count(&mut self) {
        // At a million changes per second, they last for half a million years.
        self.last.0 += 1;
    }

    /// Returns the number of the last change.
    pub fn last(&self) -> ChangeNumber {
        self.last
    }

    /// Counts a change of the entries of an article or comment.
    pub fn count_in(&mut self, item: &mut Item) {
        self.count();
        item.changed = self.last;
    }
}
