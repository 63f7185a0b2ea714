//! Lists as Atom feeds: `/atom`, `/atom/new`, `/atom/g/rust`, `/atom/comments`, and so on.

use std::sync::Arc;

use askama::Template;
use axum::http::header::{
    CONTENT_TYPE, ETAG, HOST, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::dates::{http_date, rfc3339};
use super::error::PageError;

/// The path below which each list is a feed.
pub const PREFIX: &str = "/atom";

/// Marks the requests for feeds.
#[derive(Clone)]
pub struct AsFeed {
    /// The beginning of all addresses, if it is not `http://` and the host of the request.
    pub origin: Option<Arc<str>>,
}

/// Returns the address of the feed of the list with this address.
pub fn address(list: &str) -> String {
    format!("{PREFIX}{}", if list == "/" { "" } else { list })
}

/// A list as a feed.
pub struct Feed {
    /// The title.
    pub title: String,
    /// The address of the list.
    pub path: String,
    /// The stories or comments.
    pub entries: Vec<Entry>,
    /// Whether the newest come first. Only then does the time of the newest tell whether the feed
    /// has changed.
    pub by_time: bool,
}

/// A story or a comment in a feed.
pub struct Entry {
    /// The address of its page on this site.
    pub path: String,
    /// The title.
    pub title: String,
    /// The link to another site; nothing if the entry is only on this one.
    pub link: Option<String>,
    /// Who posted it.
    pub author: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    /// The text.
    pub text: String,
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
    /// Returns the response to a request for the feed. A reader that has it already gets only the
    /// status 304.
    pub fn respond(&self, site: &AsFeed, request: &HeaderMap) -> Result<Response, PageError> {
        let newest = self.entries.iter().map(|entry| entry.time).max();
        let page = AtomFeed {
            feed: self,
            origin: site.origin(request),
            own: address(&self.path),
            updated: newest.unwrap_or_default(),
        };
        let text = page.render()?;
        let digest: String =
            Sha256::digest(&text).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let tag = format!("\"{digest}\"");
        let modified = newest.filter(|_| self.by_time).map(http_date);
        let is_known = is_known(request, &tag, modified.as_deref());

        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => text.into_response(),
        };
        let headers = response.headers_mut();
        let mut insert = |name: HeaderName, value: &str| {
            HeaderValue::from_str(value).map(|value| headers.insert(name, value)).ok()
        };
        insert(CONTENT_TYPE, "application/atom+xml; charset=utf-8");
        insert(ETAG, &tag);
        if let Some(modified) = modified {
            insert(LAST_MODIFIED, &modified);
        }
        Ok(response)
    }
}

/// Whether the reader has this version of the feed. A tag is exact, so it comes before the time.
fn is_known(request: &HeaderMap, tag: &str, modified: Option<&str>) -> bool {
    let header = |name| request.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    match header(IF_NONE_MATCH) {
        // A proxy that compresses marks the tag as weak.
        Some(tags) => tags
            .split(',')
            .any(|t| matches!(t.trim(), t if t == "*" || t.trim_start_matches("W/") == tag)),
        None => modified.is_some() && header(IF_MODIFIED_SINCE) == modified,
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
    use axum::http::header::{HOST, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH};

    use super::{AsFeed, is_known, origin, xml};

    #[test]
    fn a_reader_with_the_same_tag_knows_the_feed() {
        let mut request = HeaderMap::new();
        assert!(!is_known(&request, "\"1\"", Some("Sat")));
        request.insert(IF_MODIFIED_SINCE, "Sat".parse().unwrap());
        assert!(is_known(&request, "\"1\"", Some("Sat")));
        assert!(!is_known(&request, "\"1\"", Some("Sun")));
        assert!(!is_known(&request, "\"1\"", None));
        request.insert(IF_NONE_MATCH, "\"2\", W/\"1\"".parse().unwrap());
        assert!(is_known(&request, "\"1\"", Some("Sun")));
        assert!(!is_known(&request, "\"3\"", Some("Sat")));
    }

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
