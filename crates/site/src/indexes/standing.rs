//! What decides where an item is listed.

use crate::item::Item;
use crate::item::answers::AnswerKey;
use crate::item::flags::Flags;
use crate::item::numbers::UserNumber;
use crate::orders::StoredOrder;
use crate::orders::ranking_set::Positions;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime};

/// All that the rankings of the site, of its groups and of its users depend on of an article or
/// comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub kind: Kind,
    pub poster: UserNumber,
    /// Upvotes less downvotes: what it adds to its poster's karma.
    pub votes: i64,
    pub flags: Flags,
    positions: Positions,
}

impl Standing {
    pub fn of(id: ItemId, item: &Item) -> Self {
        Self {
            kind: item.content.kind(),
            poster: item.poster,
            votes: item.tally.votes(),
            flags: item.flags(),
            positions: Positions::of(id, item),
        }
    }

    pub fn id(&self) -> ItemId {
        self.positions.id()
    }

    pub fn is_listed(&self) -> bool {
        self.flags.is_listed()
    }

    pub fn time(&self) -> UnixTime {
        UnixTime::clamped(self.positions.by(StoredOrder::Time).number())
    }

    /// Returns what orders a comment among the answers to its parent.
    pub fn answer_key(&self) -> AnswerKey {
        AnswerKey { id: self.id(), time: self.time(), is_pinned: self.flags.pin.is_set() }
    }

    pub fn listed(&self) -> Option<&Positions> {
        self.is_listed().then_some(&self.positions)
    }

    pub fn listed_in_groups(&self) -> Option<Positions> {
        self.is_listed().then(|| self.positions.in_groups(self.flags))
    }

    pub fn hidden(&self) -> Option<&Positions> {
        (!self.is_listed()).then_some(&self.positions)
    }
}
