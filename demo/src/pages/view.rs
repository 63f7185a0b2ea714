//! Stories and comments as the templates show them.

use askama::Template;

use super::layout::Layout;
use super::links::target;
use super::markdown::rendered;
use super::moderation::Action;
use super::text::shown;
use super::when::When;
use crate::news::hosts::is_host_group;
use crate::news::{Item, unix_time};

/// A story or a comment, in a list or on its own page.
pub struct ItemView {
    pub item: Item,
    /// Its link, if that is safe to follow.
    pub link: Option<String>,
    pub host: String,
    pub age: When,
    /// When its title or text was last changed, if ever.
    pub edited: Option<When>,
    /// Whether the time for votes has passed.
    pub closed: bool,
    /// Whether it takes votes.
    pub open: bool,
    /// Whether the viewer wrote it.
    pub own: bool,
    /// Whether others wrote it after the viewer's last visit.
    pub is_new: bool,
    /// What the moderator can do to it.
    pub actions: Vec<Action>,
}

/// The arrows of a story or a comment, with the number between them.
#[derive(Template)]
#[template(path = "vote.html")]
pub struct VoteBox<'a> {
    pub layout: &'a Layout,
    /// `story` or `comment`.
    pub kind: &'static str,
    pub id: u32,
    /// Votes for it minus votes against it.
    pub votes: i64,
    pub vote: i64,
    /// Whether it takes votes.
    pub open: bool,
}

impl ItemView {
    /// Prepares an item for the templates. What came after `since` is new to the viewer.
    pub fn new(mut item: Item, layout: &Layout, since: Option<i64>) -> Self {
        let (link, host) = target(&item.link).unzip();
        item.text = shown(&item.text);
        item.groups.retain(|group| !is_host_group(group));
        let closed = item.closes <= unix_time();
        let own = layout.user.as_ref() == Some(&item.poster);
        let actions = layout.is_moderator.then(|| Action::possible(&item.flags));
        Self {
            link,
            host: host.unwrap_or_default(),
            age: When(item.time),
            edited: item.edited.map(When),
            closed,
            open: !closed && item.is_open(),
            own,
            is_new: !own && since.is_some_and(|since| item.time > since),
            actions: actions.unwrap_or_default(),
            item,
        }
    }

    /// Returns `story` or `comment`.
    pub fn kind(&self) -> &'static str {
        if self.item.is_comment() { "comment" } else { "story" }
    }

    /// Returns the title of a story, or the text of a comment.
    pub fn heading(&self) -> &str {
        if self.item.is_comment() { &self.item.text } else { &self.item.title }
    }

    /// Returns the text as HTML.
    pub fn html(&self) -> String {
        rendered(&self.item.text)
    }

    /// Returns its arrows.
    pub fn vote_box<'a>(&self, layout: &'a Layout) -> VoteBox<'a> {
        VoteBox {
            layout,
            kind: self.kind(),
            id: self.item.id,
            votes: self.item.votes,
            vote: self.item.vote.unwrap_or_default(),
            open: self.open,
        }
    }
}
