use redis::{FromRedisValue, ParsingError, Value, from_redis_value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    Hidden,
    Locked,
    Pinned,
}

impl Flag {
    pub const ALL: [Self; 3] = [Self::Hidden, Self::Locked, Self::Pinned];

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
    pub article: u32,
    pub title: String,
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
    pub votes: i64,
    pub upvotes: u32,
    pub downvotes: u32,
    pub boost: i64,
    pub comments: u32,
    pub groups: Vec<String>,
    pub depth: u32,
    /// The viewer's vote: 1, -1, or 0; `None` once voting has closed or without a viewer.
    pub vote: Option<i64>,
    /// When its title or text was last changed: the custom field `edited`.
    pub edited: Option<i64>,
    pub flags: Vec<Flag>,
    pub marks: Vec<String>,
    pub deleted: bool,
    /// A placeholder in a thread for a comment by a user whom the viewer has muted.
    pub muted: bool,
    /// It waits for a moderator, who has not seen it yet: the custom field `held`.
    pub held: bool,
    /// When something last happened on a story, as UNIX time.
    pub bumped: i64,
    /// The comments on a story that are new to the viewer, up to 100.
    pub fresh: usize,
}

impl Item {
    pub fn deleted(id: u32, article: u32) -> Self {
        Self { id, article, parent: Some(0), deleted: true, ..Self::default() }
    }

    pub fn is_comment(&self) -> bool {
        self.parent.is_some()
    }

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
                b"boost" => item.boost = from_redis_value(value)?,
                b"comments" => item.comments = from_redis_value(value)?,
                b"groups" => item.groups = texts(from_redis_value(value)?),
                b"depth" => item.depth = from_redis_value(value)?,
                b"vote" => item.vote = from_redis_value(value)?,
                b"marks" => item.marks = texts(from_redis_value(value)?),
                b"bumped" => item.bumped = from_redis_value(value)?,
                b"deleted" => item.deleted = true,
                b"muted" => item.muted = true,
                b"held" => item.held = true,
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
