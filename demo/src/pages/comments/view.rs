use askama::Template;

use super::tree::{Node, Rest};
use crate::news::Item;
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
    /// Whether an earlier page has shown it.
    continued: bool,
    /// The rest of the address of its own page.
    query: String,
    rest: Rest,
    /// The answers; none where they are elsewhere on the page.
    answers: Option<Vec<Self>>,
}

impl<'a> ThreadComment<'a> {
    /// Prepares a comment on a story for the templates. What came after `since` is new to the
    /// viewer.
    pub fn new(node: Node, layout: &'a Layout, since: Option<i64>, story: Option<&Item>) -> Self {
        let Node { comment, continued, answers, rest } = node;
        let answers = answers.into_iter().map(|node| Self::new(node, layout, since, story));
        let answers = Some(answers.collect());
        let query = since.map(|since| format!("?since={since}")).unwrap_or_default();
        let by_story_poster =
            story.is_some_and(|story| !comment.deleted && story.poster == comment.poster);
        let story_is_open = story.is_some_and(Item::is_open);
        let view = ItemView::new(comment, layout, since);
        Self { layout, view, story_is_open, by_story_poster, continued, query, rest, answers }
    }

    /// Returns a comment above the thread of the answers to it.
    pub fn alone(comment: Item, layout: &'a Layout) -> Self {
        Self { answers: None, ..Self::new(comment.into(), layout, None, None) }
    }
}
