//! Stories and comments as the templates show them.

use askama::Template;

use super::dates::When;
use super::markdown::rendered;
use super::moderation::Action;
use super::characters::shown;
use super::{Layout, target};
use crate::news::{Item, host_of, unix_time};

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
    pub actions: Vec<Action>,
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
        item.text = shown(&item.text);
        item.groups.retain(|group| host_of(group).is_none());
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

    pub fn heading(&self) -> &str {
        if self.item.is_comment() { &self.item.text } else { &self.item.title }
    }

    pub fn html(&self) -> String {
        rendered(&self.item.text)
    }

    pub fn part(&self, name: &'static str) -> Part<'_> {
        Part { name, view: self }
    }
}
