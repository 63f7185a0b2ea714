//! The lines of changes.

use serde::Serialize;

use crate::item::Item;
use crate::site::Changed;

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ChangeLine<'a> {
    /// An article or comment as it is now, as in an export. Its votes are counts, its score is
    /// always there, and a comment has its number of comments and the id of its article, too.
    Item {
        #[serde(flatten)]
        item: Box<Item>,
        #[serde(skip_serializing_if = "Option::is_none")]
        article: Option<u32>,
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
    pub fn item(Changed { mut item, article, comments }: Changed) -> Self {
        // The reader knows what is missing.
        item.comments = comments.filter(|comments| *comments != 0);
        item.bumped = item.bumped.filter(|bumped| *bumped != item.time);
        Self::Item { item: Box::new(item), article }
    }
}
