//! Reading replies.

use anyhow::{Context, Result, bail};
use article_site::parse_integer;
use redis::Value;

use crate::item::Bytes;

pub fn bytes(reply: Value) -> Result<Bytes> {
    match reply {
        Value::BulkString(text) => Ok(text),
        Value::SimpleString(text) => Ok(text.into_bytes()),
        Value::Okay => Ok(b"OK".to_vec()),
        Value::Int(integer) => Ok(integer.to_string().into_bytes()),
        other => bail!("the server replied with {other:?} where a text belongs"),
    }
}

/// Reads a text that may be missing.
pub fn optional_bytes(reply: Value) -> Result<Option<Bytes>> {
    if reply == Value::Nil { Ok(None) } else { bytes(reply).map(Some) }
}

pub fn integer(reply: &Value) -> Result<i64> {
    match reply {
        Value::Int(integer) => Some(*integer),
        Value::BulkString(text) => parse_integer(text),
        _ => None,
    }
    .with_context(|| format!("the server replied with {reply:?} where an integer belongs"))
}

pub fn items(reply: Value) -> Result<Vec<Value>> {
    match reply {
        Value::Array(items) => Ok(items),
        other => bail!("the server replied with {other:?} where an array belongs"),
    }
}

pub fn texts(replies: Vec<Value>) -> Result<Vec<Bytes>> {
    replies.into_iter().map(bytes).collect()
}

/// Reads a flat array of pairs.
pub fn pairs(reply: Value) -> Result<Vec<(Bytes, Value)>> {
    let mut items = items(reply)?.into_iter();
    let mut pairs = Vec::with_capacity(items.len() / 2);
    while let (Some(name), Some(value)) = (items.next(), items.next()) {
        pairs.push((bytes(name)?, value));
    }
    Ok(pairs)
}

/// Reads the reply of SCAN and its relatives: the next cursor, and the items.
pub fn scan(reply: Value) -> Result<(Bytes, Vec<Value>)> {
    let mut parts = items(reply)?.into_iter();
    let (cursor, found) = parts.next().zip(parts.next()).context("not a reply of SCAN")?;
    Ok((bytes(cursor)?, items(found)?))
}

/// Whether the reply is the error of a command for another type.
pub fn is_wrong_type(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(error) if error.code() == "WRONGTYPE")
}
