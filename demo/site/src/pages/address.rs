//! The addresses of pages.

use crate::news::Item;

/// The path below which each list is a feed.
pub const FEEDS: &str = "/atom";

/// Encodes a name for use in a path or a query.
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

/// Returns the address of the stories whose links lead to a host.
pub fn host(host: &str) -> String {
    format!("/d/{}", encoded(host))
}

/// Returns the address of the login page that leads to another page.
pub fn login(next: &str) -> String {
    format!("/login?next={}", encoded(next))
}

/// Returns the address of the feed of the list with this address.
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

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn only_this_site_is_local() {
        for path in ["/", "/g/rust?after=1-2", "/a/17#comments"] {
            assert_eq!(local(path), path);
        }
        for path in ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb"] {
            assert_eq!(local(path), "/");
        }
    }
}
