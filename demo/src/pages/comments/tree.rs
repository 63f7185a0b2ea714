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

/// A comment with the answers to it.
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

/// A comment whose answers are being added.
struct Frame {
    node: Node,
    children: usize,
    /// The comments below it that are not on the page, as far as is known.
    left: Option<u32>,
}

/// A tree that is being built: the comments from the outermost to the latest, as a stack.
#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    frames: Vec<Frame>,
}

impl Builder {
    fn push(&mut self, comment: Item) {
        let is_counted = !comment.is_placeholder();
        // Those above have one comment less to show.
        self.subtract(u32::from(is_counted));
        if let Some(parent) = self.frames.last_mut() {
            parent.children += 1;
        }
        let left = is_counted.then_some(comment.comments);
        self.frames.push(Frame { node: comment.into(), children: 0, left });
    }

    fn subtract(&mut self, shown: u32) {
        for left in self.frames.iter_mut().filter_map(|frame| frame.left.as_mut()) {
            *left = left.saturating_sub(shown);
        }
    }

    /// Adds the last comment to the one above it. The page may end among the answers to it.
    fn pop(&mut self, is_open: bool) {
        let Some(Frame { mut node, children, left }) = self.frames.pop() else { return };
        let is_cut = node.comment.depth >= THREAD_DEPTH || children >= THREAD_CHILDREN;
        node.rest = match left {
            _ if !is_cut && !is_open => Rest::Nothing,
            Some(0) => Rest::Nothing,
            Some(left) => {
                self.subtract(left);
                Rest::Some(left)
            }
            None => Rest::Unknown,
        };
        match self.frames.last_mut() {
            Some(parent) => parent.node.answers.push(node),
            None => self.nodes.push(node),
        }
    }
}

/// Returns the comments of a page, which are depth first, as trees. Those that answer none on the
/// page are their roots. `goes_on` tells whether another page follows.
pub fn tree(comments: Vec<Item>, goes_on: bool) -> Vec<Node> {
    let mut builder = Builder::default();
    for comment in comments {
        while builder.frames.last().is_some_and(|f| Some(f.node.comment.id) != comment.parent) {
            builder.pop(false);
        }
        builder.push(comment);
    }
    while !builder.frames.is_empty() {
        builder.pop(goes_on);
    }
    builder.nodes
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
    }

    #[test]
    fn what_is_too_deep_is_left_out() {
        let comments = (1..=THREAD_DEPTH)
            .map(|depth| comment(depth + 1, depth, depth, THREAD_DEPTH - depth + 7));
        assert_eq!(shape(&tree(comments.collect(), false)), "2(3(4(5(6(7+7)))))");
    }

    #[test]
    fn too_many_answers_are_left_out() {
        let children = THREAD_CHILDREN as u32;
        let mut comments = vec![comment(2, 1, 1, children + 5)];
        comments.extend((0..children).map(|place| comment(10 + place, 2, 2, 0)));
        comments.push(comment(3, 1, 1, 0));
        assert!(shape(&tree(comments, false)).ends_with("29)+5 3"));
    }

    #[test]
    fn a_page_may_end_among_answers() {
        let first = vec![comment(2, 1, 1, 8), comment(3, 2, 2, 0), comment(4, 2, 2, 3)];
        assert_eq!(shape(&tree(first, true)), "2(3 4+3)+3");
        let second = vec![comment(5, 4, 3, 0), comment(8, 2, 2, 1), comment(9, 8, 3, 0)];
        assert_eq!(shape(&tree(second, false)), "5 8(9)");
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
