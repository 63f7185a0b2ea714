use std::collections::HashMap;

use redis::{FromRedisValue, ParsingError, Value, from_redis_value};

/// A moderator's mark on an article.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Out of every listing.
    Hidden,
    /// Takes no votes.
    Locked,
    /// At the head of listings by score.
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
    /// Its groups, by name.
    pub groups: Vec<String>,
    /// The viewer's vote: 1, -1, or 0; `None` once voting has closed or without a viewer.
    pub vote: Option<i64>,
    /// The custom field `text`.
    pub text: String,
    /// The moderators' marks.
    pub flags: Vec<Flag>,
}

impl FromRedisValue for Article {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let mut entries: HashMap<String, Value> = from_redis_value(value)?;
        // Absent entries, such as `boost` without a boost, have their type's default.
        fn take<T: FromRedisValue + Default>(
            entries: &mut HashMap<String, Value>,
            name: &str,
        ) -> Result<T, ParsingError> {
            entries.remove(name).map_or(Ok(T::default()), from_redis_value)
        }
        let mut text = |name| take::<Vec<u8>>(&mut entries, name).map(text);
        let (title, link, poster, body) =
            (text("title")?, text("link")?, text("poster")?, text("text")?);
        let mut flags = Vec::new();
        for flag in Flag::ALL {
            if take::<bool>(&mut entries, flag.name())? {
                flags.push(flag);
            }
        }
        let groups: Vec<Vec<u8>> = take(&mut entries, "groups")?;
        Ok(Self {
            title,
            link,
            poster,
            text: body,
            flags,
            groups: groups.into_iter().map(self::text).collect(),
            id: take(&mut entries, "id")?,
            time: take(&mut entries, "time")?,
            votes: take(&mut entries, "votes")?,
            upvotes: take(&mut entries, "upvotes")?,
            downvotes: take(&mut entries, "downvotes")?,
            score: take(&mut entries, "score")?,
            boost: take(&mut entries, "boost")?,
            vote: take(&mut entries, "vote")?,
        })
    }
}

/// Returns bytes as text.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
