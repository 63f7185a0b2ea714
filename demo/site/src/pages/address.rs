//! The addresses of pages.

use crate::news::Item;

pub const FEEDS: &str = "/atom";

pub fn encoded(name: &str) -> String {
    url::form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>().replace('+', "%20")
}

pub fn story(id: u32) -> String {
    format!("/a/{id}")
}

pub fn comment(id: u32) -> String {
    format!("/c/{id}")
}

pub fn item(item: &Item) -> String {
    if item.is_comment() { comment(item.id) } else { story(item.id) }
}

pub fn host(host: &str) -> String {
    format!("/d/{}", encoded(host))
}

pub fn login(next: &str) -> String {
    format!("/login?next={}", encoded(next))
}

pub fn feed(list: &str) -> String {
    format!("{FEEDS}{}", if list == "/" { "" } else { list })
}

/// Returns an address within this site, so that a link cannot lead elsewhere: the front page if it
/// would.
pub fn local(path: &str) -> &str {
    let is_local = path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_local { path } else { "/" }
}
