//! The ids of deleted articles and comments that lists may still have.

use roaring::RoaringBitmap;

/// Ids of what is deleted, as bitmaps: their part of a long list is counted in no time.
#[derive(Clone, Debug, Default)]
pub struct Gone {
    /// Deleted before the present lap through all lists began. No list that it has passed has
    /// them.
    swept: RoaringBitmap,
    /// Deleted later.
    later: RoaringBitmap,
}

impl Gone {
    pub fn is_empty(&self) -> bool {
        self.swept.is_empty() && self.later.is_empty()
    }

    pub fn contains(&self, id: u32) -> bool {
        self.later.contains(id) || self.swept.contains(id)
    }

    /// Returns the bitmaps, which have no id in common.
    pub fn bitmaps(&self) -> [&RoaringBitmap; 2] {
        [&self.swept, &self.later]
    }

    pub fn insert(&mut self, id: u32) {
        self.later.insert(id);
    }

    pub fn begin_lap(&mut self) {
        self.swept = std::mem::take(&mut self.later);
    }

    /// Ends a lap: no list has an id any more that was gone before it.
    pub fn end_lap(&mut self) {
        self.swept = RoaringBitmap::new();
    }
}
