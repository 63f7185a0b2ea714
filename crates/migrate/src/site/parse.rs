//! Replies about articles, comments, and places.

use anyhow::{Context, Result, bail};
use article_site::{Boost, FieldName, Kind, Settings, UnixTime};
use redis::Value;

use crate::item::{Bytes, Item, Place, Seconds, Text};
use crate::readable::readable;
use crate::reply;

/// An article or comment as a reply shows it, with its votes as counts.
pub struct Shown {
    pub item: Item,
    /// Whether a viewer is shown a vote: voting is open, or the site keeps votes.
    pub shows_vote: bool,
}

/// Reads the map of an article or a comment.
pub fn parse_item(reply: Value, settings: &Settings) -> Result<Shown> {
    let Shown { mut item, shows_vote } = parse_shown(reply)?;
    let formula = item.formula_score(settings);
    item.score = Some(item.score.unwrap_or_default()).filter(|score| *score != formula);
    if item.kind() == Kind::Comment {
        // Both follow from the thread.
        (item.article, item.comments) = (None, None);
    }
    Ok(Shown { item, shows_vote })
}

/// Reads the map of an article or a comment that has changed. The score is always there, and so
/// are the article of a comment and the number of comments on it.
pub fn parse_changed(reply: Value) -> Result<Item> {
    Ok(parse_shown(reply)?.item)
}

/// Reads some entries of an article or a comment, or nil.
pub fn parse_part(reply: Value) -> Result<Option<Item>> {
    if reply == Value::Nil { Ok(None) } else { parse_changed(reply).map(Some) }
}

fn parse_shown(reply: Value) -> Result<Shown> {
    let pairs = reply::pairs(reply)?;
    // In the map of an article, it is a custom field of that name, which is a text.
    let is_parent =
        |(name, value): &&(Bytes, Value)| name == b"parent" && matches!(value, Value::Int(_));
    let parent = pairs.iter().find(is_parent).map(|(_, value)| id(value)).transpose()?;
    let mut item = Item { parent, ..Item::default() };
    (item.upvotes, item.downvotes) = (Some(0), Some(0));
    let mut shows_vote = false;
    for (name, value) in pairs {
        match (name.as_slice(), &value) {
            (b"id", _) => item.id = id(&value)?,
            (b"poster", _) => item.poster = text(value)?,
            (b"time", _) => item.time = time(&value)?,
            (b"closes", _) => item.closes = Some(Seconds(reply::integer(&value)?)),
            (b"votes", _) => {}
            (b"upvotes", _) => item.upvotes = Some(number(&value)?),
            (b"downvotes", _) => item.downvotes = Some(number(&value)?),
            (b"score", _) => item.score = Some(reply::integer(&value)?),
            (b"vote", _) => shows_vote = value != Value::Nil,
            (b"boost", _) => item.boost = Boost::new(reply::integer(&value)?)?.get(),
            (b"hidden", _) => item.hidden = true,
            (b"locked", _) => item.locked = true,
            (b"pinned", _) => item.pinned = true,
            _ if parse_own(&mut item, &name, &value)? => {}
            _ => {
                let value = custom_field(item.kind(), &name, value)?;
                item.fields.push((Text(name), value));
            }
        }
    }
    if item.kind() == Kind::Article {
        item.title.get_or_insert_default();
        item.link.get_or_insert_default();
    }
    Ok(Shown { item, shows_vote })
}

/// Reads an entry that only articles or only comments have. Returns false for any other.
fn parse_own(item: &mut Item, name: &[u8], value: &Value) -> Result<bool> {
    match (item.kind(), name, value) {
        (Kind::Article, b"title", _) => item.title = Some(text(value.clone())?),
        (Kind::Article, b"link", _) => item.link = Some(text(value.clone())?),
        (Kind::Article, b"groups", _) => {
            let names = reply::items(value.clone())?.into_iter().map(text);
            let names: Vec<Text> = names.collect::<Result<_>>()?;
            item.groups = Some(names).filter(|names| !names.is_empty());
        }
        (Kind::Article, b"comments", Value::Int(_)) => item.comments = Some(number(value)?),
        (Kind::Article, b"bumped", Value::Int(_)) => item.bumped = Some(time(value)?),
        (Kind::Comment, b"text", _) => item.text = Some(text(value.clone())?),
        (Kind::Comment, b"article", Value::Int(_)) => item.article = Some(id(value)?),
        (Kind::Comment, b"comments", Value::Int(_)) => item.comments = Some(number(value)?),
        // The parent is known.
        (Kind::Comment, b"parent" | b"article" | b"comments", _) => {}
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads the map of a place, or nil.
pub fn parse_place(reply: Value, settings: &Settings) -> Result<Option<Place>> {
    let Some(item) = parse_part(reply)? else { return Ok(None) };
    let mut place = Place {
        id: item.id,
        deleted: true,
        parent: item.parent.filter(|parent| *parent > 0),
        article: None,
        time: item.time,
        upvotes: item.upvotes.unwrap_or_default(),
        downvotes: item.downvotes.unwrap_or_default(),
        score: None,
        boost: item.boost,
    };
    place.score = item.score.filter(|score| *score != place.formula_score(settings));
    Ok(Some(place))
}

fn id(value: &Value) -> Result<u64> {
    number(value).map(Into::into)
}

fn number(value: &Value) -> Result<u32> {
    Ok(u32::try_from(reply::integer(value)?)?)
}

fn text(value: Value) -> Result<Text> {
    reply::bytes(value).map(Text)
}

fn time(value: &Value) -> Result<Seconds> {
    let time = UnixTime::new(reply::integer(value)?).context("an invalid time")?;
    Ok(Seconds(time.get()))
}

/// Returns the value of a custom field. Any other entry is an attribute of a later version, which
/// would be lost.
fn custom_field(kind: Kind, name: &[u8], value: Value) -> Result<Text> {
    let is_possible = || FieldName::new(name).is_ok_and(|name| name.check(kind).is_ok());
    match value {
        Value::BulkString(value) if is_possible() => Ok(Text(value)),
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
            // Only THREAD shows a depth, and only the option MARKS shows marks.
            let shown = |entry: &&Entry| !matches!(entry, Entry::Depth | Entry::Marks);
            for entry in Entry::of(kind).iter().filter(shown) {
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
    fn custom_fields_with_names_of_entries_of_the_other_kind_are_kept() {
        for (kind, names) in [
            (Kind::Article, &["parent", "text", "article"][..]),
            (Kind::Comment, &["title", "link", "groups", "bumped", "other"][..]),
        ] {
            for name in names {
                let item = parse_entry(kind, name, Value::BulkString(b"x".into())).unwrap();
                assert_eq!((item.kind(), item.fields.len()), (kind, 1), "{name}");
                assert_eq!(item.fields, [(Text((*name).into()), Text(b"x".to_vec()))]);
            }
        }
    }
}
