use std::iter::Peekable;
use std::vec::IntoIter;

use crate::news::{Item, THREAD_CHILDREN, THREAD_DEPTH};

/// The answers to a comment that the page leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// None.
    Nothing,
    /// A number of them.
    Some(u32),
    /// Perhaps some. The number below a placeholder is not known.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub comment: Item,
    /// The answers on this page.
    pub answers: Vec<Self>,
    /// The answers that the page shows nowhere.
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

/// Returns the answers to a comment, or all trees, and how many comments are in them or are
/// counted as their rest.
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

#[cfg(test)]
mod tests {
    use super::{Node, Rest, tree};
    use crate::news::{Item, THREAD_CHILDREN, THREAD_DEPTH};

    fn comment(id: u32, parent: u32, depth: u32, comments: u32) -> Item {
        let poster = "ada".to_owned();
        Item { id, parent: Some(parent), depth, comments, poster, ..Item::default() }
    }

    /// Writes a tree as `id(answers)+rest`.
    fn shape(nodes: &[Node]) -> String {
        let node = |node: &Node| {
            let mut text = node.comment.id.to_string();
            if !node.answers.is_empty() {
                text += &format!("({})", shape(&node.answers));
            }
            match node.rest {
                Rest::Nothing => {}
                Rest::Some(left) => text += &format!("+{left}"),
                Rest::Unknown => text += "+",
            }
            text
        };
        nodes.iter().map(node).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_comment_is_below_what_it_answers() {
        let comments = vec![
            comment(2, 1, 1, 2),
            comment(3, 2, 2, 1),
            comment(5, 3, 3, 0),
            comment(4, 1, 1, 0),
        ];
        assert_eq!(shape(&tree(comments, false)), "2(3(5)) 4");
        let first = vec![comment(2, 1, 1, 8), comment(3, 2, 2, 0), comment(4, 2, 2, 3)];
        assert_eq!(shape(&tree(first, true)), "2(3 4+3)+3");
        let second = vec![comment(5, 4, 3, 0), comment(8, 2, 2, 1), comment(9, 8, 3, 0)];
        assert_eq!(shape(&tree(second, false)), "5 8(9)");
    }

    #[test]
    fn what_is_too_deep_or_too_much_is_left_out() {
        let comments = (1..=THREAD_DEPTH)
            .map(|depth| comment(depth + 1, depth, depth, THREAD_DEPTH - depth + 7));
        assert_eq!(shape(&tree(comments.collect(), false)), "2(3(4(5(6(7+7)))))");
        let children = THREAD_CHILDREN as u32;
        let mut comments = vec![comment(2, 1, 1, children + 5)];
        comments.extend((0..children).map(|place| comment(10 + place, 2, 2, 0)));
        comments.push(comment(3, 1, 1, 0));
        assert!(shape(&tree(comments, false)).ends_with("29)+5 3"));
    }

    #[test]
    fn a_placeholder_has_an_unknown_rest() {
        let mut comments: Vec<_> =
            (1..=THREAD_DEPTH).map(|depth| comment(depth + 1, depth, depth, 1)).collect();
        let last = comments.last_mut().unwrap();
        *last = Item { parent: last.parent, depth: last.depth, ..Item::deleted(last.id, 1) };
        let nodes = tree(comments, false);
        assert!(shape(&nodes).ends_with("7+)))))"), "{}", shape(&nodes));
    }
}
