//! Stories and the frame around every page, as the templates show them.

use askama::Template;

use super::domain;
use super::links::target;
use super::session::Session;
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
        }
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
    /// How long ago it was posted.
    pub age: String,
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
        let now = unix_time();
        let closed = article.closes <= now;
        Self {
            domain: domain::address(&host),
            host,
            link,
            is_new: false,
            age: age(now - article.time),
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

/// Returns an age in words.
pub fn age(seconds: i64) -> String {
    let (number, unit) = match seconds {
        ..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural} ago")
}

#[cfg(test)]
mod tests {
    use super::age;

    #[test]
    fn ages_are_in_the_largest_unit() {
        assert_eq!(age(-5), "just now");
        assert_eq!(age(60), "1 minute ago");
        assert_eq!(age(7300), "2 hours ago");
        assert_eq!(age(10 * 86_400), "10 days ago");
    }
}
