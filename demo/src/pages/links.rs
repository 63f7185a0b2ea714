use url::{ParseError, Url};

use super::made_up;

/// The longest link that the site accepts, in bytes.
pub const MAX_LINK: usize = 1000;

/// Returns a link that is safe to follow: only `http:` and `https:`, never `javascript:`.
pub fn web_address(link: &str) -> Option<Url> {
    let url = Url::parse(link).ok()?;
    is_web(&url).then_some(url)
}

/// Returns the address to which a stored link leads, and its host, if it is safe to follow.
pub fn target(link: &str) -> Option<(String, String)> {
    if let Some(host) = made_up::host(link) {
        return Some((link.to_owned(), host.to_owned()));
    }
    let url = web_address(link)?;
    let host = url.host_str().unwrap_or_default().to_owned();
    Some((url.into(), host))
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// Returns a link as the site stores it, or why it does not.
///
/// The module compares links byte for byte. So host names become lowercase ASCII, as in the domain
/// name system, and the part after `#`, which leads to the same page, is removed.
pub fn normalized(link: &str) -> Result<String, String> {
    if made_up::host(link).is_some() && link.len() <= MAX_LINK {
        return Ok(link.to_owned());
    }
    let mut url = match Url::parse(link) {
        Ok(url) if is_web(&url) => url,
        Ok(_) | Err(ParseError::RelativeUrlWithoutBase) => {
            return Err("The link must begin with http:// or https://.".to_owned());
        }
        Err(error) => return Err(format!("The link is not an address of the web: {error}.")),
    };
    url.set_fragment(None);
    let link = String::from(url);
    match link.len() <= MAX_LINK {
        true => Ok(link),
        false => Err(format!("The link can have up to {MAX_LINK} bytes.")),
    }
}

#[cfg(test)]
mod tests {
    use super::{normalized, target, web_address};

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
    fn a_link_leads_to_its_host() {
        let pair = |address: &str, host: &str| Some((address.to_owned(), host.to_owned()));
        let link = "https://example.com:8080/a";
        assert_eq!(target(link), pair(link, "example.com"));
        let link = "/site/blog.example.com/rust/lifetimes-1a";
        assert_eq!(target(link), pair(link, "blog.example.com"));
        assert_eq!(target("javascript:alert(1)"), None);
    }

    #[test]
    fn spellings_of_one_address_are_equal() {
        let link = normalized("https://example.com/a").unwrap();
        assert_eq!(normalized("HTTPS://EXAMPLE.com:443/a#top").unwrap(), link);
        let long = format!("https://example.com/{}", "a".repeat(1000));
        assert_eq!(normalized(&long), Err("The link can have up to 1000 bytes.".to_owned()));
    }

    #[test]
    fn international_domains_have_one_spelling() {
        let link = "https://xn--mnchen-3ya.example/stra%C3%9Fe";
        for spelling in ["https://MÜNCHEN.example/straße", "https://mu\u{308}nchen.example/straße"]
        {
            assert_eq!(normalized(spelling).as_deref(), Ok(link));
        }
    }

    #[test]
    fn refusals_name_the_reason() {
        for (link, reason) in [
            ("example.com", "begin with http"),
            ("javascript:alert(1)", "begin with http"),
            ("https://", "not an address of the web: empty host"),
            ("https://a b.example", "invalid international domain name"),
        ] {
            let refusal = normalized(link).unwrap_err();
            assert!(refusal.contains(reason), "{refusal}");
        }
    }
}
