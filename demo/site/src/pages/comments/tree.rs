use std::iter::Peekable;
use std::vec::IntoIter;

use crate::news::{Item, THREAD_CHILDREN, THREAD_DEPTH};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    Nothing,
    Some(u32),
    /// Perhaps some. The number below a placeholder is not known.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub comment: Item,
    pub answers: Vec<Self>,
    pub rest: Rest,
}

impl From<Item> for Node {
    fn from(comment: Item) -> Self {
        Self { comment, answers: Vec::new(), rest: Rest::Nothing }
    }
}

/// Returns the comments of a page, which are depth first, as trees. Those that answer none on the
/// page are their roots. `goes_on` tells whether another page follows.
pub fn tree(comments: Vec<Item>, goes_on: bool) -> Vec<Node> {
    below(&mut comments.into_iter().peekable(), None, goes_on).0
}

fn below(
    comments: &mut Peekable<IntoIter<Item>>,
    parent: Option<u32>,
    goes_on: bool,
) -> (Vec<Node>, u32) {
    let (mut nodes, mut known) = (Vec::new(), 0);
    while let Some(comment) = comments.next_if(|next| parent.is_none() || next.parent == parent) {
        let (answers, known_below) = below(comments, Some(comment.id), goes_on);
        let is_cut = comment.depth >= THREAD_DEPTH || answers.len() >= THREAD_CHILDREN;
        // The page may end among the answers to the comment.
        let is_open = goes_on && comments.peek().is_none();
        let left = comment.comments.saturating_sub(known_below);
        let rest = match comment.is_placeholder() {
            _ if !is_cut && !is_open => Rest::Nothing,
            true => Rest::Unknown,
            false if left == 0 => Rest::Nothing,
            false => Rest::Some(left),
        };
        known += known_below + u32::from(!comment.is_placeholder());
        if let Rest::Some(left) = rest {
            known += left;
        }
        nodes.push(Node { comment, answers, rest });
    }
    (nodes, known)
}
