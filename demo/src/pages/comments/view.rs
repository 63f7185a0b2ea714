use askama::Template;

use super::text::shown;
use super::tree::{Node, Rest};
use crate::news::{Comment, Flag, unix_time};
use crate::pages::moderation::Action;
use crate::pages::stories::{Layout, VoteBox};
use crate::pages::when::When;

/// A comment as pages show it.
pub struct CommentView {
    /// The comment itself.
    pub comment: Comment,
    /// When it was posted.
    pub age: When,
    /// When its text was last changed, if ever.
    pub edited: Option<When>,
    /// Whether it takes votes.
    pub open: bool,
    /// Whether the viewer wrote it.
    pub own: bool,
    /// Whether others wrote it after the viewer's last visit.
    pub is_new: bool,
    /// What the moderator can do to it.
    pub actions: Vec<Action>,
}

impl CommentView {
    /// Prepares a comment for the templates. Comments after `since` are new to the viewer.
    pub fn new(mut comment: Comment, layout: &Layout, since: Option<i64>) -> Self {
        comment.text = shown(&comment.text);
        let has_flag = |flag| comment.flags.contains(&flag);
        let is_closed = comment.closes <= unix_time();
        let own = layout.user.as_ref() == Some(&comment.poster);
        let actions =
            if layout.is_moderator { Action::possible(&comment.flags) } else { Vec::new() };
        Self {
            age: When(comment.time),
            edited: comment.edited.map(When),
            open: !is_closed && !has_flag(Flag::Locked) && !has_flag(Flag::Hidden),
            own,
            is_new: !own && since.is_some_and(|since| comment.time > since),
            actions,
            comment,
        }
    }

    /// Whether it takes answers. Its story must take comments, too.
    pub fn takes_answers(&self) -> bool {
        !self.comment.flags.contains(&Flag::Locked) && !self.comment.flags.contains(&Flag::Hidden)
    }

    /// Returns the comment's arrows.
    pub fn vote_box<'a>(&self, layout: &'a Layout) -> VoteBox<'a> {
        VoteBox {
            layout,
            kind: "comment",
            id: self.comment.id,
            votes: self.comment.votes,
            vote: self.comment.vote.unwrap_or_default(),
            open: self.open,
        }
    }
}

/// A comment in a thread, with the answers to it.
#[derive(Template)]
#[template(path = "comment.html")]
pub struct ThreadComment<'a> {
    layout: &'a Layout,
    view: CommentView,
    /// Whether its story takes comments.
    story_is_open: bool,
    /// Whether an earlier page has shown it.
    continued: bool,
    /// The rest of the address of its own page.
    query: String,
    rest: Rest,
    /// The answers; none where they are elsewhere on the page.
    answers: Option<Vec<Self>>,
}

impl<'a> ThreadComment<'a> {
    /// Returns a comment of a thread.
    pub fn new(node: Node, layout: &'a Layout, since: Option<i64>, story_is_open: bool) -> Self {
        let Node { comment, continued, answers, rest } = node;
        let answers =
            answers.into_iter().map(|node| Self::new(node, layout, since, story_is_open));
        let answers = Some(answers.collect());
        let query = since.map(|since| format!("?since={since}")).unwrap_or_default();
        let view = CommentView::new(comment, layout, since);
        Self { layout, view, story_is_open, continued, query, rest, answers }
    }

    /// Returns a comment above the thread of the answers to it.
    pub fn alone(comment: Comment, layout: &'a Layout) -> Self {
        let node = Node { comment, continued: false, answers: Vec::new(), rest: Rest::Nothing };
        Self { answers: None, ..Self::new(node, layout, None, false) }
    }
}
