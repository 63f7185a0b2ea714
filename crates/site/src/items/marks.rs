//! How many lists an article or comment is on: so nothing must be searched when it is deleted.

use super::Items;
use crate::item::Item;
use crate::terms::types::ItemId;

impl Items {
    /// Returns how many marks an article or comment has. Those beyond what it counts itself are in
    /// a map.
    pub fn marks(&self, id: ItemId, item: &Item) -> u32 {
        u32::from(item.marks) + self.more_marks.get(&id).copied().unwrap_or_default()
    }

    pub fn add_mark(&mut self, id: ItemId) {
        let Some(item) = self.get_mut(id) else { return };
        match item.marks.checked_add(1) {
            Some(marks) => item.marks = marks,
            None => *self.more_marks.entry(id).or_default() += 1,
        }
    }

    /// Counts `marks` less of an article or comment, if it exists.
    pub fn subtract_marks(&mut self, id: ItemId, marks: u32) {
        let more = self.more_marks.get(&id).copied().unwrap_or_default();
        let left = more.saturating_sub(marks);
        match left {
            0 => _ = self.more_marks.remove(&id),
            left => _ = self.more_marks.insert(id, left),
        }
        if let Some(item) = self.get_mut(id) {
            item.marks -= (marks - (more - left)) as u16;
        }
    }
}
