//! An article as a classic site has it, and an article or a comment as a line of changes.

mod record;
mod votes;

use article_site::{Boost, Kind, UnixTime};
use serde::Serialize;

use crate::text::Text;
use crate::words::{Command, number, option, options};

/// What is known of an article or, with a parent, of a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Item {
    pub id: u32,
    /// The id of what a comment answers: an article, a comment, or the place of a deleted one.
    #[serde(skip_serializing_if = "is_default")]
    pub parent: Option<u32>,
    pub poster: Text,
    #[serde(skip_serializing_if = "is_default")]
    pub title: Option<Text>,
    #[serde(skip_serializing_if = "is_default")]
    pub link: Option<Text>,
    #[serde(skip_serializing_if = "is_default")]
    pub text: Option<Text>,
    pub time: i64,
    pub closes: i64,
    /// The score, unless the formula gives it.
    #[serde(skip_serializing_if = "is_default")]
    pub score: Option<i64>,
    #[serde(skip_serializing_if = "is_default")]
    pub boost: i64,
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub locked: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub pinned: bool,
    /// Whether it is pinned in its groups only.
    #[serde(skip_serializing_if = "is_default")]
    pub pinned_local: bool,
    /// The number of listed comments below it.
    #[serde(skip_serializing_if = "is_default")]
    pub comments: u32,
    /// When something last happened on an article, unless that was the posting.
    #[serde(skip_serializing_if = "is_default")]
    pub bumped: Option<i64>,
    /// The TIME of the last BUMP.
    #[serde(skip)]
    pub bump_time: Option<i64>,
    /// The counts, unless the voters are known.
    #[serde(skip_serializing_if = "is_default")]
    pub upvotes: Option<u32>,
    #[serde(skip_serializing_if = "is_default")]
    pub downvotes: Option<u32>,
    /// Who voted, otherwise. Each list is sorted, and nobody is in two of them.
    #[serde(skip)]
    pub up: Vec<Text>,
    #[serde(skip)]
    pub down: Vec<Text>,
    /// Users whose vote does not count.
    #[serde(skip)]
    pub silent_up: Vec<Text>,
    #[serde(skip)]
    pub silent_down: Vec<Text>,
    /// The groups of an article: sorted, without duplicates.
    #[serde(skip_serializing_if = "is_default")]
    pub groups: Vec<Text>,
    /// The custom fields, in the order first set.
    #[serde(skip_serializing_if = "is_default")]
    pub fields: Vec<(Text, Text)>,
    /// The id of a comment's article.
    #[serde(skip_serializing_if = "is_default")]
    pub article: Option<u32>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Item {
    /// Returns the article that a command loads, without its voters.
    pub fn of_article(command: &Command) -> Self {
        let text = |index: usize| command.get(index).cloned().unwrap_or_default();
        let integer = |name: &[u8]| option(command, name).and_then(number::<i64>);
        let is_set = |name: &[u8]| options(command).any(|option| option.name == name);
        let values = |name: &[u8]| {
            let option = options(command).find(|option| option.name == name);
            option.map_or(Vec::new(), |option| option.values.to_vec())
        };
        let counts = values(b"COUNTS");
        let count = |index: usize| counts.get(index).and_then(number);
        let fields = values(b"FIELDS");
        let pairs = fields.as_chunks::<2>().0.iter();
        Self {
            id: number(&text(1)).unwrap_or_default(),
            poster: text(2),
            title: Some(text(3)),
            link: Some(text(4)),
            time: integer(b"TIME").unwrap_or_default(),
            closes: integer(b"CLOSES").unwrap_or_default(),
            score: integer(b"SCORE"),
            boost: integer(b"BOOST").unwrap_or_default(),
            hidden: is_set(b"HIDDEN") || is_set(b"HELD"),
            locked: is_set(b"LOCKED"),
            pinned: is_set(b"PINNED"),
            pinned_local: is_set(b"PINNEDLOCAL"),
            comments: option(command, b"COMMENTS").and_then(number).unwrap_or_default(),
            bumped: integer(b"BUMPED"),
            bump_time: integer(b"BUMPTIME"),
            upvotes: count(0),
            downvotes: count(1),
            groups: values(b"GROUPS"),
            fields: pairs.map(|[name, value]| (name.clone(), value.clone())).collect(),
            ..Self::default()
        }
    }

    pub fn kind(&self) -> Kind {
        if self.parent.is_some() { Kind::Comment } else { Kind::Article }
    }

    pub fn time(&self) -> UnixTime {
        UnixTime::clamped(self.time)
    }

    pub fn boost(&self) -> Boost {
        Boost::new(self.boost).unwrap_or_default()
    }
}

/// Returns a text of an article or a comment, which is empty if the other has it.
pub fn text(text: &Option<Text>) -> &[u8] {
    text.as_deref().map_or(&[], Vec::as_slice)
}
