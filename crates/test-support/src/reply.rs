//! Reading replies: maps in either protocol, errors by their exact text.

use super::Protocol;
use redis::Value;

/// A map of a reply: names and values in the order of the reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Fields(pub Vec<(Vec<u8>, Value)>);

impl Fields {
    /// Reads a reply that must be a map in RESP3, and a flat array of names and values in RESP2.
    #[track_caller]
    pub fn read(value: &Value, protocol: Protocol) -> Self {
        match (value, protocol) {
            (Value::Map(pairs), Protocol::Resp3) => {
                Self(pairs.iter().map(|(name, value)| (bytes(name), value.clone())).collect())
            }
            (Value::Array(flat), Protocol::Resp2) => {
                assert!(flat.len() % 2 == 0, "a name without a value: {flat:?}");
                Self(flat.chunks(2).map(|pair| (bytes(&pair[0]), pair[1].clone())).collect())
            }
            other => panic!("not a map: {other:?}"),
        }
    }

    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| String::from_utf8_lossy(name).into_owned()).collect()
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(own, _)| own == name.as_bytes())
    }

    /// Returns the value of a name that must occur exactly once.
    #[track_caller]
    pub fn value(&self, name: &str) -> &Value {
        let mut found = self.0.iter().filter(|(own, _)| own == name.as_bytes());
        match (found.next(), found.next()) {
            (Some((_, value)), None) => value,
            _ => panic!("{name} does not occur exactly once: {:?}", self.names()),
        }
    }

    /// Returns a value that must be an integer.
    #[track_caller]
    pub fn int(&self, name: &str) -> i64 {
        number(self.value(name))
    }

    /// Returns all values, which must be integers.
    #[track_caller]
    pub fn ints(&self) -> Vec<i64> {
        self.0.iter().map(|(_, value)| number(value)).collect()
    }

    /// Returns a value that must be a bulk string.
    #[track_caller]
    pub fn text(&self, name: &str) -> String {
        text(self.value(name))
    }

    /// Returns the names in an article's `groups`.
    pub fn groups(&self) -> Vec<String> {
        items(self.value("groups")).iter().map(text).collect()
    }

    /// Returns votes, upvotes, downvotes and score.
    pub fn counts(&self) -> (i64, i64, i64, i64) {
        (self.int("votes"), self.int("upvotes"), self.int("downvotes"), self.int("score"))
    }

    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(own, _)| own != name.as_bytes());
        self
    }
}

pub fn int(number: i64) -> Value {
    Value::Int(number)
}

pub fn bulk(text: impl AsRef<[u8]>) -> Value {
    Value::BulkString(text.as_ref().to_vec())
}

pub fn bulks(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(bulk).collect())
}

#[track_caller]
pub fn number(value: &Value) -> i64 {
    match value {
        Value::Int(number) => *number,
        other => panic!("not an integer: {other:?}"),
    }
}

/// Returns the bytes of a string of either kind.
#[track_caller]
pub fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::BulkString(bytes) => bytes.clone(),
        Value::SimpleString(text) => text.clone().into_bytes(),
        other => panic!("not a string: {other:?}"),
    }
}

/// Returns the text of a bulk string.
#[track_caller]
pub fn text(value: &Value) -> String {
    match value {
        Value::BulkString(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        other => panic!("not a bulk string: {other:?}"),
    }
}

#[track_caller]
pub fn items(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        other => panic!("not an array: {other:?}"),
    }
}

/// Reads users and their votes, one after the other.
#[track_caller]
pub fn votes(values: &[Value]) -> Vec<(String, i64)> {
    values.chunks(2).map(|pair| (text(&pair[0]), number(&pair[1]))).collect()
}

pub fn is_error(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(_))
}

/// Returns the text of an error as the server sent it.
#[track_caller]
pub fn error_text(reply: &Value) -> String {
    match reply {
        Value::ServerError(error) => match error.details() {
            Some(details) => format!("{} {details}", error.code()),
            None => error.code().to_owned(),
        },
        other => panic!("not an error: {other:?}"),
    }
}

#[track_caller]
pub fn assert_error(reply: &Value, text: &str) {
    assert_eq!(error_text(reply), text);
}

/// Panics unless the reply is an `ERR` of any wording.
#[track_caller]
pub fn assert_some_error(reply: &Value) {
    let text = error_text(reply);
    assert!(text.starts_with("ERR ") && text.is_ascii(), "{text}");
}

/// Panics unless the reply is an `ERR` that names a limit.
#[track_caller]
pub fn assert_error_naming(reply: &Value, limit: &str) {
    assert_some_error(reply);
    let text = error_text(reply);
    // 65,535 and 65535 are the same number to a reader.
    assert!(text.replace(',', "").contains(limit), "{text}");
}
