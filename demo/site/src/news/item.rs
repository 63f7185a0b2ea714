use redis::{FromRedisValue, ParsingError, Value, from_redis_value};

/// A moderator's mark on a story or a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Out of every listing.
    Hidden,
    /// Takes no votes and no answers.
    Locked,
    /// At the head of the listings hot, active, and ranked, or of its siblings.
    Pinned,
}

impl Flag {
    pub const ALL: [Self; 3] = [Self::Hidden, Self::Locked, Self::Pinned];

    /// Returns the name of the entry of an item.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Locked => "locked",
            Self::Pinned => "pinned",
        }
    }

    fn named(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name().as_bytes() == name)
    }
}

/// A story or a comment as the module returns it, as far as the site shows it. Both have ids of
/// one sequence.
///
/// Texts can hold any bytes. What is not UTF-8 is shown as replacement characters.
///
/// A hidden or deleted comment in a thread is a placeholder: it has only `id`, `parent`,
/// `article`, and `depth`, and `deleted` or the flag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Item {
    pub id: u32,
    /// The story or comment that a comment answers; `None` for a story.
    pub parent: Option<u32>,
    /// The story of a comment's thread.
    pub article: u32,
    pub title: String,
    /// The title of a listed comment's story, if that exists.
    pub story_title: Option<String>,
    /// The link of a story. It is not checked: anything can be stored.
    pub link: String,
    /// The text of a comment, or the custom field `text` of a story.
    pub text: String,
    /// The user who posted it; empty for a placeholder.
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    /// When voting on it closes, as UNIX time.
    pub closes: i64,
    /// Votes for it minus votes against it.
    pub votes: i64,
    pub upvotes: u32,
    pub downvotes: u32,
    /// The score, in seconds.
    pub score: i64,
    /// The seconds that moderators added to the score.
    pub boost: i64,
    /// The number of listed comments below it.
    pub comments: u32,
    pub groups: Vec<String>,
    /// The levels from the id whose thread was asked for: 1 for a direct answer.
    pub depth: u32,
    /// The viewer's vote: 1, -1, or 0; `None` once voting has closed or without a viewer.
    pub vote: Option<i64>,
    /// When its title or text was last changed: the custom field `edited`.
    pub edited: Option<i64>,
    pub flags: Vec<Flag>,
    /// Those of the viewer's lists that hold it, as far as they were asked for.
    pub marks: Vec<String>,
    pub deleted: bool,
    /// Whether the viewer of a thread blocks its poster.
    pub blocked: bool,
}

impl Item {
    /// Returns the placeholder of a deleted comment.
    pub fn deleted(id: u32, article: u32) -> Self {
        Self { id, article, parent: Some(0), deleted: true, ..Self::default() }
    }

    pub fn is_comment(&self) -> bool {
        self.parent.is_some()
    }

    /// Whether it has neither text nor poster.
    pub fn is_placeholder(&self) -> bool {
        self.poster.is_empty()
    }

    /// Returns it without text and poster.
    pub fn into_placeholder(self) -> Self {
        Self { poster: String::new(), text: String::new(), ..self }
    }

    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Whether no flag keeps it from taking votes and answers.
    pub fn is_open(&self) -> bool {
        !self.has(Flag::Hidden) && !self.has(Flag::Locked)
    }
}

impl FromRedisValue for Item {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let entries = value.into_map_iter().map_err(|_| "an item must be a map")?;
        let mut item = Self::default();
        for (name, value) in entries {
            let name: Vec<u8> = from_redis_value(name)?;
            match name.as_slice() {
                b"id" => item.id = from_redis_value(value)?,
                b"parent" => item.parent = from_redis_value(value)?,
                b"article" => item.article = from_redis_value(value)?,
                b"title" => item.title = text(from_redis_value(value)?),
                b"link" => item.link = text(from_redis_value(value)?),
                b"text" => item.text = text(from_redis_value(value)?),
                b"poster" => item.poster = text(from_redis_value(value)?),
                b"time" => item.time = from_redis_value(value)?,
                b"closes" => item.closes = from_redis_value(value)?,
                b"votes" => item.votes = from_redis_value(value)?,
                b"upvotes" => item.upvotes = from_redis_value(value)?,
                b"downvotes" => item.downvotes = from_redis_value(value)?,
                b"score" => item.score = from_redis_value(value)?,
                b"boost" => item.boost = from_redis_value(value)?,
                b"comments" => item.comments = from_redis_value(value)?,
                b"groups" => item.groups = texts(from_redis_value(value)?),
                b"depth" => item.depth = from_redis_value(value)?,
                b"vote" => item.vote = from_redis_value(value)?,
                b"marks" => item.marks = texts(from_redis_value(value)?),
                b"deleted" => item.deleted = true,
                // Custom fields can hold anything.
                b"edited" => item.edited = from_redis_value(value).ok(),
                // Of the other entries, the flags are shown. They are there only if they are set.
                name => item.flags.extend(Flag::named(name)),
            }
        }
        Ok(item)
    }
}

pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

pub(super) fn texts(reply: Vec<Vec<u8>>) -> Vec<String> {
    reply.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use redis::{Value, from_redis_value};

    use super::Item;

    fn item(entries: &[(&str, Value)]) -> Item {
        let bytes = |name: &str| Value::BulkString(name.as_bytes().to_vec());
        let entries = entries.iter().map(|(name, value)| (bytes(name), value.clone()));
        from_redis_value(Value::Map(entries.collect())).unwrap()
    }

    #[test]
    fn a_comment_has_a_parent_and_a_foreign_field_is_no_error() {
        let text = |text: &str| Value::BulkString(text.as_bytes().to_vec());
        let comment =
            item(&[("id", Value::Int(7)), ("parent", Value::Int(1)), ("text", text("a\0\u{ff}"))]);
        assert!(comment.is_comment() && comment.is_placeholder());
        assert_eq!((comment.id, comment.parent, &*comment.text), (7, Some(1), "a\0\u{ff}"));
        let story = item(&[("id", Value::Int(1)), ("title", text("parent"))]);
        assert!(!story.is_comment() && story.title == "parent");
        let bad = Value::BulkString(b"yesterday".to_vec());
        let comment =
            item(&[("parent", Value::Int(1)), ("edited", bad), ("hidden", Value::Int(1))]);
        assert_eq!((comment.edited, comment.flags.len()), (None, 1));
    }
}
