//! Texts of any bytes in JSON.

use std::ops::Deref;

use anyhow::{Context, Result, bail};
use base64::prelude::{BASE64_STANDARD, Engine};
use redis::{FromRedisValue, ParsingError, RedisWrite, ToRedisArgs, Value};
use serde::{Serialize, Serializer};

/// A text of any bytes.
pub type Bytes = Vec<u8>;

/// A text: a string in JSON or, if it is not UTF-8, an object with its bytes in base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub Bytes);

impl Text {
    /// Returns an integer as a text.
    pub fn integer(number: impl Into<i64>) -> Self {
        Self(number.into().to_string().into_bytes())
    }

    /// Reads a text of JSON.
    pub fn parse(json: &serde_json::Value) -> Result<Self> {
        let base64 = json.as_object().filter(|object| object.len() == 1);
        let base64 = base64.and_then(|object| object.get("base64")?.as_str());
        match (json.as_str(), base64) {
            (Some(text), _) => Ok(Self(text.as_bytes().to_vec())),
            (None, Some(base64)) => {
                BASE64_STANDARD.decode(base64).map(Self).context("invalid base64")
            }
            (None, None) => {
                bail!("a word must be a string, an integer, or an object with its bytes in base64")
            }
        }
    }
}

impl Deref for Text {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.0
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl ToRedisArgs for Text {
    fn write_redis_args<W: ?Sized + RedisWrite>(&self, out: &mut W) {
        self.0.write_redis_args(out);
    }
}

impl FromRedisValue for Text {
    fn from_redis_value(reply: Value) -> Result<Self, ParsingError> {
        redis::from_redis_value(reply).map(Self)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_map([("base64", BASE64_STANDARD.encode(&self.0))]),
        }
    }
}
