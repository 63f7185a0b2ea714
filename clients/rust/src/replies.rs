//! Replies that are not articles or comments.

use std::collections::HashMap;
use std::ops::Deref;

use redis::{FromRedisValue, ParsingError, Value};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::{Command, Comment, Continued, Item};

/// A page of a listing. Dereferences to its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The articles or comments, in order.
    pub items: Vec<T>,
    /// With WITHCURSOR, where the next page begins, or `None` if this is the last one.
    pub cursor: Option<String>,
    /// With WITHPOSITIONS, what cursors after the items would be.
    pub positions: Option<Vec<String>>,
}

/// Reads the items alone, with the cursor, or with positions and the cursor.
impl<'de, T: DeserializeOwned> Deserialize<'de> for Page<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fn of<'t, T: Deserialize<'t>, E: Error>(text: &'t str) -> Result<T, E> {
            serde_json::from_str(text).map_err(E::custom)
        }
        let page = Option::<&RawValue>::deserialize(deserializer)?.map_or("[]", RawValue::get);
        let parts: Vec<&RawValue> = if page.starts_with("[[") { of(page)? } else { Vec::new() };
        let (items, positions, cursor) = match *parts {
            [] => (page, "null", "null"),
            [items, cursor] => (items.get(), "null", cursor.get()),
            [items, positions, cursor] => (items.get(), positions.get(), cursor.get()),
            _ => return Err(D::Error::custom("a page has at most three parts")),
        };
        Ok(Self { items: of(items)?, cursor: of(cursor)?, positions: of(positions)? })
    }
}

impl Page<Comment> {
    /// Returns the position of the first answer, for [`seen`](crate::Site::seen): it is the latest
    /// of the page. The position of an empty page is before all answers.
    pub fn position(&self) -> String {
        self.first().map_or("time:0-0".into(), |first| format!("time:{}-{}", first.time, first.id))
    }
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes<T = Item> {
    /// The version to pass to the next call.
    pub version: String,
    /// Articles and comments as they are now, hidden ones too, in any order.
    pub items: Vec<T>,
    /// The ids of what was deleted.
    pub deleted: Vec<u32>,
    /// From a follower: the server no longer knows the version, so everything comes again.
    #[serde(default)]
    pub resync: bool,
}

impl<T> Changes<T> {
    /// Returns whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.deleted.is_empty()
    }
}

/// Numbers and settings of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    #[serde(deserialize_with = "is_yes")]
    pub self_vote: bool,
    pub memory: u64,
    pub formula: String,
    #[serde(deserialize_with = "is_yes")]
    pub downvotes: bool,
    pub dedupe: i64,
    pub hidden: u32,
    /// The number of users with articles or comments.
    pub users: u32,
    pub bump_window: i64,
    pub comments: u32,
    /// The version from which CHANGES continues.
    pub version: String,
    #[serde(deserialize_with = "is_yes")]
    pub keep_votes: bool,
    /// The number of ids in all lists.
    pub marks: u64,
    /// The first id that the site gives.
    pub ids_first: u32,
    /// The distance from each of its ids to the next.
    pub ids_step: u32,
}

/// Numbers of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    #[serde(default, with = "crate::items::flag")]
    pub silenced: bool,
}

/// What a user follows and has muted, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Follows {
    pub groups: Vec<String>,
    pub users: Vec<String>,
    pub muted_groups: Vec<String>,
    pub muted_users: Vec<String>,
    /// Articles and comments whose answers the user does not want.
    #[serde(default)]
    pub muted_ids: Vec<u32>,
}

/// A reply to a command that continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<T = u64> {
    /// The next cursor, "0" at the end.
    pub cursor: String,
    /// What it found: the number of votes withdrawn or changed, unless another type says more.
    pub found: T,
}

/// Some of the voters of an article or comment, and their votes: 1 or -1.
pub type Voters = Step<Vec<(String, i8)>>;

/// Commands that create a site again: the words of each.
pub type Export = Step<Vec<Vec<Vec<u8>>>>;

impl<T: FromRedisValue> FromRedisValue for Step<T> {
    fn from_redis_value(reply: Value) -> Result<Self, ParsingError> {
        let (cursor, found) = redis::from_redis_value(reply)?;
        Ok(Self { cursor, found })
    }
}

impl<T> Continued for Step<T> {
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        command.set_last(&self.cursor);
        self.cursor != "0"
    }
}

/// A voter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Affinity {
    pub user: String,
    /// The number of up votes on what the poster has posted.
    pub up: u32,
    /// The number of down votes on it.
    pub down: u32,
    /// The number of votes on what others posted, up to 1,000.
    pub given: u32,
}

fn is_yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(deserializer)? == "yes")
}

/// What a command returns with counts.
pub trait Counts {
    /// The reply.
    type With: FromRedisValue;
}

/// Writes a reply with counts, a map, and of which reply without them it takes the place.
macro_rules! with_counts {
    ($($(#[$doc:meta])* $name:ident of $reply:ty {
        $($(#[$entry:meta])* $field:ident: $type:ty,)*
    })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$entry])* pub $field: $type,)*
            /// Upvotes less downvotes.
            pub votes: i64,
            pub upvotes: i64,
            pub downvotes: i64,
            /// Time, gain, and boost, in seconds.
            pub score: i64,
        }

        impl FromRedisValue for $name {
            fn from_redis_value(reply: Value) -> Result<Self, ParsingError> {
                let mut entries = HashMap::from_redis_value(reply)?;
                Ok(Self {
                    $($field: take(&mut entries, stringify!($field))?,)*
                    votes: take(&mut entries, "votes")?,
                    upvotes: take(&mut entries, "upvotes")?,
                    downvotes: take(&mut entries, "downvotes")?,
                    score: take(&mut entries, "score")?,
                })
            }
        }

        impl Counts for $reply {
            type With = $name;
        }
    )*};
}

fn take<T: FromRedisValue>(
    entries: &mut HashMap<String, Value>,
    name: &str,
) -> Result<T, ParsingError> {
    redis::from_redis_value(entries.remove(name).unwrap_or(Value::Nil))
}

with_counts! {
    /// An article or comment that was posted.
    Posted of u32 {
        id: u32,
        /// Whether it is new. With DEDUPE, a post can become a vote.
        created: bool,
    }
    /// An article or comment that was voted on.
    Voted of bool {
        /// Whether the vote of the user changed.
        changed: bool,
        /// The vote of the user before: 1, 0, or -1.
        previous: i8,
        /// The user who posted it.
        poster: String,
    }
}
