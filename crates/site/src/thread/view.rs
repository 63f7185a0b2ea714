//! Which comments of a thread a query shows.

use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::{Items, Node};
use crate::query::Numbers;
use crate::terms::budget::Budget;
use crate::terms::types::ItemId;

/// The articles and comments of a site, as a query of a thread sees them.
pub struct ThreadView<'a, 'q> {
    pub items: &'a Items,
    /// The users whose comments are left out; None if the query names none.
    pub not_from: Option<&'q Numbers<UserNumber>>,
    pub budget: &'q Budget,
}

impl ThreadView<'_, '_> {
    /// Returns whether a comment or a placeholder of one is shown: if not by itself, then because
    /// something below it is.
    pub fn shows(&self, id: ItemId, node: Node) -> bool {
        match self.not_from {
            None => node.is_in_thread(),
            Some(not_from) => {
                let is_by_others = |_, comment: &Item| !not_from.contains(comment.poster);
                is_shown(node, not_from)
                    || node.comments() > 0
                        && self.items.any_listed_below(id, self.budget, is_by_others)
            }
        }
    }
}

/// Returns whether a comment is listed and by none of some users.
fn is_shown(node: Node, not_from: &Numbers<UserNumber>) -> bool {
    node.is_listed_comment()
        && matches!(node, Node::Item(comment) if !not_from.contains(comment.poster))
}
