use redis::{FromRedisValue, ParsingError, Value, from_redis_value};

/// A moderator's mark on an article or a comment.
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
    /// All flags.
    pub const ALL: [Self; 3] = [Self::Hidden, Self::Locked, Self::Pinned];

    /// Returns the name of the entry in an article.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Locked => "locked",
            Self::Pinned => "pinned",
        }
    }

    /// Returns the flag whose entry has this name.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name().as_bytes() == name)
    }
}

/// An article as the module returns it, as far as the site shows it.
///
/// Texts can hold any bytes. What is not UTF-8 is shown as replacement characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Article {
    /// The id.
    pub id: u32,
    /// The title.
    pub title: String,
    /// The link. It is not checked: anything can be stored.
    pub link: String,
    /// The user who posted it.
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    /// When voting on it closes, as UNIX time.
    pub closes: i64,
    /// Votes for it minus votes against it.
    pub votes: i64,
    /// Votes for it.
    pub upvotes: u32,
    /// Votes against it.
    pub downvotes: u32,
    /// The score, in seconds.
    pub score: i64,
    /// The seconds that moderators added to the score.
    pub boost: i64,
    /// The number of listed comments below it.
    pub comments: u32,
    /// Its groups, by name.
    pub groups: Vec<String>,
    /// The viewer's vote: 1, -1, or 0; `None` once voting has closed or without a viewer.
    pub vote: Option<i64>,
    /// The custom field `text`.
    pub text: String,
    /// When its title or text was last changed: the custom field `edited`.
    pub edited: Option<i64>,
    /// The moderators' marks.
    pub flags: Vec<Flag>,
}

impl FromRedisValue for Article {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let entries = value.into_map_iter().map_err(|_| "an article must be a map")?;
        let mut article = Self::default();
        for (name, value) in entries {
            let name: Vec<u8> = from_redis_value(name)?;
            match name.as_slice() {
                b"id" => article.id = from_redis_value(value)?,
                b"title" => article.title = text(from_redis_value(value)?),
                b"link" => article.link = text(from_redis_value(value)?),
                b"poster" => article.poster = text(from_redis_value(value)?),
                b"time" => article.time = from_redis_value(value)?,
                b"closes" => article.closes = from_redis_value(value)?,
                b"votes" => article.votes = from_redis_value(value)?,
                b"upvotes" => article.upvotes = from_redis_value(value)?,
                b"downvotes" => article.downvotes = from_redis_value(value)?,
                b"score" => article.score = from_redis_value(value)?,
                b"boost" => article.boost = from_redis_value(value)?,
                b"comments" => article.comments = from_redis_value(value)?,
                b"groups" => {
                    let groups: Vec<Vec<u8>> = from_redis_value(value)?;
                    article.groups = groups.into_iter().map(text).collect();
                }
                b"vote" => article.vote = from_redis_value(value)?,
                b"text" => article.text = text(from_redis_value(value)?),
                // Custom fields can hold anything.
                b"edited" => article.edited = from_redis_value(value).ok(),
                // Of the other entries, the flags are shown. They are there only if they are set.
                name => article.flags.extend(Flag::named(name)),
            }
        }
        Ok(article)
    }
}

/// Returns bytes as text.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
