//! An article, a comment, or the place of a deleted one, as a node of its thread.

use crate::item::Item;
use crate::item::answers::{AnswerPlace, Answers};
use crate::item::content::{Comment, Lineage};
use crate::item::vacancy::Vacancy;
use crate::orders::summary::Facts;
use crate::terms::types::ItemId;

/// A node of a thread.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// An article or a comment.
    Item(&'a Item),
    /// The place of a deleted one.
    Vacancy(&'a Vacancy),
}

impl<'a> Node<'a> {
    /// Returns the place of a comment in the thread.
    pub fn lineage(self) -> Option<Lineage> {
        match self {
            Self::Item(item) => item.content.comment().map(Comment::lineage),
            Self::Vacancy(vacancy) => vacancy.lineage,
        }
    }

    /// Returns its place among the answers to its parent.
    pub fn answer_place(self, id: ItemId) -> AnswerPlace {
        match self {
            Self::Item(item) => item.answer_place(id),
            Self::Vacancy(vacancy) => vacancy.answer_place(id),
        }
    }

    /// Returns what its values in an order follow from.
    pub fn facts(self, id: ItemId) -> Facts {
        match self {
            Self::Item(item) => Facts::of(id, item),
            Self::Vacancy(vacancy) => Facts::of_vacancy(id, vacancy),
        }
    }

    /// Returns the direct answers.
    pub fn answers(self) -> Option<&'a Answers> {
        match self {
            Self::Item(item) => item.answers(),
            Self::Vacancy(vacancy) => Some(&vacancy.answers),
        }
    }

    /// Returns the number of listed comments below it.
    pub fn comments(self) -> u32 {
        self.answers().map_or(0, Answers::comments)
    }

    /// Returns whether a comment, or the place of one, is in its thread: listed, or with listed
    /// comments below it.
    pub fn is_in_thread(self) -> bool {
        self.is_listed_comment() || self.comments() > 0
    }

    /// Returns whether it counts as a comment of those above it.
    pub fn is_listed_comment(self) -> bool {
        match self {
            Self::Item(item) => item.is_listed() && item.content.comment().is_some(),
            Self::Vacancy(_) => false,
        }
    }
}
