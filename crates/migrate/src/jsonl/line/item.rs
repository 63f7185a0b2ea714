//! The lines of articles and comments.

use anyhow::{Context, Result, bail, ensure};
use article_site::{Activity, Boost, Flags, Settings};
use serde::{Deserialize, Serialize};

use super::{bytes, check_alone, flag, is_default, number, or_default, parse_time, texts};
use crate::item::{Content, Item};
use crate::jsonl::text::Text;
use crate::jsonl::time::Seconds;
use crate::votes::{Voters, Votes};

/// The line of an article or, with a parent, of a comment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemLine {
    pub(super) id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<u64>,
    #[serde(default, skip_serializing)]
    pub(super) article: Option<u64>,
    poster: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Text>,
    pub(in crate::jsonl) time: Seconds,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closes: Option<Seconds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    boost: i64,
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    hidden: bool,
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    locked: bool,
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pinned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::jsonl) comments: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::jsonl) bumped: Option<Seconds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    downvotes: Option<u32>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    up: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    down: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    silent_up: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    silent_down: Vec<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<Text>>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    fields: Vec<(Text, Text)>,
}

impl ItemLine {
    /// Returns the line of an article or a comment.
    pub(in crate::jsonl) fn new(item: Item) -> Self {
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
            id: id.into(),
            parent: None,
            article: None,
            poster: Text(poster),
            title: None,
            link: None,
            text: None,
            time: Seconds(time.get()),
            closes: Some(Seconds(closes)),
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
                // Always there: missing, they would be counted from the lines of the comments.
                line.comments = Some(comments);
                line.bumped = Some(Seconds(bumped.get()));
                line.groups = Some(texts(groups)).filter(|groups| !groups.is_empty());
            }
            Content::Comment { parent, text, is_uncounted: _ } => {
                line.parent = Some(parent.into());
                line.text = Some(Text(text));
            }
        }
        line
    }

    pub(super) fn item(self, settings: &Settings) -> Result<Item> {
        let Self {
            id,
            parent,
            article,
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
        check_alone(article)?;
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
                        bumped: match bumped {
                            Some(bumped) => parse_time("bumped", bumped)?,
                            None => time,
                        },
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
                let parent = number("parent", parent)?;
                let text = text.context("missing field `text`")?.0;
                Content::Comment { parent, text, is_uncounted: false }
            }
        };
        let closes = closes.map(|Seconds(closes)| closes);
        Ok(Item {
            id: number("id", id)?,
            poster: poster.0,
            time,
            closes: closes.unwrap_or(time.get() + i64::from(settings.window())),
            score,
            boost: Boost::new(boost)?,
            flags: Flags { hidden, locked, pinned },
            content,
            votes,
            fields: fields.into_iter().map(|(name, value)| (name.0, value.0)).collect(),
        })
    }
}
