//! The lines of places of deleted articles and comments.

use anyhow::Result;
use article_site::Boost;
use serde::{Deserialize, Serialize};

use super::{check_alone, flag, is_default, number, or_default, parse_time};
use crate::item::Place;
use crate::jsonl::time::Seconds;

/// The line of the place of a deleted article or, with a parent, of a deleted comment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceLine {
    pub(super) id: u64,
    /// Always true.
    #[serde(deserialize_with = "flag")]
    deleted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<u64>,
    #[serde(default, skip_serializing)]
    pub(super) article: Option<u64>,
    pub(super) time: Seconds,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    boost: i64,
    #[serde(default, deserialize_with = "or_default")]
    upvotes: u32,
    #[serde(default, deserialize_with = "or_default")]
    downvotes: u32,
}

impl PlaceLine {
    pub(super) fn new(place: Place) -> Self {
        let Place { id, parent, time, upvotes, downvotes, score, boost } = place;
        Self {
            id: id.into(),
            deleted: true,
            parent: parent.map(Into::into),
            article: None,
            time: Seconds(time.get()),
            score,
            boost: boost.get(),
            upvotes,
            downvotes,
        }
    }

    pub(super) fn place(self) -> Result<Place> {
        let Self { id, deleted: _, parent, article, time, score, boost, upvotes, downvotes } =
            self;
        check_alone(article)?;
        Ok(Place {
            id: number("id", id)?,
            parent: parent.map(|parent| number("parent", parent)).transpose()?,
            time: parse_time("time", time)?,
            upvotes,
            downvotes,
            score,
            boost: Boost::new(boost)?,
        })
    }
}
