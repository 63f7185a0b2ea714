//! The cookie that identifies a browser.

use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use time::Duration;

use super::PageError;
use crate::news::SESSION_SECONDS;

/// The longest name of a user.
pub const MAX_NAME: usize = 20;

/// The random value that identifies a browser. Whoever knows it is the user.
///
/// The cookie has the user's name, too: `ada.` and the value. See [`Claim`](super::Claim).
#[derive(Clone, PartialEq, Eq)]
pub struct SessionId {
    cookie: String,
    value: String,
}

impl SessionId {
    const BYTES: usize = 16;

    /// Returns a new one for the browser that sent these headers.
    pub fn new(headers: &HeaderMap) -> Result<Self, PageError> {
        Self::random(cookie_name(headers))
    }

    /// Returns a new one, which nobody can guess.
    fn random(cookie: String) -> Result<Self, PageError> {
        let mut bytes = [0; Self::BYTES];
        getrandom::fill(&mut bytes).map_err(|error| PageError::Internal(error.to_string()))?;
        Ok(Self { cookie, value: hex::encode(bytes) })
    }

    /// Returns a new one to replace this one in the browser.
    pub fn successor(&self) -> Result<Self, PageError> {
        Self::random(self.cookie.clone())
    }

    /// Returns the value in the cookie, and the name of the user who is said to be logged in.
    pub fn from_cookies(headers: &HeaderMap) -> Option<(Self, Option<String>)> {
        let (cookie, jar) = (cookie_name(headers), CookieJar::from_headers(headers));
        let text = jar.get(&cookie)?.value();
        let (user, value) = match text.rsplit_once('.') {
            Some((user, value)) => (Some(user), value),
            None => (None, text),
        };
        let is_valid = is_hex(value, Self::BYTES) && user.is_none_or(is_name);
        let value = value.to_owned();
        is_valid.then(|| (Self { cookie, value }, user.map(str::to_owned)))
    }

    /// Returns the text under which the server knows the session.
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// Returns what stores it in the browser, out of reach of scripts and other sites, with the
    /// user who is logged in.
    pub fn cookie(&self, user: Option<&str>) -> CookieJar {
        let user = user.map(|user| format!("{user}.")).unwrap_or_default();
        let cookie = Cookie::build((self.cookie.clone(), format!("{user}{}", self.value)))
            .path("/")
            .max_age(Duration::seconds(SESSION_SECONDS))
            .http_only(true)
            .same_site(SameSite::Lax);
        CookieJar::new().add(cookie)
    }
}

/// Whether somebody can have this name.
pub fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_plain)
}

/// Whether a text is this number of bytes as hexadecimal digits.
pub fn is_hex(text: &str, bytes: usize) -> bool {
    hex::decode(text).is_ok_and(|decoded| decoded.len() == bytes)
}

/// Keeps the value out of messages.
impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId")
    }
}

/// Returns the name of the cookie. Browsers send cookies to every port of a host, so sites on two
/// ports need two names.
fn cookie_name(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    match host.rsplit_once(':').map(|(_, port)| port.parse::<u16>()) {
        Some(Ok(port)) => format!("session-{port}"),
        _ => "session".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::{COOKIE, HOST};

    use super::SessionId;

    fn random() -> SessionId {
        SessionId::random("session-8080".to_owned()).ok().unwrap()
    }

    fn headers(cookies: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "127.0.0.1:8080".parse().unwrap());
        headers.insert(COOKIE, cookies.parse().unwrap());
        headers
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let (id, other) = (random(), random());
        let cookies = format!(
            "a=b; session={other}; session-8081={other}; session-8080={}; c=d",
            id.as_str(),
            other = other.as_str()
        );
        assert!(SessionId::from_cookies(&headers(&cookies)) == Some((id, None)));
    }

    #[test]
    fn the_cookie_has_the_user() {
        let id = random();
        let jar = id.cookie(Some("ada-1_b"));
        let pair = jar.iter().next().unwrap().stripped().to_string();
        let found = SessionId::from_cookies(&headers(&pair));
        assert!(found == Some((id.clone(), Some("ada-1_b".to_owned()))));
        for user in ["", "a b", "a:b", "a.b"] {
            let cookies = format!("session-8080={user}.{}", id.as_str());
            assert!(SessionId::from_cookies(&headers(&cookies)).is_none(), "{user}");
        }
    }

    #[test]
    fn other_values_are_no_session() {
        for name in ["session-8080=", "session-8080=12", "session-8080=zz", "session=00"] {
            assert!(SessionId::from_cookies(&headers(name)).is_none(), "{name}");
        }
    }
}
