//! Articles and comments.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

/// Writes a struct with the entries that articles and comments share.
macro_rules! item {
    ($(#[$doc:meta])* $name:ident { $($own:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[non_exhaustive]
        pub struct $name {
            /// The id.
            pub id: u32,
            $($own)*
            /// The user who posted it.
            pub poster: String,
            /// When it was posted, in UNIX seconds.
            pub time: i64,
            /// When voting closes, in UNIX seconds.
            pub closes: i64,
            /// Upvotes less downvotes.
            pub votes: i64,
            /// The number of upvotes.
            pub upvotes: i64,
            /// The number of downvotes.
            pub downvotes: i64,
            /// Time, gain, and boost, in seconds.
            pub score: i64,
            /// The number of comments below it that are not hidden.
            pub comments: u32,
            /// The viewer's vote: 1, 0, or -1. `None` without a viewer, or once voting has closed
            /// and the site keeps no votes.
            pub vote: Option<i8>,
            /// The lists named that hold it.
            #[serde(default)]
            pub marks: Vec<String>,
            /// The seconds that moderators added to its score.
            #[serde(default)]
            pub boost: i64,
            /// Whether it is hidden.
            #[serde(default, deserialize_with = "flag")]
            pub hidden: bool,
            /// Whether it is locked.
            #[serde(default, deserialize_with = "flag")]
            pub locked: bool,
            /// 1 if it is pinned, 2 if in its groups only, else 0.
            #[serde(default)]
            pub pinned: u8,
            /// The custom fields.
            #[serde(default)]
            pub fields: BTreeMap<String, String>,
        }
    };
}

item! {
    /// An article.
    Article {
        /// The title.
        pub title: String,
        /// The link, which can be empty.
        pub link: String,
        /// When something last happened on the article, in UNIX seconds.
        pub bumped: i64,
        /// The groups, by name.
        pub groups: Vec<String>,
    }
}

item! {
    /// A comment.
    Comment {
        /// The id of what it answers.
        pub parent: u32,
        /// The id of the article of its thread.
        pub article: u32,
        /// The text.
        pub text: String,
        /// In a thread, how deep it is below the id named, from 1.
        #[serde(default)]
        pub depth: u8,
    }
}

/// What is left of an article or comment in a thread or a path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Placeholder {
    /// The id.
    pub id: u32,
    /// The id of what it answers, 0 for an article.
    #[serde(default)]
    pub parent: u32,
    /// The id of the article of its thread, 0 for an article.
    #[serde(default)]
    pub article: u32,
    /// In a thread, how deep it is below the id named, from 1.
    #[serde(default)]
    pub depth: u8,
    /// The number of comments below it that are not hidden.
    pub comments: u32,
    /// Whether it is hidden.
    #[serde(default, deserialize_with = "flag")]
    pub hidden: bool,
    /// Whether it was deleted.
    #[serde(default, deserialize_with = "flag")]
    pub deleted: bool,
    /// Whether the reader has muted its poster.
    #[serde(default, deserialize_with = "flag")]
    pub muted: bool,
}

/// An article, a comment, or what is left of one: ids are one sequence.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Item {
    /// An article.
    Article(Article),
    /// A comment.
    Comment(Comment),
    /// What is left of one.
    Placeholder(Placeholder),
}

impl Item {
    /// Returns the id.
    pub fn id(&self) -> u32 {
        match self {
            Self::Article(article) => article.id,
            Self::Comment(comment) => comment.id,
            Self::Placeholder(placeholder) => placeholder.id,
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
}

/// Reads 1 as true.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(i64::deserialize(deserializer)? != 0)
}
