//! The lines of changes.

use serde::Serialize;

use crate::item::Item;

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ChangeLine<'a> {
    /// An article or comment as it is now, as in an export. Its votes are counts, its score is
    /// always there, and a comment has its number of comments and the id of its article, too.
    Item {
        #[serde(flatten)]
        item: Box<Item>,
        #[serde(skip_serializing_if = "Option::is_none")]
        article: Option<u64>,
    },
    Deletion {
        deleted: u32,
    },
    /// Everything must be dropped: what follows begins with an empty copy. Always true.
    Resync {
        resync: bool,
    },
    /// The copy has everything now. Always true.
    Complete {
        complete: bool,
    },
    /// The version of the lines before.
    Version {
        version: &'a str,
    },
}

impl ChangeLine<'_> {
    pub fn item(mut item: Item) -> Self {
        // The reader knows what is missing.
        item.comments = item.comments.filter(|comments| *comments != 0);
        item.bumped = item.bumped.filter(|bumped| *bumped != item.time);
        Self::Item { article: item.article, item: Box::new(item) }
    }
}
