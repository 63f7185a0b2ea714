//! The place of a line among the others: its ids, and the ids of what it answers.

use article_site::UnixTime;
use serde::Deserialize;

use crate::item::{Entry, Item, Place, Seconds};

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

impl From<&Entry> for Post {
    fn from(entry: &Entry) -> Self {
        match *entry {
            Entry::Item(Item { id, parent, article, time, hidden, comments, bumped, .. }) => {
                let (time, is_listed) = (time.0, !hidden);
                let post = Self { id, parent, article, time, is_listed, ..Self::default() };
                let is_article = !post.is_answer();
                Self {
                    lacks_comments: is_article && comments.is_none(),
                    lacks_bumped: is_article && bumped.is_none(),
                    ..post
                }
            }
            Entry::Place(Place { id, parent, article, time: Seconds(time), .. }) => {
                Self { id, parent, article, time, ..Self::default() }
            }
        }
    }
}

/// Gives a line the ids that it and its parent have in the site.
pub fn renumber(line: &mut Entry, new_id: u32, new_parent: Option<u32>) {
    let (Entry::Item(Item { id, parent, article, .. })
    | Entry::Place(Place { id, parent, article, .. })) = line;
    (*id, *parent, *article) = (new_id.into(), new_parent.map(Into::into), None);
}

/// Sets when something last happened on an article, if the line does not have it.
pub fn set_bumped(line: &mut Entry, bumped: UnixTime) {
    if let Entry::Item(item) = line {
        item.bumped.get_or_insert(Seconds(bumped.get()));
    }
}
