//! Stories and comments as the templates show them.

use askama::Template;

use super::characters::shown;
use super::dates::When;
use super::markdown::rendered;
use super::moderation::Action;
use super::{Layout, target};
use crate::news::{Item, host_of, unix_time};

/// The words and spaces of an excerpt, and those before the first word of a search.
const EXCERPT: usize = 80;
const BEFORE: usize = 10;

pub struct ItemView {
    pub item: Item,
    pub link: Option<String>,
    pub host: String,
    pub age: When,
    pub edited: Option<When>,
    pub closed: bool,
    pub open: bool,
    pub own: bool,
    pub is_new: bool,
    /// The time after which comments are new to the viewer.
    pub since: i64,
    pub actions: Vec<Action>,
    /// The words of a search, which are marked.
    pub words: Vec<String>,
}

#[derive(Template)]
#[template(path = "part.html")]
pub struct Part<'a> {
    pub name: &'static str,
    view: &'a ItemView,
}

impl Part<'_> {
    fn arrow(&self) -> Option<(bool, &'static str)> {
        let vote = self.view.item.vote;
        match self.name {
            "up" => Some((vote == Some(1), "M10 3l7 7.5h-4V17H7v-6.5H3z")),
            "down" => Some((vote == Some(-1), "M10 17l7-7.5h-4V3H7v6.5H3z")),
            _ => None,
        }
    }
}

impl ItemView {
    /// Prepares an item for the templates. What came after `since` is new to the viewer.
    pub fn new(mut item: Item, layout: &Layout, since: Option<i64>) -> Self {
        let (link, host) = target(&item.link).unzip();
        item.text = shown(item.text());
        item.groups.retain(|group| host_of(group).is_none());
        let closed = item.closes <= unix_time();
        let own = layout.user.as_ref() == Some(&item.poster);
        let actions = layout.is_moderator.then(|| Action::possible(&item));
        Self {
            link,
            host: host.unwrap_or_default(),
            age: When(item.time),
            edited: item.edited().map(When),
            closed,
            open: !closed && item.is_open(),
            own,
            since: since.unwrap_or_default() + 1,
            is_new: !own && since.is_some_and(|since| item.time > since),
            actions: actions.unwrap_or_default(),
            words: Vec::new(),
            item,
        }
    }

    /// Returns `story` or `comment`.
    pub fn kind(&self) -> &'static str {
        if self.item.is_comment() { "comment" } else { "story" }
    }

    pub fn heading(&self) -> &str {
        if self.item.is_comment() { &self.item.text } else { &self.item.title }
    }

    /// Returns what is said in place of a comment that is not shown.
    pub fn gone(&self) -> Option<&'static str> {
        let text = match &self.item {
            item if !item.is_placeholder() => return None,
            item if item.deleted => "Deleted comment",
            item if item.muted => "Comment of a muted user",
            _ => "A moderator has hidden this comment",
        };
        Some(text)
    }

    pub fn title(&self) -> Vec<(&str, bool)> {
        self.marked(&self.item.title)
    }

    /// Returns a part of the text, with the words of a search if it has some.
    pub fn excerpt(&self) -> Vec<(&str, bool)> {
        let parts = self.marked(&self.item.text);
        let first = parts.iter().position(|(_, is_found)| *is_found).unwrap_or_default();
        parts.into_iter().skip(first.saturating_sub(BEFORE)).take(EXCERPT).collect()
    }

    /// Returns the words of a text, each with whether it was searched for, and what is between
    /// them.
    fn marked<'a>(&self, text: &'a str) -> Vec<(&'a str, bool)> {
        let is_other = |letter: char| !letter.is_alphanumeric();
        let pieces = text.split_inclusive(is_other).flat_map(|piece| {
            let word = piece.trim_end_matches(is_other);
            let (word, other) = piece.split_at_checked(word.len()).unwrap_or((piece, ""));
            [(word, self.words.contains(&word.to_lowercase())), (other, false)]
        });
        pieces.collect()
    }

    pub fn html(&self) -> String {
        rendered(&self.item.text)
    }

    pub fn part(&self, name: &'static str) -> Part<'_> {
        Part { name, view: self }
    }
}
