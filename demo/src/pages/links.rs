use url::Url;

/// The longest link that the site accepts, in bytes.
pub const MAX_LINK: usize = 1000;

/// Returns a link that is safe to follow: only `http:` and `https:`, never `javascript:`.
pub fn web_address(link: &str) -> Option<Url> {
    let url = Url::parse(link).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// Returns a link as the site stores it, or nothing if it is not a link to the web.
///
/// The module compares links byte for byte. So host names become lowercase, and the part after
/// `#`, which leads to the same page, is removed.
pub fn normalized(link: &str) -> Option<String> {
    let mut url = web_address(link)?;
    url.set_fragment(None);
    let link = String::from(url);
    (link.len() <= MAX_LINK).then_some(link)
}

#[cfg(test)]
mod tests {
    use super::{normalized, web_address};

    #[test]
    fn only_web_addresses_are_links() {
        assert!(web_address("https://example.com/a?b#c").is_some());
        for link in [
            "javascript:alert(1)",
            " JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "/relative",
            "//example.com",
            "https://",
            "",
            "example.com",
        ] {
            assert!(web_address(link).is_none(), "{link:?}");
        }
    }

    #[test]
    fn quotes_cannot_leave_an_attribute() {
        let url = web_address("https://example.com/\"><script>alert(1)</script>").unwrap();
        assert!(!url.as_str().contains(['"', '<', '>']), "{url}");
    }

    #[test]
    fn spellings_of_one_address_are_equal() {
        let link = normalized("https://example.com/a").unwrap();
        assert_eq!(normalized("HTTPS://EXAMPLE.com:443/a#top").unwrap(), link);
        assert!(normalized(&format!("https://example.com/{}", "a".repeat(1000))).is_none());
    }
}
