//! The place of a line among the others: its ids, and the ids of what it answers.

use serde::Deserialize;

use crate::item::{Activity, Item};

/// What a line says about its place among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Post {
    pub id: u64,
    pub parent: Option<u64>,
    /// The article of a comment, if lines name it.
    pub article: Option<u64>,
    #[serde(skip)]
    pub time: i64,
    /// What the line of an article lacks of the activity on it.
    #[serde(skip)]
    pub activity: Activity,
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
        let Item { id, parent, article, .. } = *item;
        let mut post = Self { id, parent, article, time: item.time.0, ..Self::default() };
        post.activity = match (item.comments, item.bumped) {
            _ if item.deleted || post.is_answer() => Activity::Known,
            (None, _) => Activity::Uncounted,
            (Some(_), None) => Activity::Unbumped,
            (Some(_), Some(_)) => Activity::Known,
        };
        post
    }
}

/// Gives an item the ids that it and its parent have in the site.
pub fn renumber(item: &mut Item, id: u32, parent: Option<u32>) {
    (item.id, item.parent, item.article) = (id.into(), parent.map(Into::into), None);
}
