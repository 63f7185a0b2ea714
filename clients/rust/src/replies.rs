//! Replies that are not articles or comments.

use std::collections::HashMap;
use std::ops::Deref;

use redis::{FromRedisValue, ParsingError, Value};
use serde::Deserialize;

use crate::Item;

/// A page of a listing. Dereferences to its items.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Page<T> {
    /// The articles or comments, in order.
    pub items: Vec<T>,
    /// Where the next page begins, or `None` if this is the last one.
    pub cursor: Option<String>,
}

impl<T> Deref for Page<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

/// What has changed since a version.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Changes<T = Item> {
    /// The version to pass to the next call.
    pub version: String,
    /// Articles and comments as they are now, hidden ones too, in any order.
    pub items: Vec<T>,
    /// The ids of what was deleted.
    pub deleted: Vec<u32>,
}

impl<T> Changes<T> {
    /// Returns whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.deleted.is_empty()
    }
}

/// Numbers and settings of a site.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
#[non_exhaustive]
pub struct Info {
    pub articles: u32,
    pub last_id: u32,
    pub open: u32,
    pub groups: u32,
    /// The number of vote records held.
    pub votes: u64,
    pub vote_score: i64,
    pub vote_window: i64,
    pub page_size: u32,
    pub self_vote: String,
    pub memory: u64,
    pub formula: String,
    pub downvotes: String,
    pub dedupe: i64,
    /// The number of hidden articles.
    pub hidden: u32,
    /// The number of users with articles or comments.
    pub users: u32,
    pub bump_window: i64,
    pub comments: u32,
    /// The version from which CHANGES continues.
    pub version: String,
    pub keep_votes: String,
    /// The number of ids in all lists.
    pub marks: u64,
    /// The first id that the site gives.
    pub ids_first: u32,
    /// The distance from each of its ids to the next.
    pub ids_step: u32,
}

/// Numbers of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct User {
    /// The number of the user's articles that are not hidden.
    pub articles: u32,
    /// The votes of others on all of the user's articles.
    pub karma: i64,
    /// The number of the user's comments that are not hidden.
    pub comments: u32,
    /// The votes of others on all of the user's comments.
    pub comment_karma: i64,
    /// The number of answers not seen, up to 1,000.
    pub unseen: u32,
    /// The number of the user's articles and comments that are hidden.
    #[serde(default)]
    pub hidden: u32,
    /// Whether the user's votes on what others posted are silent.
    #[serde(default, deserialize_with = "crate::items::flag")]
    pub silenced: bool,
}

/// What a user follows and has muted, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Follows {
    pub groups: Vec<String>,
    pub users: Vec<String>,
    pub muted_groups: Vec<String>,
    pub muted_users: Vec<String>,
}

/// Some of the voters of an article or comment.
pub type Voters = (String, Vec<(String, i8)>);

/// The next cursor, "0" at the end, and the number of votes withdrawn, or that now count, or no
/// longer do.
pub type Step = (String, u64);

/// A voter, the up and the down votes on what a poster has posted, and those on what others posted,
/// up to 1,000.
pub type Affinity = (String, u32, u32, u32);

/// What a command returns with counts.
pub trait Counts {
    /// The reply.
    type With: FromRedisValue;
}

impl Counts for u32 {
    type With = Posted;
}

impl Counts for bool {
    type With = Voted;
}

/// Writes a struct of a reply that is a map, in RESP2 a list of names and values.
macro_rules! map {
    ($(#[$doc:meta])* $name:ident { $($(#[$entry:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$entry])* pub $field: $type,)*
        }

        impl FromRedisValue for $name {
            fn from_redis_value(reply: Value) -> Result<Self, ParsingError> {
                let mut entries = HashMap::<String, Value>::from_redis_value(reply)?;
                let mut entry = |name| entries.remove(name).unwrap_or(Value::Nil);
                Ok(Self { $($field: redis::from_redis_value(entry(stringify!($field)))?,)* })
            }
        }
    };
}

map! {
    /// An article or comment that was posted.
    Posted {
        /// The id.
        id: u32,
        /// Whether it is new. With DEDUPE, a post can become a vote.
        created: bool,
        /// Upvotes less downvotes.
        votes: i64,
        /// The number of upvotes.
        upvotes: i64,
        /// The number of downvotes.
        downvotes: i64,
        /// Time, gain, and boost, in seconds.
        score: i64,
    }
}

map! {
    /// An article or comment that was voted on.
    Voted {
        /// Whether the vote of the user changed.
        changed: bool,
        /// Upvotes less downvotes.
        votes: i64,
        /// The number of upvotes.
        upvotes: i64,
        /// The number of downvotes.
        downvotes: i64,
        /// Time, gain, and boost, in seconds.
        score: i64,
        /// The vote of the user before: 1, 0, or -1.
        previous: i8,
        /// The user who posted it.
        poster: String,
    }
}
