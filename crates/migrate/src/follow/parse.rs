//! Replies about articles and comments.

use anyhow::{Result, bail};
use article_site::{FieldName, Kind};
use redis::{FromRedisValue, Value, from_redis_value};

use crate::item::Item;
use crate::readable::readable;
use crate::text::{Bytes, Text};

/// Reads the map of an article or a comment that has changed. The score is always there, and so
/// are the article of a comment and the number of comments on it.
pub fn parse_changed(reply: Value) -> Result<Item> {
    let pairs: Vec<(Bytes, Value)> = from_redis_value(reply)?;
    // In the map of an article, it is a custom field of that name, which is a text.
    let is_parent = |(name, value): &&(Bytes, Value)| name == b"parent" && is_integer(value);
    let parent = pairs.iter().find(is_parent).map(|(_, value)| read(value.clone())).transpose()?;
    let mut item = Item { parent, upvotes: Some(0), downvotes: Some(0), ..Item::default() };
    let kind = item.kind();
    for (name, value) in pairs {
        match (name.as_slice(), kind, is_integer(&value)) {
            (b"id", ..) => item.id = read(value)?,
            (b"poster", ..) => item.poster = read(value)?,
            (b"time", ..) => item.time = read(value)?,
            (b"closes", ..) => item.closes = read(value)?,
            (b"votes", ..) | (b"parent", Kind::Comment, _) => {}
            (b"upvotes", ..) => item.upvotes = read(value)?,
            (b"downvotes", ..) => item.downvotes = read(value)?,
            (b"score", ..) => item.score = read(value)?,
            (b"boost", ..) => item.boost = read(value)?,
            (b"hidden", ..) => item.hidden = true,
            (b"locked", ..) => item.locked = true,
            (b"pinned", ..) => match read::<u8>(value)? {
                1 => item.pinned = true,
                _ => item.pinned_local = true,
            },
            (b"comments", _, true) => item.comments = read(value)?,
            (b"title", Kind::Article, _) => item.title = read(value)?,
            (b"link", Kind::Article, _) => item.link = read(value)?,
            (b"groups", Kind::Article, _) => item.groups = read(value)?,
            (b"bumped", Kind::Article, true) => item.bumped = read(value)?,
            (b"text", Kind::Comment, _) => item.text = read(value)?,
            (b"article", Kind::Comment, true) => item.article = read(value)?,
            _ => {
                let value = custom_field(kind, &name, value)?;
                item.fields.push((Text(name), value));
            }
        }
    }
    if kind == Kind::Article {
        item.title.get_or_insert_default();
        item.link.get_or_insert_default();
    }
    Ok(item)
}

fn is_integer(value: &Value) -> bool {
    matches!(value, Value::Int(_))
}

fn read<T: FromRedisValue>(value: Value) -> Result<T> {
    Ok(from_redis_value(value)?)
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
        parse_changed(Value::Array(reply))
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
            // Only THREAD shows a depth, and only options show marks and votes.
            let shown =
                |entry: &&Entry| !matches!(entry, Entry::Depth | Entry::Marks | Entry::Vote);
            for entry in Entry::of_map(kind).iter().filter(shown) {
                let values =
                    [Value::Int(1), Value::Array(Vec::new()), Value::BulkString(b"x".into())];
                let is_known = values
                    .into_iter()
                    .any(|value| !is_unknown(parse_entry(kind, entry.name(), value)));
                assert!(is_known, "{} would be refused", entry.name());
            }
        }
    }
}
