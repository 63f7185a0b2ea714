//! The lines of a file after the first.

use anyhow::{Context, Result, bail, ensure};
use article_site::{Activity, Boost, Flags, Settings, UnixTime};
use serde::{Deserialize, Serialize};

use crate::item::{Bytes, Content, Entry, Item, Place};
use crate::jsonl::text::Text;
use crate::votes::{Voters, Votes};

/// A line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Line {
    Item(Box<ItemLine>),
    Place(PlaceLine),
}

/// The line of an article or, with a parent, of a comment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemLine {
    id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    poster: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Text>,
    time: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closes: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(default, skip_serializing_if = "is_default")]
    boost: i64,
    #[serde(default, skip_serializing_if = "is_default")]
    hidden: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    locked: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pinned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) comments: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bumped: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    downvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    up: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    down: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    silent_up: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    silent_down: Vec<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<Text>>,
    #[serde(default, skip_serializing_if = "is_default")]
    fields: Vec<(Text, Text)>,
}

/// The line of the place of a deleted article or, with a parent, of a deleted comment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceLine {
    id: u32,
    /// Always true.
    deleted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    time: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(default, skip_serializing_if = "is_default")]
    boost: i64,
    #[serde(default)]
    upvotes: u32,
    #[serde(default)]
    downvotes: u32,
}

/// What shows of which kind a line is.
#[derive(Deserialize)]
struct LineKind {
    #[serde(default)]
    deleted: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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

    /// Returns what is stored under its id, if it is within the module's limits.
    pub fn entry(self, settings: &Settings) -> Result<Entry> {
        match self {
            Self::Item(line) => Ok(Entry::Item(line.item(settings)?)),
            Self::Place(line) => Ok(Entry::Place(line.place(settings)?)),
        }
    }
}

impl ItemLine {
    /// Returns the line of an article or a comment.
    pub(super) fn new(item: Item) -> Self {
        let Item {
            id,
            poster,
            time,
            closes,
            score,
            boost,
            flags: Flags { hidden, locked, pinned },
            content,
            votes,
            fields,
        } = item;
        let (voters, upvotes, downvotes) = match votes {
            Votes::Recorded(voters) => (voters, None, None),
            Votes::Counted { up, down } => (Voters::default(), Some(up), Some(down)),
        };
        let Voters { up, down, silent_up, silent_down } = voters;
        let mut line = Self {
            id,
            parent: None,
            poster: Text(poster),
            title: None,
            link: None,
            text: None,
            time: time.get(),
            closes: Some(closes),
            score,
            boost: boost.get(),
            hidden,
            locked,
            pinned,
            comments: None,
            bumped: None,
            upvotes,
            downvotes,
            up: texts(up),
            down: texts(down),
            silent_up: texts(silent_up),
            silent_down: texts(silent_down),
            groups: None,
            fields: fields.into_iter().map(|(name, value)| (Text(name), Text(value))).collect(),
        };
        match content {
            Content::Article { title, link, activity: Activity { comments, bumped }, groups } => {
                line.title = Some(Text(title));
                line.link = Some(Text(link));
                line.comments = Some(comments).filter(|comments| *comments != 0);
                line.bumped = Some(bumped.get()).filter(|_| bumped != time);
                line.groups = Some(texts(groups)).filter(|groups| !groups.is_empty());
            }
            Content::Comment { parent, text } => {
                line.parent = Some(parent);
                line.text = Some(Text(text));
            }
        }
        line
    }

    fn item(self, settings: &Settings) -> Result<Item> {
        let Self {
            id,
            parent,
            poster,
            title,
            link,
            text,
            time,
            closes,
            score,
            boost,
            hidden,
            locked,
            pinned,
            comments,
            bumped,
            upvotes,
            downvotes,
            up,
            down,
            silent_up,
            silent_down,
            groups,
            fields,
        } = self;
        let voters = Voters {
            up: bytes(up),
            down: bytes(down),
            silent_up: bytes(silent_up),
            silent_down: bytes(silent_down),
        };
        let votes = match (upvotes, downvotes) {
            (None, None) => {
                let (voters, several) = voters.sorted();
                ensure!(
                    several.is_empty(),
                    "a user is in two of \"up\", \"down\", \"silent_up\" and \"silent_down\""
                );
                Votes::Recorded(voters)
            }
            (upvotes, downvotes) if voters.len() == 0 => Votes::Counted {
                up: upvotes.unwrap_or_default(),
                down: downvotes.unwrap_or_default(),
            },
            _ => bail!("give either \"upvotes\" and \"downvotes\", or \"up\" and \"down\""),
        };
        let time = parse_time("time", time)?;
        let content = match parent {
            None => {
                ensure!(text.is_none(), "an article has no \"text\"; a comment has a \"parent\"");
                let mut groups = bytes(groups.unwrap_or_default());
                groups.sort_unstable();
                groups.dedup();
                Content::Article {
                    title: title.context("missing field `title`")?.0,
                    link: link.unwrap_or_default().0,
                    activity: Activity {
                        comments: comments.unwrap_or_default(),
                        bumped: parse_time("bumped", bumped.unwrap_or(time.get()))?,
                    },
                    groups,
                }
            }
            Some(parent) => {
                let names = [
                    ("title", title.is_some()),
                    ("link", link.is_some()),
                    ("comments", comments.is_some()),
                    ("bumped", bumped.is_some()),
                    ("groups", groups.is_some()),
                ];
                if let Some((name, _)) = names.into_iter().find(|(_, is_given)| *is_given) {
                    bail!("a comment has no {name:?}; an article has no \"parent\"");
                }
                Content::Comment { parent, text: text.context("missing field `text`")?.0 }
            }
        };
        let item = Item {
            id,
            poster: poster.0,
            time,
            closes: closes.unwrap_or(time.get() + i64::from(settings.window())),
            score,
            boost: Boost::new(boost)?,
            flags: Flags { hidden, locked, pinned },
            content,
            votes,
            fields: fields.into_iter().map(|(name, value)| (name.0, value.0)).collect(),
        };
        item.record(settings)?;
        Ok(item)
    }
}

impl PlaceLine {
    fn new(place: Place) -> Self {
        let Place { id, parent, time, upvotes, downvotes, score, boost } = place;
        let (time, boost) = (time.get(), boost.get());
        Self { id, deleted: true, parent, time, score, boost, upvotes, downvotes }
    }

    fn place(self, settings: &Settings) -> Result<Place> {
        let Self { id, deleted: _, parent, time, score, boost, upvotes, downvotes } = self;
        let (time, boost) = (parse_time("time", time)?, Boost::new(boost)?);
        let place = Place { id, parent, time, upvotes, downvotes, score, boost };
        place.record(settings)?;
        Ok(place)
    }
}

fn parse_time(name: &str, seconds: i64) -> Result<UnixTime> {
    UnixTime::new(seconds).with_context(|| format!("{name:?} is out of range"))
}

fn texts(texts: Vec<Bytes>) -> Vec<Text> {
    texts.into_iter().map(Text).collect()
}

fn bytes(texts: Vec<Text>) -> Vec<Bytes> {
    texts.into_iter().map(|text| text.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<Entry> {
        Line::parse(json.as_bytes())?.entry(&Settings::default())
    }

    #[test]
    fn a_short_line_has_defaults() {
        let json = r#"{"id":7,"poster":"ann","title":"Hello","time":1000}"#;
        let article = parse(json).unwrap().into_item().unwrap();
        assert_eq!(
            (article.closes, article.score, article.boost),
            (605_800, None, Boost::default())
        );
        assert_eq!(article.votes, Votes::Recorded(Voters::default()));
        let place = Place {
            id: 7,
            parent: None,
            time: UnixTime::new(1000).unwrap(),
            upvotes: 0,
            downvotes: 0,
            score: None,
            boost: Boost::default(),
        };
        assert_eq!(parse(r#"{"id":7,"deleted":true,"time":1000}"#).unwrap(), Entry::Place(place));
    }

    #[test]
    fn invalid_lines_are_refused() {
        for (rest, message) in [
            (r#""up":["ann"],"upvotes":1"#, "either"),
            (r#""up":["ann"],"down":["ann"]"#, "two"),
            (r#""up":["ann"],"silent_down":["ann"]"#, "two"),
            (r#""silent_up":["ann"],"downvotes":1"#, "either"),
            (r#""titel":"x""#, "unknown field"),
            (r#""up":[""]"#, "user"),
            (r#""closes":1000"#, "CLOSES"),
            (r#""boost":999999999"#, "boost"),
            (r#""score":2305843009213693953"#, "score"),
            (r#""upvotes":4294967295,"downvotes":1"#, "votes"),
            (r#""fields":[["score","1"]]"#, "reserved"),
            (r#""text":"x""#, "an article has no \"text\""),
            (r#""parent":3"#, "a comment has no \"title\""),
            (r#""deleted":true"#, "unknown field `poster`"),
        ] {
            let json = format!(r#"{{"id":7,"poster":"ann","title":"Hello","time":1000,{rest}}}"#);
            let error = format!("{:#}", parse(&json).unwrap_err());
            assert!(error.contains(message), "{rest}: {error}");
        }
    }

    #[test]
    fn invalid_lines_of_comments_and_places_are_refused() {
        let comment = r#""id":7,"parent":3,"poster":"ann","time":1000"#;
        let place = r#""id":7,"deleted":true,"time":1000"#;
        assert!(parse(&format!(r#"{{{comment},"text":"x","fields":[["title","1"]]}}"#)).is_ok());
        for (line, rest, message) in [
            (comment, r#""score":1"#, "missing field `text`"),
            (comment, r#""text":"""#, "text"),
            (comment, r#""text":"x","link":"x""#, "a comment has no \"link\""),
            (comment, r#""text":"x","groups":[]"#, "a comment has no \"groups\""),
            (comment, r#""text":"x","comments":0"#, "a comment has no \"comments\""),
            (comment, r#""text":"x","bumped":1000"#, "a comment has no \"bumped\""),
            (comment, r#""text":"x","fields":[["parent","1"]]"#, "reserved"),
            (place, r#""parent":0"#, "\"parent\" must be 1 or more"),
            (place, r#""hidden":true"#, "unknown field `hidden`"),
            (place, r#""upvotes":4294967295,"downvotes":1"#, "votes"),
            (place, r#""score":2305843009213693953"#, "score"),
        ] {
            let error = format!("{:#}", parse(&format!("{{{line},{rest}}}")).unwrap_err());
            assert!(error.contains(message), "{rest}: {error}");
        }
    }
}
