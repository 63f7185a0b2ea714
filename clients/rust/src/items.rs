//! Articles and comments.

use std::collections::{BTreeMap, HashSet};
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// An article. Dereferences to the entries that comments have, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Article {
    pub title: String,
    /// The link, which can be empty.
    pub link: String,
    /// When something last happened on the article, in UNIX seconds.
    pub bumped: i64,
    pub groups: Vec<String>,
    /// The entries that comments have, too.
    #[serde(flatten)]
    pub view: View,
}

/// A comment. Dereferences to the entries that articles have, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Comment {
    /// The id of what it answers.
    pub parent: u32,
    /// The id of the article of its thread.
    pub article: u32,
    pub text: String,
    /// In a thread, how deep it is below the id named, from 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub depth: u8,
    /// The entries that articles have, too.
    #[serde(flatten)]
    pub view: View,
}

/// The entries that articles and comments share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct View {
    pub id: u32,
    pub poster: String,
    /// When it was posted, in UNIX seconds.
    pub time: i64,
    /// When voting closes, in UNIX seconds.
    pub closes: i64,
    /// Upvotes less downvotes.
    pub votes: i64,
    pub upvotes: i64,
    pub downvotes: i64,
    /// Time, gain, and boost, in seconds.
    pub score: i64,
    /// The number of comments below it that are not hidden.
    pub comments: u32,
    /// The viewer's vote: 1, 0, or -1. `None` without a viewer, or once voting has closed and the
    /// site keeps no votes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<i8>,
    /// The lists named that hold it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Vec<String>,
    /// The seconds that moderators added to its score.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boost: i64,
    /// 1 if it is hidden, 2 if it is held back, else 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: u8,
    #[serde(default, with = "flag", skip_serializing_if = "is_default")]
    pub locked: bool,
    /// 1 if it is pinned, 2 if in its groups only, else 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pinned: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub fields: BTreeMap<String, String>,
}

impl Deref for Article {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

impl Deref for Comment {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

/// What is left of an article or comment in a thread or a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Placeholder {
    pub id: u32,
    /// The id of what it answers, 0 for an article.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parent: u32,
    /// The id of the article of its thread, 0 for an article.
    #[serde(default, skip_serializing_if = "is_default")]
    pub article: u32,
    /// In a thread, how deep it is below the id named, from 1.
    #[serde(default, skip_serializing_if = "is_default")]
    pub depth: u8,
    /// The number of comments below it that are not hidden.
    pub comments: u32,
    #[serde(default, with = "flag", skip_serializing_if = "is_default")]
    pub hidden: bool,
    #[serde(default, with = "flag", skip_serializing_if = "is_default")]
    pub deleted: bool,
    /// Whether the reader has muted its poster.
    #[serde(default, with = "flag", skip_serializing_if = "is_default")]
    pub muted: bool,
}

/// An article, a comment, or what is left of one: ids are one sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Item {
    Article(Article),
    Comment(Comment),
    /// What is left of one.
    Placeholder(Placeholder),
}

impl Item {
    /// Returns the id.
    pub fn id(&self) -> u32 {
        match self {
            Self::Placeholder(placeholder) => placeholder.id,
            Self::Article(article) => article.id,
            Self::Comment(comment) => comment.id,
        }
    }

    /// Returns the entries that articles and comments share, unless it is a placeholder.
    pub fn view(&self) -> Option<&View> {
        match self {
            Self::Article(article) => Some(&article.view),
            Self::Comment(comment) => Some(&comment.view),
            Self::Placeholder(_) => None,
        }
    }

    /// Returns the article, if it is one.
    pub fn article(self) -> Option<Article> {
        match self {
            Self::Article(article) => Some(article),
            _ => None,
        }
    }

    /// Returns the comment, if it is one.
    pub fn comment(self) -> Option<Comment> {
        match self {
            Self::Comment(comment) => Some(comment),
            _ => None,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::Article(_) => 0,
            Self::Comment(comment) => comment.depth.into(),
            Self::Placeholder(placeholder) => placeholder.depth.into(),
        }
    }
}

/// A comment of a thread, or what is left of it, and the answers to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    #[serde(flatten)]
    pub item: Item,
    /// The answers to it.
    pub answers: Vec<Node>,
}

/// Returns the comments of a thread, which come depth first, each with its answers.
pub fn nest(thread: impl IntoIterator<Item = Item>) -> Vec<Node> {
    // The answers on each level so far, from the first to the deepest.
    let (mut levels, mut seen) = (vec![Vec::<Node>::new()], HashSet::new());
    // A vote between two pages can make a comment come twice.
    for item in thread.into_iter().filter(|item| seen.insert(item.id())) {
        fold(&mut levels, item.depth());
        if let Some(level) = levels.last_mut() {
            level.push(Node { item, answers: Vec::new() });
        }
        levels.push(Vec::new());
    }
    fold(&mut levels, 1);
    levels.pop().unwrap_or_default()
}

/// Moves the answers below a level to what they answer.
fn fold(levels: &mut Vec<Vec<Node>>, depth: usize) {
    while levels.len() > depth.max(1) {
        let answers = levels.pop().unwrap_or_default();
        if let Some(node) = levels.last_mut().and_then(|level| level.last_mut()) {
            node.answers = answers;
        }
    }
}

/// Reads and writes true as 1.
pub(crate) mod flag {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Ok(i64::deserialize(deserializer)? != 0)
    }

    pub fn serialize<S: Serializer>(flag: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64((*flag).into())
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
