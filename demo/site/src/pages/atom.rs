//! Lists and threads as Atom feeds: `/atom`, `/atom/new`, `/atom/g/rust`, `/atom/a/17`, and so on.

use std::sync::Arc;

use atom_syndication::{Content, Entry, Feed as Atom, FixedDateTime, Link, Person};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap};
use axum::response::{IntoResponse, Response};

use super::characters::shown;
use super::dates::rfc3339;
use super::markdown::rendered;
use super::{address, target};
use crate::news::Item;

#[derive(Clone)]
pub struct AsFeed {
    /// The beginning of all addresses, if it is not `http://` and the host of the request.
    pub origin: Option<Arc<str>>,
}

pub struct Feed {
    pub title: String,
    pub path: String,
    pub items: Vec<Item>,
}

impl Feed {
    pub fn respond(self, site: &AsFeed, request: &HeaderMap) -> Response {
        let origin = site.origin(request);
        let own = format!("{origin}{}", address::feed(&self.path));
        let newest = self.items.iter().map(|item| item.time).max().unwrap_or_default();
        let feed = Atom {
            title: xml(&format!("{} · Redis News", self.title)).into(),
            id: own.clone(),
            links: vec![link("self", own), link("alternate", format!("{origin}{}", self.path))],
            updated: moment(newest),
            entries: self.items.into_iter().map(|item| entry(item, &origin)).collect(),
            ..Atom::default()
        };
        ([(CONTENT_TYPE, "application/atom+xml; charset=utf-8")], feed.to_string()).into_response()
    }
}

fn entry(item: Item, origin: &str) -> Entry {
    let page = format!("{origin}{}", address::item(&item));
    let (title, text) = (item.heading_in_feed(), xml(&rendered(&shown(item.text()))));
    let (alternate, replies) = match target(&item.link) {
        Some((address, _)) => (address, Some(link("replies", page.clone()))),
        None => (page.clone(), None),
    };
    let content =
        Content { value: Some(text), content_type: Some("html".to_owned()), ..Content::default() };
    Entry {
        title: xml(&title).into(),
        id: page,
        links: [link("alternate", alternate)].into_iter().chain(replies).collect(),
        updated: moment(item.time),
        published: Some(moment(item.time)),
        authors: vec![Person { name: xml(&item.poster), ..Person::default() }],
        content: (!item.text().is_empty()).then_some(content),
        ..Entry::default()
    }
}

impl Item {
    fn heading_in_feed(&self) -> String {
        let story = self.story_title.as_deref().unwrap_or("a deleted story");
        if self.is_comment() { format!("{} on {story}", self.poster) } else { self.title.clone() }
    }
}

fn link(rel: &str, href: String) -> Link {
    Link { rel: rel.to_owned(), href, ..Link::default() }
}

fn moment(time: i64) -> FixedDateTime {
    rfc3339(time).parse().unwrap_or_default()
}

impl AsFeed {
    fn origin(&self, request: &HeaderMap) -> String {
        if let Some(origin) = &self.origin {
            return origin.to_string();
        }
        let host = request.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        let is_valid = !host.is_empty() && host.bytes().all(is_host);
        format!("http://{}", if is_valid { host } else { "localhost" })
    }
}

/// Returns a text without the characters that XML cannot have, not even escaped.
fn xml(text: &str) -> String {
    let allowed = |letter: &char| {
        matches!(letter, '\t' | '\n' | '\r')
            || !(letter.is_ascii_control() || matches!(letter, '\u{fffe}' | '\u{ffff}'))
    };
    text.chars().filter(allowed).collect()
}
