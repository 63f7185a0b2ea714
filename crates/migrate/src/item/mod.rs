//! What moves from a source to a sink: articles, comments, the places of deleted ones, and what is
//! kept for users to read.
//!
//! Each is also its line in a file of JSON lines, with the same fields in the same order.

mod complete;
mod json;
mod reader;
mod record;
mod text;
mod time;
mod votes;

use article_site::{Boost, Kind, UnixTime};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use self::json::{flag, is_default, or_default};
pub use self::reader::Reader;
pub use self::text::Text;
pub use self::time::Seconds;
pub use self::votes::vote_name;
use crate::readable::readable;

/// A text of any bytes.
pub type Bytes = Vec<u8>;

/// Everything that a site stores about an article or, with a parent, about a comment; or the place
/// of a deleted one, below which there are comments. What a place keeps decides on its position
/// among its siblings.
///
/// A line may leave out what [`Item::complete`] fills in. [`Item::record`] checks it against the
/// module's limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub id: u64,
    /// Whether it is a place.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub deleted: bool,
    /// The id of what a comment answers: an article, a comment, or a place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parent: Option<u64>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub poster: Text,
    #[serde(default, skip_serializing_if = "is_default")]
    pub title: Option<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub link: Option<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: Option<Text>,
    pub time: Seconds,
    #[serde(default, skip_serializing_if = "is_default")]
    pub closes: Option<Seconds>,
    /// The score, unless the formula gives it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub score: Option<i64>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub boost: i64,
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Whether it is hidden because it is held back, and never was listed.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub held: bool,
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub locked: bool,
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub pinned: bool,
    /// Whether it is pinned in its groups only.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub pinned_local: bool,
    /// An article has it always: missing, it would be counted from the lines of the comments.
    #[serde(default, skip_serializing_if = "is_default")]
    pub comments: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub bumped: Option<Seconds>,
    /// The TIME of the last BUMP.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bump_time: Option<Seconds>,
    /// The counts, if voting has closed and nothing else is known.
    #[serde(default, skip_serializing_if = "is_default")]
    pub upvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub downvotes: Option<u32>,
    /// Who has kept a vote, beside the counts. Both lists are sorted, and nobody is in both.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub kept_up: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub kept_down: Vec<Text>,
    /// Who voted, otherwise. Each list is sorted, and nobody is in two of them.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub up: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub down: Vec<Text>,
    /// Users whose vote does not count.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub silent_up: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub silent_down: Vec<Text>,
    /// The groups of an article, if there are any: sorted, without duplicates.
    #[serde(default, skip_serializing_if = "is_default")]
    pub groups: Option<Vec<Text>>,
    /// The custom fields, in the order first set.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub fields: Vec<(Text, Text)>,
    /// The id of a comment's article, for --map-ids and for lines of changes only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub article: Option<u64>,
    /// What the article that a comment is below does not have of it yet.
    #[serde(skip)]
    pub activity: Activity,
}

/// What the line of an article lacks of the activity on it, so that its comments add that as if
/// they were to be posted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    #[default]
    Known,
    /// When something last happened on it.
    Unbumped,
    /// That, or nothing, and the number of comments.
    Uncounted,
}

/// What a line is of.
#[allow(clippy::large_enum_variant)] // Most are items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Item(Item),
    Reader(Reader),
}

/// What shows of which kind a line is.
#[derive(Deserialize)]
struct LineKind {
    user: Option<IgnoredAny>,
}

impl Line {
    pub fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        // An enum of all kinds would parse, but its errors do not name the mistake.
        Ok(match serde_json::from_slice(json)? {
            LineKind { user: Some(_) } => Self::Reader(serde_json::from_slice(json)?),
            LineKind { user: None } => Self::Item(serde_json::from_slice(json)?),
        })
    }
}

impl Item {
    pub fn id(&self) -> u32 {
        id(self.id)
    }

    pub fn kind(&self) -> Kind {
        if self.parent.is_some() { Kind::Comment } else { Kind::Article }
    }

    /// Returns what it is, in a word.
    pub fn noun(&self) -> &'static str {
        if self.deleted { "place" } else { noun(self.kind()) }
    }

    /// Returns the id of what a comment answers.
    pub fn parent(&self) -> Option<u32> {
        self.parent.map(id)
    }

    pub fn time(&self) -> UnixTime {
        UnixTime::clamped(self.time.0)
    }

    /// Returns when voting closes, in UNIX seconds.
    pub fn closes(&self) -> i64 {
        self.closes.unwrap_or_default().0
    }

    pub fn boost(&self) -> Boost {
        Boost::new(self.boost).unwrap_or_default()
    }

    /// Returns when something last happened on an article, unless that is the posting.
    pub fn later_bumped(&self) -> Option<i64> {
        self.bumped.filter(|bumped| *bumped != self.time).map(|Seconds(bumped)| bumped)
    }

    /// Returns the groups, of which a comment is in none.
    pub fn groups(&self) -> &[Text] {
        self.groups.as_deref().unwrap_or_default()
    }

    /// Returns whether both can be the same, which may have been deleted on one side.
    pub fn may_be(&self, other: &Self) -> bool {
        let is_same_poster = self.deleted || other.deleted || self.poster == other.poster;
        is_same_poster && (self.time, self.parent) == (other.time, other.parent)
    }

    /// Describes what distinguishes it from another one with the same id.
    pub fn describe(&self) -> String {
        let (poster, time) = (readable(&self.poster), self.time.0);
        match self.parent {
            _ if self.deleted => format!("a deleted one from {time}"),
            None => format!("an article by {poster} at {time}"),
            Some(parent) => format!("a comment on {parent} by {poster} at {time}"),
        }
    }

    /// Returns what its article does not have of a comment that is listed.
    pub fn added_activity(&self) -> Activity {
        if self.hidden || self.deleted { Activity::Known } else { self.activity }
    }
}

/// Returns the name of a kind, as lines and messages have it.
pub fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Article => "article",
        Kind::Comment => "comment",
    }
}

/// Returns a text of an article or a comment, which is empty if the other has it.
pub fn text(text: &Option<Text>) -> &[u8] {
    text.as_deref().map_or(&[], Vec::as_slice)
}

/// Returns an id of a complete item.
fn id(id: u64) -> u32 {
    u32::try_from(id).unwrap_or_default()
}
