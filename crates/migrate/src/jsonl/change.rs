//! The lines of changes.

use serde::Serialize;

use crate::item::Item;

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeLine<'a> {
    /// The id of what was deleted.
    Deleted(u32),
    /// Everything must be dropped: what follows begins with an empty copy. Always true.
    Resync(bool),
    /// The copy has everything now. Always true.
    Complete(bool),
    /// The version of the lines before.
    Version(&'a str),
    /// An article or comment as it is now, as in an export. Its votes are counts, its score is
    /// always there, and a comment has its number of comments and the id of its article, too.
    #[serde(untagged)]
    Item(Box<Item>),
}

impl ChangeLine<'_> {
    pub fn item(mut item: Item) -> Self {
        // The reader knows what is missing.
        item.comments = item.comments.filter(|comments| *comments != 0);
        item.bumped = item.bumped.filter(|bumped| *bumped != item.time);
        Self::Item(Box::new(item))
    }
}
