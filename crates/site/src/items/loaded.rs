//! What loaded comments answer, noted while it is in the processor's cache anyway.

use super::Node;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::terms::types::ItemId;

/// What the comments of a site answer, in the order of their ids.
#[derive(Default)]
pub struct LoadedAnswers {
    /// For each comment, the number of the last change of what it answers; 0 if that is the
    /// tombstone of a deleted item.
    pub parents: Vec<u32>,
    /// The users whom listed comments by others answer.
    pub users: Vec<(UserNumber, ItemId)>,
}

impl LoadedAnswers {
    /// Notes a comment, and what it answers.
    pub fn push(&mut self, id: ItemId, comment: &Item, parent: Node) {
        self.parents.push(change_of(parent));
        if let Node::Item(parent) = parent
            && comment.is_listed()
            && let Some(user) = parent.user_answered_by(comment)
        {
            self.users.push((user, id));
        }
    }
}

/// Returns the number of the change by which something was loaded; 0 for a tombstone. There are no
/// more of these changes than ids.
pub fn change_of(node: Node) -> u32 {
    match node {
        Node::Item(item) => item.changed.get() as u32,
        Node::Tombstone(_) => 0,
    }
}
