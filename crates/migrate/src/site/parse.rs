//! Replies about articles, comments, and places.

use anyhow::{Context, Result, bail};
use article_site::{Activity, Boost, FieldName, Flags, Kind, Settings, UnixTime};
use redis::Value;

use crate::item::{Bytes, Content, Item, Place};
use crate::readable::readable;
use crate::reply;
use crate::votes::Votes;

/// An article or comment as a reply shows it, with its votes as counts.
pub struct Shown {
    pub item: Item,
    pub is_open: bool,
}

/// An article or comment as ARTICLE.CHANGES shows it.
pub struct Changed {
    /// With its votes as counts, and always with its score.
    pub item: Item,
    /// The id of a comment's article.
    pub article: Option<u32>,
    pub comments: Option<u32>,
}

/// Returns whether the value of the entry `parent` is the parent of a comment. In the map of an
/// article, it is a custom field of that name, which is a text.
pub fn is_parent(value: &Value) -> bool {
    matches!(value, Value::Int(_))
}

/// Reads the map of an article or a comment.
pub fn parse_item(reply: Value, settings: &Settings) -> Result<Shown> {
    let pairs = reply::pairs(reply)?;
    let parent = pairs.iter().find(|(name, value)| name == b"parent" && is_parent(value));
    let kind = if parent.is_some() { Kind::Comment } else { Kind::Article };
    let mut is_open = false;
    let (mut up, mut down, mut score) = (0, 0, 0);
    let mut item = Item {
        id: 0,
        poster: Bytes::new(),
        time: UnixTime::default(),
        closes: 0,
        score: None,
        boost: Boost::default(),
        flags: Flags::default(),
        content: match parent {
            Some((_, parent)) => Content::Comment {
                parent: number(parent)?,
                text: Bytes::new(),
                is_uncounted: false,
            },
            None => Content::Article {
                title: Bytes::new(),
                link: Bytes::new(),
                activity: Activity::none(UnixTime::default()),
                groups: Vec::new(),
            },
        },
        votes: Votes::Counted { up: 0, down: 0 },
        fields: Vec::new(),
    };
    for (name, value) in pairs {
        let is_integer = matches!(value, Value::Int(_));
        match name.as_slice() {
            b"id" => item.id = number(&value)?,
            b"poster" => item.poster = reply::bytes(value)?,
            b"time" => {
                item.time = time(&value)?;
                if let Content::Article { activity, .. } = &mut item.content {
                    // The reply of a server with an earlier version has no more.
                    *activity = Activity::none(item.time);
                }
            }
            b"closes" => item.closes = reply::integer(&value)?,
            b"votes" => {}
            b"upvotes" => up = number(&value)?,
            b"downvotes" => down = number(&value)?,
            b"score" => score = reply::integer(&value)?,
            b"vote" => is_open = value != Value::Nil,
            b"boost" if is_integer => item.boost = Boost::new(reply::integer(&value)?)?,
            b"hidden" => item.flags.hidden = true,
            b"locked" => item.flags.locked = true,
            b"pinned" => item.flags.pinned = true,
            _ => {
                if let Some((name, value)) = parse_content(&mut item.content, name, value)? {
                    let value = custom_field(kind, &name, value)?;
                    item.fields.push((name, value));
                }
            }
        }
    }
    item.votes = Votes::Counted { up, down };
    item.score = Some(score).filter(|score| *score != item.formula_score(settings));
    Ok(Shown { item, is_open })
}

/// Reads the map of an article or a comment that has changed.
pub fn parse_changed(reply: Value) -> Result<Changed> {
    let pairs = reply::pairs(reply.clone())?;
    // A text is a custom field of that name.
    let integer = |name: &str| {
        let is_named = |(entry, value): &&(Bytes, Value)| {
            entry == name.as_bytes() && matches!(value, Value::Int(_))
        };
        pairs.iter().find(is_named).map(|(_, value)| value)
    };
    let [article, comments] =
        ["article", "comments"].map(|name| integer(name).map(number).transpose());
    let score = integer("score").map(reply::integer).transpose()?;
    // The settings matter only for whether the score follows from the votes.
    let Shown { item, is_open: _ } = parse_item(reply, &Settings::default())?;
    Ok(Changed { item: Item { score, ..item }, article: article?, comments: comments? })
}

/// Reads an entry that only articles or only comments have. Returns any other entry.
fn parse_content(
    content: &mut Content,
    name: Bytes,
    value: Value,
) -> Result<Option<(Bytes, Value)>> {
    let is_integer = matches!(value, Value::Int(_));
    match content {
        Content::Article { title, link, activity: Activity { comments, bumped }, groups } => {
            match name.as_slice() {
                b"title" => *title = reply::bytes(value)?,
                b"link" => *link = reply::bytes(value)?,
                b"groups" => {
                    let names = reply::items(value)?.into_iter().map(reply::bytes);
                    *groups = names.collect::<Result<_>>()?;
                }
                b"comments" if is_integer => *comments = number(&value)?,
                b"bumped" if is_integer => *bumped = time(&value)?,
                _ => return Ok(Some((name, value))),
            }
        }
        Content::Comment { text, .. } => match name.as_slice() {
            b"text" => *text = reply::bytes(value)?,
            // The parent is known, and the others follow from the thread.
            b"parent" | b"article" | b"comments" => {}
            _ => return Ok(Some((name, value))),
        },
    }
    Ok(None)
}

/// Reads the map of a place, or nil.
pub fn parse_place(reply: Value, settings: &Settings) -> Result<Option<Place>> {
    if reply == Value::Nil {
        return Ok(None);
    }
    let pairs = reply::pairs(reply)?;
    let value = |name: &str| {
        let entry = pairs.iter().find(|(entry, _)| entry == name.as_bytes());
        entry.map(|(_, value)| value).with_context(|| format!("a place without {name}"))
    };
    let mut place = Place {
        id: number(value("id")?)?,
        parent: Some(number(value("parent")?)?).filter(|parent| *parent > 0),
        time: time(value("time")?)?,
        upvotes: number(value("upvotes")?)?,
        downvotes: number(value("downvotes")?)?,
        score: None,
        boost: Boost::new(reply::integer(value("boost")?)?)?,
    };
    let score = reply::integer(value("score")?)?;
    place.score = Some(score).filter(|score| *score != place.formula_score(settings));
    Ok(Some(place))
}

fn number(value: &Value) -> Result<u32> {
    Ok(u32::try_from(reply::integer(value)?)?)
}

fn time(value: &Value) -> Result<UnixTime> {
    UnixTime::new(reply::integer(value)?).context("an invalid time")
}

/// Returns the value of a custom field. Its name may have been reserved since it was set. Any other
/// entry is an attribute of a later version, which would be lost.
fn custom_field(kind: Kind, name: &[u8], value: Value) -> Result<Bytes> {
    let is_possible = || FieldName::new(name).is_ok_and(|name| name.check_replayed(kind).is_ok());
    match value {
        Value::BulkString(value) if is_possible() => Ok(value),
        _ => bail!(
            "the module replied with the entry {} of an article or a comment, which this program \
             does not know. Use the article-migrate of the module's version",
            readable(name)
        ),
    }
}

#[cfg(test)]
mod tests {
    use article_site::Entry;

    use super::*;

    fn parse_entry(kind: Kind, name: &str, value: Value) -> Result<Item> {
        let mut reply = vec![Value::BulkString(name.into()), value];
        if kind == Kind::Comment && name != "parent" {
            reply.extend([Value::BulkString(b"parent".into()), Value::Int(3)]);
        }
        Ok(parse_item(Value::Array(reply), &Settings::default())?.item)
    }

    fn is_unknown(parsed: Result<Item>) -> bool {
        parsed.is_err_and(|error| error.to_string().contains("does not know"))
    }

    #[test]
    fn attributes_of_later_versions_are_refused() {
        for kind in Kind::ALL {
            for value in [Value::Int(5), Value::Nil, Value::Array(Vec::new())] {
                assert!(is_unknown(parse_entry(kind, "later", value)));
            }
        }
    }

    #[test]
    fn every_entry_is_known() {
        for kind in Kind::ALL {
            // Only THREAD shows a depth.
            for entry in Entry::of(kind).iter().filter(|entry| **entry != Entry::Depth) {
                let values =
                    [Value::Int(1), Value::Array(Vec::new()), Value::BulkString(b"x".into())];
                let is_known = values
                    .into_iter()
                    .any(|value| !is_unknown(parse_entry(kind, entry.name(), value)));
                assert!(is_known, "{} would be refused", entry.name());
            }
        }
    }

    #[test]
    fn custom_fields_with_names_of_entries_are_kept() {
        // Some of these names were reserved later, the others are of entries of the other kind.
        for (kind, names) in [
            (Kind::Article, &["boost", "comments", "bumped", "parent", "text", "article"][..]),
            (Kind::Comment, &["title", "link", "groups", "bumped", "other"][..]),
        ] {
            for name in names {
                let item = parse_entry(kind, name, Value::BulkString(b"x".into())).unwrap();
                assert_eq!((item.kind(), item.fields.len()), (kind, 1), "{name}");
                assert_eq!(item.fields, [((*name).into(), b"x".to_vec())]);
            }
        }
        let boosted = parse_entry(Kind::Article, "boost", Value::Int(7)).unwrap();
        assert_eq!(boosted.boost.get(), 7);
    }
}
