//! Which comments of a thread a query shows.

use crate::item::Item;
use crate::items::{Items, Node};
use crate::query::LeftOut;
use crate::terms::budget::Budget;
use crate::terms::types::ItemId;

/// The articles and comments of a site, as a query of a thread sees them.
pub struct ThreadView<'a, 'q> {
    pub items: &'a Items,
    /// Whose comments are left out; None if nobody's are.
    pub left_out: Option<&'q LeftOut<'a>>,
    pub budget: &'q Budget,
}

impl ThreadView<'_, '_> {
    /// Returns whether a comment or a placeholder of one is shown: if not by itself, then because
    /// something below it is.
    pub fn shows(&self, id: ItemId, node: Node) -> bool {
        match self.left_out {
            None => node.is_in_thread(),
            Some(left_out) => {
                let is_by_others = |id, comment: &Item| !left_out.has(id, comment);
                is_shown(id, node, left_out)
                    || node.comments() > 0
                        && self.items.any_listed_below(id, self.budget, is_by_others)
            }
        }
    }
}

/// Returns whether a comment is listed and not left out.
fn is_shown(id: ItemId, node: Node, left_out: &LeftOut) -> bool {
    node.is_listed_comment() && matches!(node, Node::Item(comment) if !left_out.has(id, comment))
}
