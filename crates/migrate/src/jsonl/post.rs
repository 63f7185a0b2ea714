//! The place of a line among the others: its ids, and the ids of what it answers.

use serde::Deserialize;

use crate::item::Item;

/// What a line says about its place among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Post {
    pub id: u64,
    pub parent: Option<u64>,
    /// The article of a comment, if lines name it.
    pub article: Option<u64>,
    #[serde(skip)]
    pub time: i64,
    /// Whether listings may hold it: it is neither hidden nor deleted.
    #[serde(skip)]
    pub is_listed: bool,
    /// Whether it is an article that must count its comments as they are loaded.
    #[serde(skip)]
    pub lacks_comments: bool,
    /// Whether it is an article whose last activity follows from its comments.
    #[serde(skip)]
    pub lacks_bumped: bool,
}

impl Post {
    /// Returns what an invalid line says, if that is valid.
    pub fn of_invalid(json: &[u8]) -> Option<Self> {
        serde_json::from_slice(json).ok()
    }

    pub fn is_answer(&self) -> bool {
        self.parent.is_some() || self.article.is_some()
    }
}

impl From<&Item> for Post {
    fn from(item: &Item) -> Self {
        let Item { id, parent, article, deleted, .. } = *item;
        let is_article = parent.is_none() && article.is_none() && !deleted;
        Self {
            id,
            parent,
            article,
            time: item.time.0,
            is_listed: !item.hidden && !deleted,
            lacks_comments: is_article && item.comments.is_none(),
            lacks_bumped: is_article && item.bumped.is_none(),
        }
    }
}

/// Gives an item the ids that it and its parent have in the site.
pub fn renumber(item: &mut Item, id: u32, parent: Option<u32>) {
    (item.id, item.parent, item.article) = (id.into(), parent.map(Into::into), None);
}
