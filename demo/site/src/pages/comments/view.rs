use askama::Template;

use super::tree::{Node, Rest};
use crate::news::Item;
use crate::pages::address;
use crate::pages::layout::Layout;
use crate::pages::view::ItemView;

/// A comment in a thread, with the answers to it.
#[derive(Template)]
#[template(path = "comment.html")]
pub struct ThreadComment<'a> {
    layout: &'a Layout,
    view: ItemView,
    /// Whether its story takes comments.
    story_is_open: bool,
    /// Whether the poster of the story wrote it.
    by_story_poster: bool,
    /// Where the comment is that it answers, if it answers one.
    parent: Option<String>,
    /// The outermost comment above it, unless that is what it answers.
    outermost: Option<u32>,
    /// The next comment on the page that answers the same.
    next: Option<u32>,
    /// The rest of the address of its own page.
    query: String,
    rest: Rest,
    /// The answers; none where they are elsewhere on the page.
    answers: Option<Vec<Self>>,
}

impl<'a> ThreadComment<'a> {
    /// Prepares a comment on a story for the templates, which is below what it answers. What came
    /// after `since` is new to the viewer.
    pub fn new(node: Node, layout: &'a Layout, since: Option<i64>, story: Option<&Item>) -> Self {
        let Node { comment, answers, rest } = node;
        let answers = answers.into_iter().map(|node| Self::new(node, layout, since, story));
        let parent = comment.parent.filter(|parent| *parent != comment.article);
        Self {
            layout,
            story_is_open: story.is_some_and(Item::is_open),
            by_story_poster: story
                .is_some_and(|story| !comment.deleted && story.poster == comment.poster),
            parent: parent.map(|parent| format!("#comment-{parent}")),
            outermost: None,
            next: None,
            query: since.map(|since| format!("?since={since}")).unwrap_or_default(),
            rest,
            answers: Some(answers.collect()),
            view: ItemView::new(comment, layout, since),
        }
    }

    /// Prepares one of the outermost comments of a page. If it does not answer the root of the
    /// thread, what it answers is on an earlier page.
    pub fn below(
        root: u32,
        node: Node,
        layout: &'a Layout,
        since: Option<i64>,
        story: Option<&Item>,
    ) -> Self {
        let parent = node.comment.parent.filter(|parent| *parent != root);
        let comment = Self::new(node, layout, since, story);
        let parent = parent.map(|parent| format!("{}{}", address::comment(parent), comment.query));
        Self { parent: parent.or(comment.parent), ..comment }
    }

    /// Adds the links from comments that are beside each other, and from all below them, to the
    /// next ones and to the outermost ones. Those answer the root of the thread.
    pub fn connect(comments: &mut [Self], root: u32, outermost: Option<u32>) {
        let mut following: Option<(u32, Option<u32>)> = None;
        for comment in comments.iter_mut().rev() {
            let (id, parent) = (comment.view.item.id, comment.view.item.parent);
            comment.next = following.filter(|(_, other)| *other == parent).map(|(next, _)| next);
            comment.outermost = outermost.filter(|outermost| Some(*outermost) != parent);
            following = Some((id, parent));
            let outermost = outermost.or((parent == Some(root)).then_some(id));
            Self::connect(comment.answers.as_deref_mut().unwrap_or_default(), root, outermost);
        }
    }

    /// Returns a comment above the thread of the answers to it.
    pub fn alone(comment: Item, layout: &'a Layout) -> Self {
        Self { answers: None, ..Self::new(comment.into(), layout, None, None) }
    }
}
