//! How many lists an article or comment is on: so nothing must be searched when it is deleted.

use std::collections::BTreeMap;

use crate::item::Item;
use crate::items::Items;
use crate::terms::types::ItemId;

/// The marks that articles and comments have beyond those that they count themselves.
#[derive(Clone, Debug, Default)]
pub struct Counts(BTreeMap<ItemId, u32>);

impl Counts {
    /// Returns how many marks an article or comment has.
    pub fn of(&self, id: ItemId, item: &Item) -> u32 {
        u32::from(item.marks) + self.0.get(&id).copied().unwrap_or_default()
    }

    /// Counts a mark of an article or comment.
    pub fn add(&mut self, id: ItemId, items: &mut Items) {
        let Some(item) = items.get_mut(id) else { return };
        match item.marks.checked_add(1) {
            Some(marks) => item.marks = marks,
            None => *self.0.entry(id).or_default() += 1,
        }
    }

    /// Counts `marks` less of an article or comment, if it exists.
    pub fn subtract(&mut self, id: ItemId, marks: u32, items: &mut Items) {
        let Some(item) = items.get_mut(id) else { return };
        let more = self.0.get(&id).copied().unwrap_or_default();
        let left = more.saturating_sub(marks);
        match left {
            0 => _ = self.0.remove(&id),
            left => _ = self.0.insert(id, left),
        }
        item.marks -= (marks - (more - left)) as u16;
    }

    /// Forgets what is deleted. Returns how many marks it had, of which it counted some itself.
    pub fn take(&mut self, id: ItemId, counted: u16) -> u32 {
        u32::from(counted) + self.0.remove(&id).unwrap_or_default()
    }
}
