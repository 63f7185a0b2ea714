//! Texts of any bytes in JSON.

use std::ops::Deref;

use base64::prelude::{BASE64_STANDARD, Engine};
use redis::{FromRedisValue, ParsingError, RedisWrite, ToRedisArgs, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::Bytes;

/// A text, as a string or in base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub Bytes);

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

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a text must be a string, or an object with its bytes in base64")]
enum Json<'a> {
    Utf8(std::borrow::Cow<'a, str>),
    Binary { base64: String },
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = match std::str::from_utf8(&self.0) {
            Ok(text) => Json::Utf8(text.into()),
            Err(_) => Json::Binary { base64: BASE64_STANDARD.encode(&self.0) },
        };
        json.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Utf8(text) => Ok(Self(text.into_owned().into_bytes())),
            Json::Binary { base64 } => BASE64_STANDARD
                .decode(base64)
                .map(Self)
                .map_err(|error| D::Error::custom(format!("invalid base64: {error}"))),
        }
    }
}
