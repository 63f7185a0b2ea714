//! An article, a comment, or the tombstone of a deleted one, as a node of its thread.

use super::crowd::Crowd;
use crate::item::Item;
use crate::item::answers::{AnswerKey, Answers};
use crate::item::content::{Comment, Lineage};
use crate::item::flags::Flags;
use crate::item::tally::Tally;
use crate::item::tombstone::Tombstone;
use crate::orders::summary::Facts;
use crate::structures::prefetch::prefetch;
use crate::terms::types::ItemId;

/// The direct answers to an item.
#[derive(Clone, Copy, Debug)]
pub enum AnswersOf<'a> {
    Few(&'a Answers),
    Many(&'a Crowd),
}

impl AnswersOf<'_> {
    pub fn len(self) -> usize {
        match self {
            Self::Few(answers) => answers.len(),
            Self::Many(crowd) => crowd.len(),
        }
    }

    pub fn part_len(self, is_pinned: bool) -> usize {
        match self {
            Self::Few(answers) => answers.part(is_pinned).len(),
            Self::Many(crowd) => crowd.part(is_pinned).len(),
        }
    }
}

/// A node of a thread.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// An article or a comment.
    Item(&'a Item),
    /// The tombstone of a deleted one.
    Tombstone(&'a Tombstone),
}

impl<'a> Node<'a> {
    pub fn lineage(self) -> Option<Lineage> {
        match self {
            Self::Item(item) => item.content.comment().map(Comment::lineage),
            Self::Tombstone(tombstone) => tombstone.lineage,
        }
    }

    pub fn answer_key(self, id: ItemId) -> AnswerKey {
        match self {
            Self::Item(item) => item.answer_key(id),
            Self::Tombstone(tombstone) => tombstone.answer_key(id),
        }
    }

    /// Returns what its values in an order of its thread follow from. It is listed there if it is
    /// [in the thread](Node::is_in_thread).
    pub fn facts(self, id: ItemId) -> Facts {
        let facts = match self {
            Self::Item(item) => Facts::of(id, item),
            Self::Tombstone(tombstone) => Facts::of_tombstone(id, tombstone),
        };
        Facts { is_listed: self.is_in_thread(), ..facts }
    }

    /// Starts to load what an order depends on.
    pub fn prefetch(self) {
        match self {
            Self::Item(item) => prefetch(&item.tally),
            Self::Tombstone(tombstone) => prefetch(&tombstone.tally),
        }
    }

    /// Returns what moderators say about it, or said until it was deleted.
    pub fn flags(self) -> Flags {
        match self {
            Self::Item(item) => item.flags(),
            Self::Tombstone(tombstone) => tombstone.moderated.flags,
        }
    }

    pub fn tally(self) -> Tally {
        match self {
            Self::Item(item) => item.tally,
            Self::Tombstone(tombstone) => tombstone.tally,
        }
    }

    /// Returns the list of direct answers, which are elsewhere if they are a crowd.
    pub fn answers(self) -> Option<&'a Answers> {
        match self {
            Self::Item(item) => item.answers(),
            Self::Tombstone(tombstone) => Some(&tombstone.answers),
        }
    }

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
