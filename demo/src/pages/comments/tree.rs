use super::open::Open;
use crate::news::{Item, THREAD_CHILDREN, THREAD_DEPTH};

/// The answers to a comment that its thread leaves out.
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
    /// Whether an earlier page has shown it, so that this one only continues the answers to it.
    pub continued: bool,
    /// The answers on this page.
    pub answers: Vec<Self>,
    /// The answers that neither this page nor another one of the thread shows.
    pub rest: Rest,
}

impl From<Item> for Node {
    fn from(comment: Item) -> Self {
        Self { comment, continued: false, answers: Vec::new(), rest: Rest::Nothing }
    }
}

/// A page of a thread as a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The comments that answer none on the page.
    pub nodes: Vec<Node>,
    /// The comments at which the page ends, if another page follows.
    pub open: Vec<Open>,
}

/// A comment whose answers are being added.
struct Frame {
    node: Node,
    /// Its level in the thread: 1 for a direct answer.
    level: u32,
    children: usize,
    left: Option<u32>,
}

impl Frame {
    fn new(comment: Item) -> Self {
        let left = (!comment.is_placeholder()).then_some(comment.comments);
        Self { level: comment.depth, node: comment.into(), children: 0, left }
    }

    fn continued(comment: Item, level: usize, open: Open) -> Self {
        let node = Node { continued: true, ..comment.into() };
        let level = u32::try_from(level).unwrap_or(u32::MAX);
        Self { node, level, children: open.children, left: open.left }
    }

    /// Returns what the thread leaves out of the answers, once all others are there.
    fn rest(&self) -> Rest {
        let is_cut = self.level >= THREAD_DEPTH || self.children >= THREAD_CHILDREN;
        match self.left {
            _ if !is_cut => Rest::Nothing,
            Some(0) => Rest::Nothing,
            Some(left) => Rest::Some(left),
            None => Rest::Unknown,
        }
    }
}

/// A tree that is being built: the comments from the outermost to the latest, as a stack.
#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    frames: Vec<Frame>,
}

impl Builder {
    fn push(&mut self, frame: Frame) {
        // Those above have one comment less to show.
        self.subtract(u32::from(!frame.node.comment.is_placeholder()));
        if let Some(parent) = self.frames.last_mut() {
            parent.children += 1;
        }
        self.frames.push(frame);
    }

    fn subtract(&mut self, shown: u32) {
        for left in self.frames.iter_mut().filter_map(|frame| frame.left.as_mut()) {
            *left = left.saturating_sub(shown);
        }
    }

    /// Adds the last comment to the one above it. `rest` is what the thread leaves out below it.
    fn pop(&mut self, rest: Rest) {
        let Some(mut frame) = self.frames.pop() else { return };
        if let Rest::Some(left) = rest {
            self.subtract(left);
        }
        frame.node.rest = rest;
        let Frame { node, .. } = frame;
        // An earlier page has shown it, and nothing is to be added.
        if node.continued && node.answers.is_empty() && rest == Rest::Nothing {
            return;
        }
        match self.frames.last_mut() {
            Some(parent) => parent.node.answers.push(node),
            None => self.nodes.push(node),
        }
    }

    fn finish_last(&mut self) {
        let rest = self.frames.last().map_or(Rest::Nothing, Frame::rest);
        self.pop(rest);
    }
}

impl Tree {
    /// Returns the comments of a page, which are depth first, as a tree.
    ///
    /// `above` are the comments at which the page before ended. `goes_on` tells whether another
    /// page follows.
    pub fn new(above: Vec<(Item, Open)>, comments: Vec<Item>, goes_on: bool) -> Self {
        let mut builder = Builder::default();
        for (place, (comment, open)) in above.into_iter().enumerate() {
            builder.frames.push(Frame::continued(comment, place + 1, open));
        }
        for comment in comments {
            while builder.frames.last().is_some_and(|f| Some(f.node.comment.id) != comment.parent)
            {
                builder.finish_last();
            }
            builder.push(Frame::new(comment));
        }
        let mut open = Vec::new();
        while let Some(last) = builder.frames.last() {
            // Deeper levels are never shown, so nothing of them follows.
            if goes_on && last.level < THREAD_DEPTH {
                let Frame { children, left, .. } = *last;
                open.push(Open { id: last.node.comment.id, children, left });
                builder.pop(Rest::Nothing);
            } else {
                builder.finish_last();
            }
        }
        open.reverse();
        Self { nodes: builder.nodes, open }
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, Rest, Tree};
    use crate::news::{Item, THREAD_CHILDREN, THREAD_DEPTH};
    use crate::pages::comments::open::Open;

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
        let tree = Tree::new(Vec::new(), comments, false);
        assert_eq!(shape(&tree.nodes), "2(3(5)) 4");
        assert_eq!(tree.open, []);
    }

    #[test]
    fn what_is_too_deep_is_left_out() {
        let comments = (1..=THREAD_DEPTH)
            .map(|depth| comment(depth + 1, depth, depth, THREAD_DEPTH - depth + 7));
        let tree = Tree::new(Vec::new(), comments.collect(), false);
        assert_eq!(shape(&tree.nodes), "2(3(4(5(6(7+7)))))");
    }

    #[test]
    fn too_many_answers_are_left_out_over_pages() {
        let children = THREAD_CHILDREN as u32;
        // The first page ends after half the answers that are shown.
        let mut first = vec![comment(2, 1, 1, children + 5)];
        first.extend((0..children / 2).map(|place| comment(10 + place, 2, 2, 0)));
        let tree = Tree::new(Vec::new(), first, true);
        let open = tree.open.clone();
        let left = Some(children + 5 - children / 2);
        let half = THREAD_CHILDREN / 2;
        // The last answer could still have answers.
        assert_eq!(open[0], Open { id: 2, children: half, left });
        assert_eq!(open[1], Open { id: 10 + children / 2 - 1, children: 0, left: Some(0) });

        let mut second: Vec<_> =
            (children / 2..children).map(|place| comment(10 + place, 2, 2, 0)).collect();
        second.push(comment(3, 1, 1, 0));
        let above = vec![
            (comment(2, 1, 0, children + 5), open[0]),
            (comment(open[1].id, 2, 0, 0), open[1]),
        ];
        let tree = Tree::new(above, second, false);
        assert_eq!(tree.nodes.len(), 2);
        let continued = &tree.nodes[0];
        assert!(continued.continued);
        assert_eq!((continued.answers.len(), continued.rest), (half, Rest::Some(5)));
    }

    #[test]
    fn a_placeholder_has_an_unknown_rest() {
        let mut comments: Vec<_> =
            (1..=THREAD_DEPTH).map(|depth| comment(depth + 1, depth, depth, 1)).collect();
        let last = comments.last_mut().unwrap();
        *last = Item { parent: last.parent, depth: last.depth, ..Item::deleted(last.id, 1) };
        let tree = Tree::new(Vec::new(), comments, false);
        assert!(shape(&tree.nodes).ends_with("7+)))))"), "{}", shape(&tree.nodes));
    }

    #[test]
    fn a_forged_link_loses_no_comment() {
        let above = vec![(comment(99, 98, 0, 3), Open { id: 99, children: 1, left: Some(3) })];
        let tree = Tree::new(above, vec![comment(5, 4, 3, 0), comment(6, 1, 1, 0)], false);
        assert_eq!(shape(&tree.nodes), "5 6");
    }
}
