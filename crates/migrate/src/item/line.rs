//! The lines of a file after the first one.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::json::flag;
use super::{Entry, Reader};

/// What a line is of.
#[allow(clippy::large_enum_variant)] // Most are entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Entry(Entry),
    Reader(Reader),
}

/// What shows of which kind a line is.
#[derive(Deserialize)]
struct LineKind {
    #[serde(default, deserialize_with = "flag")]
    deleted: bool,
    user: Option<IgnoredAny>,
}

impl Line {
    pub fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        // An enum of all kinds would parse, but its errors do not name the mistake.
        Ok(match serde_json::from_slice(json)? {
            LineKind { user: Some(_), .. } => Self::Reader(serde_json::from_slice(json)?),
            LineKind { deleted: true, .. } => {
                Self::Entry(Entry::Place(serde_json::from_slice(json)?))
            }
            LineKind { .. } => Self::Entry(Entry::Item(serde_json::from_slice(json)?)),
        })
    }

    pub fn into_entry(self) -> Option<Entry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Reader(_) => None,
        }
    }
}
