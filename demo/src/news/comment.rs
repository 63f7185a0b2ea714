use redis::{FromRedisValue, ParsingError, Value, from_redis_value};

use super::Flag;
use super::article::text;

/// A comment as the module returns it, as far as the site shows it.
///
/// A hidden or deleted comment in a thread is a placeholder: it has only `id`, `parent`, `article`,
/// and `depth`, and `deleted` or the flag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    /// The id.
    pub id: u32,
    /// The story or comment that it answers.
    pub parent: u32,
    /// The story of its thread.
    pub article: u32,
    /// The text.
    pub text: String,
    /// The user who wrote it; empty for a placeholder.
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    /// When voting on it closes, as UNIX time.
    pub closes: i64,
    /// Votes for it minus votes against it.
    pub votes: i64,
    /// The number of listed comments below it.
    pub comments: u32,
    /// The levels from the id whose thread was asked for: 1 for a direct answer.
    pub depth: u32,
    /// The viewer's vote: 1, -1, or 0; `None` once voting has closed or without a viewer.
    pub vote: Option<i64>,
    /// The moderators' marks.
    pub flags: Vec<Flag>,
    /// Whether it was deleted.
    pub deleted: bool,
    /// When its text was last changed: the custom field `edited`.
    pub edited: Option<i64>,
    /// Whether the viewer of a thread blocks its poster.
    pub blocked: bool,
}

impl Comment {
    /// Returns the placeholder of a deleted comment.
    pub fn deleted(id: u32, article: u32) -> Self {
        Self { id, article, deleted: true, ..Self::default() }
    }

    /// Whether it has neither text nor poster.
    pub fn is_placeholder(&self) -> bool {
        self.poster.is_empty()
    }
}

impl FromRedisValue for Comment {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let entries = value.into_map_iter().map_err(|_| "a comment must be a map")?;
        let mut comment = Self::default();
        for (name, value) in entries {
            let name: Vec<u8> = from_redis_value(name)?;
            match name.as_slice() {
                b"id" => comment.id = from_redis_value(value)?,
                b"parent" => comment.parent = from_redis_value(value)?,
                b"article" => comment.article = from_redis_value(value)?,
                b"text" => comment.text = text(from_redis_value(value)?),
                b"poster" => comment.poster = text(from_redis_value(value)?),
                b"time" => comment.time = from_redis_value(value)?,
                b"closes" => comment.closes = from_redis_value(value)?,
                b"votes" => comment.votes = from_redis_value(value)?,
                b"comments" => comment.comments = from_redis_value(value)?,
                b"depth" => comment.depth = from_redis_value(value)?,
                b"vote" => comment.vote = from_redis_value(value)?,
                b"deleted" => comment.deleted = true,
                // Custom fields can hold anything.
                b"edited" => comment.edited = from_redis_value(value).ok(),
                name => comment.flags.extend(Flag::named(name)),
            }
        }
        Ok(comment)
    }
}
