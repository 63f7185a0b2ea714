//! A line of changes.

use anyhow::Result;
use article_site::{Entry, Kind};
use redis::{Value, from_redis_value};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::text::{Bytes, Text};

/// An object of JSON: its names, and their values.
pub struct Line(Vec<(String, Json)>);

impl Line {
    /// Returns an object of one name.
    pub fn of(name: &str, value: impl Into<Json>) -> Self {
        Self(vec![(name.to_owned(), value.into())])
    }

    /// Returns the map of an article or a comment, in which custom fields are pairs.
    pub fn of_item(map: Value) -> Result<Self> {
        let map: Vec<(Bytes, Value)> = from_redis_value(map)?;
        // A custom field of an article can have that name, but is a text.
        let is_parent = |(name, value): &(Bytes, Value)| name == b"parent" && is_integer(value);
        let kind = if map.iter().any(is_parent) { Kind::Comment } else { Kind::Article };
        let is_field = |(name, value): &(Bytes, Value)| {
            let is_own = |entry: &Entry| entry.name().as_bytes() == name;
            matches!(value, Value::BulkString(_)) && !Entry::of_map(kind).iter().any(is_own)
        };
        let (fields, entries): (Vec<_>, Vec<_>) = map.into_iter().partition(is_field);
        let entry = |(name, value)| Ok((String::from_utf8(name)?, json(value)?));
        let mut line: Vec<_> = entries.into_iter().map(entry).collect::<Result<_>>()?;
        if !fields.is_empty() {
            let pair = |(name, value)| Ok(Json::Array(vec![text(name)?, json(value)?]));
            let pairs = fields.into_iter().map(pair).collect::<Result<_>>()?;
            line.push(("fields".to_owned(), Json::Array(pairs)));
        }
        Ok(Self(line))
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

fn is_integer(value: &Value) -> bool {
    matches!(value, Value::Int(_))
}

fn text(text: Bytes) -> Result<Json> {
    Ok(serde_json::to_value(Text(text))?)
}

fn json(value: Value) -> Result<Json> {
    Ok(match value {
        Value::Nil => Json::Null,
        Value::Int(number) => number.into(),
        Value::Array(items) => Json::Array(items.into_iter().map(json).collect::<Result<_>>()?),
        other => text(from_redis_value(other)?)?,
    })
}
