//! The lines of a file after the first one.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Item, Reader};

/// What a line is of.
#[allow(clippy::large_enum_variant)] // Most are items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Item(Item),
    Reader(Reader),
}

/// What shows of which kind a line is.
#[derive(Deserialize)]
struct LineKind {
    user: Option<IgnoredAny>,
}

impl Line {
    pub fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        // An enum of all kinds would parse, but its errors do not name the mistake.
        Ok(match serde_json::from_slice(json)? {
            LineKind { user: Some(_) } => Self::Reader(serde_json::from_slice(json)?),
            LineKind { user: None } => Self::Item(serde_json::from_slice(json)?),
        })
    }

    pub fn into_item(self) -> Option<Item> {
        match self {
            Self::Item(item) => Some(item),
            Self::Reader(_) => None,
        }
    }
}
