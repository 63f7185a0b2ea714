//! Lists and threads as Atom feeds: `/atom`, `/atom/new`, `/atom/g/rust`, `/atom/comments`,
//! `/atom/a/17`, and so on.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use askama::Template;
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap};
use axum::response::{IntoResponse, Response};
use axum_extra::headers::{HeaderMapExt, LastModified};

use super::dates::rfc3339;
use super::markdown::rendered;
use super::text::shown;
use super::{PageError, address, target};
use crate::news::Item;

/// Marks the requests for feeds.
#[derive(Clone)]
pub struct AsFeed {
    /// The beginning of all addresses, if it is not `http://` and the host of the request.
    pub origin: Option<Arc<str>>,
}

/// A list or a thread as a feed.
pub struct Feed {
    pub title: String,
    /// The address of its page.
    pub path: String,
    pub entries: Vec<Entry>,
    /// Whether the newest come first. Only then does the time of the newest tell whether the feed
    /// has changed.
    pub by_time: bool,
}

pub struct Entry {
    /// The address of its page on this site.
    path: String,
    title: String,
    /// The link to another site; nothing if the entry is only on this one.
    link: Option<String>,
    author: String,
    /// When it was posted, as UNIX time.
    time: i64,
    /// The text as HTML, as its page shows it. May be empty.
    text: String,
}

impl From<Item> for Entry {
    fn from(item: Item) -> Self {
        let (path, text) = (address::item(&item), rendered(&shown(&item.text)));
        let title = match item.is_comment() {
            true => {
                let story = item.story_title.as_deref().unwrap_or("a deleted story");
                format!("{} on {story}", item.poster)
            }
            false => item.title,
        };
        let link = target(&item.link).map(|(link, _)| link);
        Self { path, title, link, author: item.poster, time: item.time, text }
    }
}

#[derive(Template)]
#[template(path = "atom.xml")]
struct AtomFeed<'a> {
    feed: &'a Feed,
    /// The beginning of all addresses: `http://127.0.0.1:8080`.
    origin: String,
    /// The address of the feed itself.
    own: String,
    updated: i64,
}

impl Feed {
    pub fn respond(&self, site: &AsFeed, request: &HeaderMap) -> Result<Response, PageError> {
        let newest = self.entries.iter().map(|entry| entry.time).max();
        let page = AtomFeed {
            feed: self,
            origin: site.origin(request),
            own: address::feed(&self.path),
            updated: newest.unwrap_or_default(),
        };
        let content_type = [(CONTENT_TYPE, "application/atom+xml; charset=utf-8")];
        let mut response = (content_type, page.render()?).into_response();
        if let Some(seconds) = newest.filter(|_| self.by_time) {
            let time = UNIX_EPOCH + Duration::from_secs(seconds.try_into().unwrap_or_default());
            response.headers_mut().typed_insert(LastModified::from(time));
        }
        Ok(response)
    }
}

impl AsFeed {
    fn origin(&self, request: &HeaderMap) -> String {
        self.origin.as_ref().map_or_else(|| origin(request), |origin| origin.to_string())
    }
}

/// Returns the scheme and host under which the reader knows the site.
fn origin(request: &HeaderMap) -> String {
    let host = request.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if !host.is_empty() && host.bytes().all(is_host) {
        format!("http://{host}")
    } else {
        "http://localhost".to_owned()
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

#[cfg(test)]
mod tests {
    use axum::http::header::{HOST, HeaderMap};

    use super::{AsFeed, origin, xml};

    #[test]
    fn a_strange_host_is_not_repeated() {
        let mut request = HeaderMap::new();
        request.insert(HOST, "127.0.0.1:8080".parse().unwrap());
        assert_eq!(origin(&request), "http://127.0.0.1:8080");
        request.insert(HOST, "a\"b".parse().unwrap());
        assert_eq!(origin(&request), "http://localhost");
        let site = AsFeed { origin: Some("https://news.example".into()) };
        assert_eq!(site.origin(&request), "https://news.example");
    }

    #[test]
    fn control_characters_are_not_xml() {
        assert_eq!(xml("a\0\u{1b}b\tc\n\u{ffff}\u{7f}d"), "ab\tc\nd");
    }
}
