//! The tombstone of a deleted item.

use super::answers::{AnswerKey, Answers};
use super::attributes::Moderated;
use super::content::Lineage;
use super::flags::{Flags, Pin, Visibility};
use super::tally::Tally;
use crate::terms::types::{ItemId, UnixTime};

/// The tombstone of a deleted article or comment below which there still are comments. It keeps
/// what decides on its position among its siblings, and what closes answers below it.
#[derive(Clone, Debug)]
pub struct Tombstone {
    pub time: UnixTime,
    pub tally: Tally,
    /// Whether it was hidden, which includes held, or locked; it is not pinned.
    pub moderated: Moderated,
    /// Where it is in its thread, if it is the tombstone of a comment.
    pub lineage: Option<Lineage>,
    pub answers: Answers,
}

impl Tombstone {
    pub fn new(
        time: UnixTime,
        tally: Tally,
        moderated: Moderated,
        lineage: Option<Lineage>,
    ) -> Self {
        let visibility = match moderated.flags.visibility {
            Visibility::Listed => Visibility::Listed,
            Visibility::Hidden | Visibility::Held => Visibility::Hidden,
        };
        let flags = Flags { visibility, pin: Pin::Nowhere, ..moderated.flags };
        let moderated = Moderated { flags, ..moderated };
        Self { time, tally, moderated, lineage, answers: Answers::default() }
    }

    pub fn answer_key(&self, id: ItemId) -> AnswerKey {
        AnswerKey { id, time: self.time, is_pinned: false }
    }
}
