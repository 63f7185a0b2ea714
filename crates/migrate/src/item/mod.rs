//! An article as a classic site has it.

mod record;
pub mod votes;

use article_site::{Boost, RecordedVote, UnixTime};

use crate::text::Text;
use crate::words::{Command, number, option, options};

/// What is known of an article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    pub id: u32,
    pub poster: Text,
    pub title: Text,
    pub link: Text,
    pub time: i64,
    pub closes: i64,
    /// The score, unless the formula gives it.
    pub score: Option<i64>,
    pub boost: i64,
    pub hidden: bool,
    pub locked: bool,
    pub pinned: bool,
    /// Whether it is pinned in its groups only.
    pub pinned_local: bool,
    /// The number of listed comments below it.
    pub comments: u32,
    /// When something last happened on it.
    pub bumped: Option<i64>,
    /// The TIME of the last BUMP.
    pub bump_time: Option<i64>,
    /// The numbers of up votes and of down votes, unless the voters are known.
    pub counts: Option<(u32, u32)>,
    /// Who voted, otherwise: sorted, each once.
    pub voters: Vec<(Text, RecordedVote)>,
    /// The groups: sorted, without duplicates.
    pub groups: Vec<Text>,
    /// The custom fields, in the order first set.
    pub fields: Vec<(Text, Text)>,
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
            title: text(3),
            link: text(4),
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
            counts: count(0).zip(count(1)),
            groups: values(b"GROUPS"),
            fields: pairs.map(|[name, value]| (name.clone(), value.clone())).collect(),
            ..Self::default()
        }
    }

    pub fn time(&self) -> UnixTime {
        UnixTime::clamped(self.time)
    }

    pub fn boost(&self) -> Boost {
        Boost::new(self.boost).unwrap_or_default()
    }
}
