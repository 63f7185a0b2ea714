//! The tombstone of a deleted item.

use super::answers::{AnswerKey, Answers};
use super::content::Lineage;
use super::tally::Tally;
use crate::terms::types::{Boost, ItemId, UnixTime};

/// The tombstone of a deleted article or comment below which there still are comments. It keeps
/// what decides on its position among its siblings.
#[derive(Clone, Debug)]
pub struct Tombstone {
    pub time: UnixTime,
    pub tally: Tally,
    pub boost: Boost,
    /// Where it is in its thread, if it is the tombstone of a comment.
    pub lineage: Option<Lineage>,
    /// The direct answers to it.
    pub answers: Answers,
}

impl Tombstone {
    /// Returns a tombstone below which there is nothing yet.
    pub fn new(time: UnixTime, tally: Tally, boost: Boost, lineage: Option<Lineage>) -> Self {
        Self { time, tally, boost, lineage, answers: Answers::default() }
    }

    /// Returns what orders it among the answers to its parent. A deleted comment is not pinned.
    pub fn answer_key(&self, id: ItemId) -> AnswerKey {
        AnswerKey { id, time: self.time, is_pinned: false }
    }
}
