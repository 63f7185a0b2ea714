//! An article, a comment, or the tombstone of a deleted one, as a node of its thread.

use crate::item::Item;
use crate::item::answers::{AnswerKey, Answers};
use crate::item::content::{Comment, Lineage};
use crate::item::tombstone::Tombstone;
use crate::orders::summary::Facts;
use crate::terms::types::ItemId;

/// A node of a thread.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// An article or a comment.
    Item(&'a Item),
    /// The tombstone of a deleted one.
    Tombstone(&'a Tombstone),
}

impl<'a> Node<'a> {
    /// Returns where a comment is in its thread.
    pub fn lineage(self) -> Option<Lineage> {
        match self {
            Self::Item(item) => item.content.comment().map(Comment::lineage),
            Self::Tombstone(tombstone) => tombstone.lineage,
        }
    }

    /// Returns what orders it among the answers to its parent.
    pub fn answer_key(self, id: ItemId) -> AnswerKey {
        match self {
            Self::Item(item) => item.answer_key(id),
            Self::Tombstone(tombstone) => tombstone.answer_key(id),
        }
    }

    /// Returns what its values in an order follow from.
    pub fn facts(self, id: ItemId) -> Facts {
        match self {
            Self::Item(item) => Facts::of(id, item),
            Self::Tombstone(tombstone) => Facts::of_tombstone(id, tombstone),
        }
    }

    /// Returns the direct answers.
    pub fn answers(self) -> Option<&'a Answers> {
        match self {
            Self::Item(item) => item.answers(),
            Self::Tombstone(tombstone) => Some(&tombstone.answers),
        }
    }

    /// Returns the number of listed comments below it.
    pub fn comments(self) -> u32 {
        self.answers().map_or(0, Answers::comments)
    }

    /// Returns whether a comment, or the tombstone of one, is in its thread: listed, or with
    /// listed comments below it.
    pub fn is_in_thread(self) -> bool {
        self.is_listed_comment() || self.comments() > 0
    }

    /// Returns whether it counts as a comment of those above it.
    pub fn is_listed_comment(self) -> bool {
        match self {
            Self::Item(item) => item.is_listed() && item.content.comment().is_some(),
            Self::Tombstone(_) => false,
        }
    }
}
