//! Numbers for the changes of a site, by which others know whether what they keep of it is
//! outdated.
//!
//! A site counts its changes, and each article holds the number of the last one of any entry of
//! its map: everything that a reply shows of it, but for a viewer's vote. Numbers are in memory
//! only: they begin again when a site is loaded, and say nothing about a copy.

use std::collections::VecDeque;

use crate::item::Item;
use crate::terms::types::ItemId;

/// How many deletions a site remembers, for those who follow its changes.
pub const MAX_DELETIONS: usize = 100_000;

/// The number of a change. No two changes of a site in memory have the same.
///
/// It has 48 bits, since each article has one: at a million changes per second, they last for nine
/// years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(Rust, packed(2))]
pub struct ChangeNumber {
    high: u16,
    low: u32,
}

impl ChangeNumber {
    /// The number before the first change.
    pub const ZERO: Self = Self { high: 0, low: 0 };

    /// The last number.
    const MAX: u64 = (1 << 48) - 1;

    /// Returns a number that was kept. No change has one above the last.
    pub fn new(number: u64) -> Self {
        let number = number.min(Self::MAX);
        Self { high: (number >> 32) as u16, low: number as u32 }
    }

    /// Returns the number.
    pub fn get(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }
}

/// Counts the changes of a site, and remembers the last deletions.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    last: ChangeNumber,
    /// What was deleted, in the order of the numbers.
    deletions: VecDeque<(ChangeNumber, ItemId)>,
    /// The last deletion that is no longer remembered.
    forgotten: ChangeNumber,
}

impl Changes {
    /// Counts a change of the site that no article shows, such as a new setting.
    pub fn count(&mut self) {
        self.last = ChangeNumber::new(self.last.get() + 1);
    }

    pub fn last(&self) -> ChangeNumber {
        self.last
    }

    /// Counts a change of the entries of an article or comment.
    pub fn count_in(&mut self, item: &mut Item) {
        self.count();
        item.changed = self.last;
    }

    /// Counts the deletion of an article or comment.
    pub fn count_deletion(&mut self, id: ItemId) {
        self.count();
        if self.deletions.len() >= MAX_DELETIONS
            && let Some((number, _)) = self.deletions.pop_front()
        {
            self.forgotten = number;
        }
        self.deletions.push_back((self.last, id));
    }

    /// Returns the number of the last deletion; 0 if there was none.
    pub fn last_deletion(&self) -> ChangeNumber {
        self.deletions.back().map_or(ChangeNumber::ZERO, |(number, _)| *number)
    }

    /// Returns the deletions after a change, in their order, or None if some of them are no longer
    /// remembered.
    pub fn deletions_after(
        &self,
        number: ChangeNumber,
    ) -> Option<impl Iterator<Item = (ChangeNumber, ItemId)> + '_> {
        let first = self.deletions.partition_point(|(deletion, _)| *deletion <= number);
        (self.forgotten <= number).then(|| self.deletions.range(first..).copied())
    }
}
