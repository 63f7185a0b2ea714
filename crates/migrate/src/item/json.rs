//! Values in JSON as databases write them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads a value that is as good as missing if it is null.
pub fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads true or false, which are 1 and 0 in databases without booleans.
pub fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a flag must be true or false, or 1 or 0")]
    enum Flag {
        Boolean(bool),
        Number(u64),
    }
    match Option::deserialize(deserializer)? {
        None | Some(Flag::Number(0)) => Ok(false),
        Some(Flag::Number(1)) => Ok(true),
        Some(Flag::Boolean(is_set)) => Ok(is_set),
        Some(Flag::Number(_)) => Err(D::Error::custom("a flag must be true or false, or 1 or 0")),
    }
}
