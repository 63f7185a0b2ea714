//! Stories and the frame around every page, as the templates show them.

use askama::Template;

use super::domain;
use super::links::target;
use super::session::Session;
use super::tabs::Tabs;
use super::when::When;
use crate::news::hosts::is_host_group;
use crate::news::{Article, Flag, unix_time};

/// What every page shows around its content.
pub struct Layout {
    /// The user who is logged in.
    pub user: Option<String>,
    /// Whether that is the moderator.
    pub is_moderator: bool,
    /// The token of the page's forms.
    pub token: String,
    /// The address of the page, to which its forms return.
    pub here: String,
    /// A random text. The server runs a form that has it once, however often it is sent.
    pub once: String,
    /// The tabs above the page.
    pub tabs: Tabs,
}

impl Layout {
    /// Returns the frame of the page with this address.
    pub fn new(session: &Session, here: impl Into<String>) -> Self {
        Self {
            user: session.user.clone(),
            is_moderator: session.is_moderator(),
            token: session.token(),
            here: here.into(),
            // It tells forms apart, and need not be secret.
            once: format!("{:016x}", fastrand::u64(..)),
            tabs: Tabs::of_site(""),
        }
    }

    /// Returns the frame with other tabs.
    pub fn with_tabs(self, tabs: Tabs) -> Self {
        Self { tabs, ..self }
    }
}

/// The arrows of a story or a comment, with the number between them.
#[derive(Template)]
#[template(path = "vote.html")]
pub struct VoteBox<'a> {
    /// The frame of the page.
    pub layout: &'a Layout,
    /// `story` or `comment`.
    pub kind: &'static str,
    /// The id.
    pub id: u32,
    /// Votes for it minus votes against it.
    pub votes: i64,
    /// The viewer's vote.
    pub vote: i64,
    /// Whether it takes votes.
    pub open: bool,
}

/// A story in a list or on its own page.
pub struct StoryView {
    /// The story itself.
    pub article: Article,
    /// Its link, if that is safe to follow.
    pub link: Option<String>,
    /// The host of the link.
    pub host: String,
    /// The address of the page of that host.
    pub domain: String,
    /// When it was posted.
    pub age: When,
    /// Whether the time for votes has passed.
    pub closed: bool,
    /// Whether it takes votes.
    pub open: bool,
    /// Whether it was posted after the viewer's last visit.
    pub is_new: bool,
}

impl StoryView {
    /// Prepares an article for the templates.
    pub fn new(mut article: Article) -> Self {
        let (link, host) = target(&article.link).unzip();
        let host = host.unwrap_or_default();
        article.groups.retain(|group| !is_host_group(group));
        let has_flag = |flag| article.flags.contains(&flag);
        let closed = article.closes <= unix_time();
        Self {
            domain: domain::address(&host),
            host,
            link,
            is_new: false,
            age: When(article.time),
            closed,
            open: !closed && !has_flag(Flag::Locked) && !has_flag(Flag::Hidden),
            article,
        }
    }

    /// Marks the story as new if it was posted after the viewer's last visit.
    pub fn since(mut self, visit: Option<i64>, viewer: Option<&str>) -> Self {
        let by_others = viewer != Some(&self.article.poster);
        self.is_new = by_others && visit.is_some_and(|visit| self.article.time > visit);
        self
    }

    /// Whether a moderator has hidden it.
    pub fn is_hidden(&self) -> bool {
        self.article.flags.contains(&Flag::Hidden)
    }

    /// Returns the story's arrows.
    pub fn vote_box<'a>(&self, layout: &'a Layout) -> VoteBox<'a> {
        VoteBox {
            layout,
            kind: "story",
            id: self.article.id,
            votes: self.article.votes,
            vote: self.article.vote.unwrap_or_default(),
            open: self.open,
        }
    }
}
