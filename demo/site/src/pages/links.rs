use url::{ParseError, Url};

/// The longest link that the site accepts, in bytes.
pub const MAX_LINK: usize = 1000;

/// Returns a link that is safe to follow: only `http:` and `https:`, never `javascript:`.
pub fn web_address(link: &str) -> Option<Url> {
    let url = Url::parse(link).ok()?;
    is_web(&url).then_some(url)
}

pub fn target(link: &str) -> Option<(String, String)> {
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
/// name system, and what leads to the same page is removed: the part after `#`, and the parameters
/// that say where a reader came from.
pub fn normalized(link: &str) -> Result<String, String> {
    let mut url = match Url::parse(link) {
        Ok(url) if is_web(&url) => url,
        Ok(_) | Err(ParseError::RelativeUrlWithoutBase) => {
            return Err("The link must begin with http:// or https://.".to_owned());
        }
        Err(error) => return Err(format!("The link is not an address of the web: {error}.")),
    };
    let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
    if host.is_empty() || url.set_host(Some(&host)).is_err() {
        return Err("The link is not an address of the web: empty host.".to_owned());
    }
    // Both fail only for addresses without a host.
    let _ = (url.set_username(""), url.set_password(None));
    url.set_fragment(None);
    let parts: Vec<&str> = url.path().split('/').skip(1).collect();
    let (last, parts) = parts.split_last().unwrap_or((&"", &[]));
    let parts = parts.iter().filter(|part| !part.is_empty()).chain([last]);
    let path = parts.map(|part| format!("/{}", unescaped(part))).collect::<String>();
    url.set_path(&path);
    let query = unescaped(url.query().unwrap_or_default());
    let kept: Vec<&str> =
        query.split('&').filter(|text| !text.is_empty() && !text.starts_with("utm_")).collect();
    let query = kept.join("&");
    url.set_query((!query.is_empty()).then_some(query.as_str()));
    let link = String::from(url);
    match link.len() <= MAX_LINK {
        true => Ok(link),
        false => Err(format!("The link can have up to {MAX_LINK} bytes.")),
    }
}

/// Returns a part of an address without escapes of letters and digits. The others stay.
fn unescaped(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let byte = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte.map(char::from), piece.get(2..)) {
            (Some(letter), Some(rest))
                if letter.is_ascii_alphanumeric() || "-._~".contains(letter) =>
            {
                plain.push(letter);
                plain += rest;
            }
            (Some(letter), Some(rest)) => plain += &format!("%{:02X}{rest}", letter as u32),
            _ => plain += &format!("%{piece}"),
        }
    }
    plain
}

/// Returns the spellings of a normalized link that lead to the same page on nearly all sites: with
/// `http` and `https`, with `www.` and without it, and with and without `/` at the end.
pub fn spellings(link: &str) -> Vec<String> {
    let Some(url) = web_address(link) else { return Vec::new() };
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = url.path().trim_end_matches('/');
    let mut spellings = vec![link.to_owned()];
    for scheme in ["https", "http"] {
        for host in [host.to_owned(), format!("www.{host}")] {
            for path in [path.to_owned(), format!("{path}/")] {
                let mut other = url.clone();
                other.set_path(&path);
                // There is no such name if the host is a number.
                if other.set_host(Some(&host)).is_ok() && other.set_scheme(scheme).is_ok() {
                    spellings.push(other.into());
                }
            }
        }
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::{normalized, spellings, target, web_address};

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
        let url = web_address("https://example.com/\"><script>alert(1)</script>").unwrap();
        assert!(!url.as_str().contains(['"', '<', '>']), "{url}");
        let pair = |address: &str, host: &str| Some((address.to_owned(), host.to_owned()));
        let link = "https://example.com:8080/a";
        assert_eq!(target(link), pair(link, "example.com"));
        assert_eq!(target("javascript:alert(1)"), None);
    }

    #[test]
    fn what_leads_to_the_same_page_is_one_link() {
        let same = [
            "https://example.com/a?b=%20&c",
            "http://example.com/a?b=%20&c",
            "https://www.example.com/a?b=%20&c",
            "https://example.com/a/?b=%20&c",
            "https://example.com/a?utm_source=x&b=%20&utm_medium=y&c",
            "https://example.com/a?b=%20&c#top",
            "https://EXAMPLE.com:443/a?b=%20&c",
            "HTTP://www.example.com:80/a/?b=%20&c&utm_campaign#x",
            "https://ada:x@example.com./%61?b=%20&&c",
            "https://example.com//%61//?%62=%20&c",
        ];
        let other = [
            "https://example.com/a",
            "https://example.com/A?b=%20&c",
            "https://example.com/a?c&b=%20",
            "https://example.com:8080/a?b=%20&c",
            "https://blog.example.com/a?b=%20&c",
        ];
        for link in same {
            let found = spellings(&normalized(link).unwrap());
            let is_found = |other: &&str| found.contains(&normalized(other).unwrap());
            assert!(same.iter().all(is_found), "{link}: {found:?}");
            assert!(!other.iter().any(is_found), "{link}: {found:?}");
        }
        assert!(spellings("https://example.com/").contains(&"http://www.example.com/".to_owned()));
        assert!(spellings("").is_empty());
        let long = format!("https://example.com/{}", "a".repeat(1000));
        assert_eq!(normalized(&long), Err("The link can have up to 1000 bytes.".to_owned()));
        let link = "https://xn--mnchen-3ya.example/stra%C3%9Fe";
        for spelling in ["https://MÜNCHEN.example/straße", "https://mu\u{308}nchen.example/straße"]
        {
            assert_eq!(normalized(spelling).unwrap(), link);
        }
    }
}
