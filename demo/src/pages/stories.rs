//! Stories and the frame around every page, as the templates show them.

use askama::Template;

use super::links::web_address;
use super::session::Session;
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
}

impl Layout {
    /// Returns the frame of the page with this address.
    pub fn new(session: &Session, here: impl Into<String>) -> Self {
        Self {
            user: session.user.clone(),
            is_moderator: session.is_moderator(),
            token: session.token(),
            here: here.into(),
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
    /// How long ago it was posted.
    pub age: String,
    /// Whether voting is open.
    pub open: bool,
}

impl StoryView {
    /// Prepares an article for the templates.
    pub fn new(article: Article, session: &Session) -> Self {
        let url = web_address(&article.link);
        let has_flag = |flag| article.flags.contains(&flag);
        // Without a viewer, `vote` does not show whether the window has passed. A vote then finds
        // out.
        let window_is_open = session.user.is_none() || article.vote.is_some();
        Self {
            host: url.as_ref().and_then(|url| url.host_str()).unwrap_or_default().to_owned(),
            link: url.map(String::from),
            age: age(unix_time() - article.time),
            open: window_is_open && !has_flag(Flag::Locked) && !has_flag(Flag::Hidden),
            article,
        }
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
