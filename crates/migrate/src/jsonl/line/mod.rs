//! The lines of a file after the first.

mod item;
mod place;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result, ensure};
use article_site::{Settings, UnixTime};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

pub use self::item::ItemLine;
pub use self::place::PlaceLine;
use crate::item::{Bytes, Entry};
use crate::jsonl::text::Text;
use crate::jsonl::time::Seconds;

/// A line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Line {
    Item(Box<ItemLine>),
    Place(PlaceLine),
}

/// What a line says about its place among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Post {
    pub id: u64,
    pub parent: Option<u64>,
    /// The article of a comment, if lines name it.
    pub article: Option<u64>,
    #[serde(skip)]
    pub time: i64,
    /// Whether it is an article that must count its comments as they are loaded.
    #[serde(skip)]
    pub lacks_comments: bool,
    /// Whether it is an article whose last activity follows from its comments.
    #[serde(skip)]
    pub lacks_bumped: bool,
}

/// What shows of which kind a line is.
#[derive(Deserialize)]
struct LineKind {
    #[serde(default, deserialize_with = "flag")]
    deleted: bool,
}

impl Post {
    /// Whether it is a comment or the place of one.
    pub fn is_answer(&self) -> bool {
        self.parent.is_some() || self.article.is_some()
    }
}

impl Line {
    /// Returns the line of what is stored under an id.
    pub fn new(entry: Entry) -> Self {
        match entry {
            Entry::Item(item) => Self::Item(Box::new(ItemLine::new(item))),
            Entry::Place(place) => Self::Place(PlaceLine::new(place)),
        }
    }

    /// Parses a line.
    pub fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        // An enum of both kinds would parse, but its errors do not name the mistake.
        let LineKind { deleted } = serde_json::from_slice(json)?;
        Ok(if deleted {
            Self::Place(serde_json::from_slice(json)?)
        } else {
            Self::Item(serde_json::from_slice(json)?)
        })
    }

    /// Returns what an invalid line says about its place among the others, if that is valid.
    pub fn post_of_invalid(json: &[u8]) -> Option<Post> {
        serde_json::from_slice(json).ok()
    }

    /// Returns what the line says about its place among the others.
    pub fn post(&self) -> Post {
        match self {
            Self::Item(line) => {
                let ItemLine { id, parent, article, time: Seconds(time), .. } = **line;
                let is_answer = parent.is_some() || article.is_some();
                Post {
                    id,
                    parent,
                    article,
                    time,
                    lacks_comments: !is_answer && line.comments.is_none(),
                    lacks_bumped: !is_answer && line.bumped.is_none(),
                }
            }
            Self::Place(PlaceLine { id, parent, article, time: Seconds(time), .. }) => {
                let (id, parent, article, time) = (*id, *parent, *article, *time);
                Post { id, parent, article, time, ..Post::default() }
            }
        }
    }

    /// Gives the line the ids that it and its parent have in the site.
    pub fn renumber(&mut self, new_id: u32, new_parent: Option<u32>) {
        let (id, parent, article) = match self {
            Self::Item(line) => (&mut line.id, &mut line.parent, &mut line.article),
            Self::Place(line) => (&mut line.id, &mut line.parent, &mut line.article),
        };
        (*id, *parent, *article) = (new_id.into(), new_parent.map(Into::into), None);
    }

    /// Sets when something last happened on an article, if the line does not have it.
    pub fn set_bumped(&mut self, bumped: UnixTime) {
        if let Self::Item(line) = self {
            line.bumped.get_or_insert(Seconds(bumped.get()));
        }
    }

    /// Returns what is stored under its id, which can be beyond the module's limits.
    pub fn entry(self, settings: &Settings) -> Result<Entry> {
        match self {
            Self::Item(line) => Ok(Entry::Item(line.item(settings)?)),
            Self::Place(line) => Ok(Entry::Place(line.place()?)),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads a value that is as good as missing if it is null, as databases write it.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads true or false, which are 1 and 0 in databases without booleans.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a flag must be true or false, or 1 or 0")]
    enum Flag {
        Boolean(bool),
        Number(u64),
    }
    match Option::deserialize(deserializer)? {
        None | Some(Flag::Number(0)) => Ok(false),
        Some(Flag::Number(1)) => Ok(true),
        Some(Flag::Boolean(is_set)) => Ok(is_set),
        Some(Flag::Number(_)) => Err(D::Error::custom("a flag must be true or false, or 1 or 0")),
    }
}

/// Checks that a line does not name an article that only --map-ids reads.
fn check_alone(article: Option<u64>) -> Result<()> {
    ensure!(
        article.is_none(),
        "\"article\" needs --map-ids: without it, \"parent\" names an article or a comment"
    );
    Ok(())
}

fn number(name: &str, id: u64) -> Result<u32> {
    u32::try_from(id).ok().with_context(|| format!("{name:?} must be at most {}", u32::MAX))
}

fn parse_time(name: &str, Seconds(seconds): Seconds) -> Result<UnixTime> {
    UnixTime::new(seconds).with_context(|| format!("{name:?} is out of range"))
}

fn texts(texts: Vec<Bytes>) -> Vec<Text> {
    texts.into_iter().map(Text).collect()
}

fn bytes(texts: Vec<Text>) -> Vec<Bytes> {
    texts.into_iter().map(|text| text.0).collect()
}
