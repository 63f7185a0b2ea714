//! The pages to which the links of made-up stories lead.
//!
//! They are on this site, under the name of a host of the simulation, which does not exist:
//! `/site/blog.example.com/rust/lifetimes-1a2b`.

use std::sync::LazyLock;

use askama::Template;
use axum::http::Uri;

use super::{Page, PageError, page};

/// The hosts of links of made-up stories, one per line. Their domains are reserved for examples.
pub static HOSTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("made_up_hosts.txt").lines().collect());

#[derive(Template)]
#[template(path = "made_up.html")]
struct MadeUpPage<'a> {
    host: &'a str,
    title: String,
}

/// Shows the page, whatever its title.
pub async fn show(uri: Uri) -> Page {
    let host = host(uri.path()).ok_or(PageError::NotFound)?;
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    // The last word of the name only makes the address unique.
    let words = name.rsplit_once('-').map_or(name, |(words, _)| words);
    page(&MadeUpPage { host, title: words.replace('-', " ") })
}

/// Returns the host of a link to such a page, or nothing if it is another link.
pub fn host(link: &str) -> Option<&str> {
    let (host, path) = link.strip_prefix("/site/")?.split_once('/')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._/".contains(&byte);
    let is_page = path.bytes().all(is_plain) && !path.contains("..");
    (is_page && HOSTS.contains(&host)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn only_plain_addresses_are_made_up() {
        assert_eq!(host("/site/blog.example.com/rust/lifetimes-1a"), Some("blog.example.com"));
        for link in [
            "/site/",
            "/site/x",
            "/site//x",
            "/site/blog.example.com/<b>",
            "/site/blog.example.com/../a",
            "/site/github.com/redis/redis",
            "//site/blog.example.com/y",
            "/x/y/z",
        ] {
            assert_eq!(host(link), None, "{link}");
        }
    }
}
