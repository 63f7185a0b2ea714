//! What a reader does not want to see.

use std::borrow::Cow;

use roaring::RoaringBitmap;

use crate::indexes::users::Users;
use crate::indexes::users::relations::{Related, Relation};
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::terms::types::ItemId;

/// What a user has muted.
#[derive(Clone, Debug)]
pub struct Muted<'a> {
    by: UserNumber,
    related: Cow<'a, Related>,
}

impl<'a> Muted<'a> {
    /// Returns what a user has muted, if it is anything.
    pub fn of(users: &'a Users, by: UserNumber) -> Option<Self> {
        Some(Self { by, related: users.related(by, Relation::Mutes)? })
    }

    /// Returns whether an article or comment is muted itself. The user's own never are.
    fn has(&self, id: ItemId, item: &Item) -> bool {
        self.related.has(id, item) && item.poster != self.by
    }

    /// Returns whether listings leave an article or comment out: it is muted, or its article is.
    pub fn leaves_out(&self, items: &Items, id: ItemId, item: &Item) -> bool {
        self.has(id, item)
            || item.content.comment().is_some_and(|comment| {
                let article = comment.article();
                items.articles().get(article.get()).is_some_and(|item| self.has(article, item))
            })
    }

    /// Returns whether the user's inbox leaves an answer out: as listings do, or because the user
    /// wants no more answers to what it answers, or below its article, even if that is the user's.
    pub fn leaves_out_answer(&self, items: &Items, id: ItemId, answer: &Item) -> bool {
        let ids = &self.related.ids;
        let answered = answer.content.comment().map(|comment| {
            [comment.lineage().parent, comment.article()].map(|id| ids.binary_search(&id).is_ok())
        });
        answered.is_some_and(|are_muted| are_muted.contains(&true))
            || self.leaves_out(items, id, answer)
    }
}

/// Users whose comments a thread leaves out, and what its reader has muted.
#[derive(Clone, Debug)]
pub struct LeftOut<'a> {
    /// The numbers of the users.
    pub not_from: RoaringBitmap,
    pub muted: Option<Muted<'a>>,
}

impl LeftOut<'_> {
    /// Returns whether a comment is left out.
    pub fn has(&self, id: ItemId, comment: &Item) -> bool {
        self.not_from.contains(comment.poster.0)
            || self.muted.as_ref().is_some_and(|it| it.has(id, comment))
    }
}
