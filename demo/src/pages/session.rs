use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest, Sha256};

use super::MODERATOR;
use super::error::PageError;
use crate::news::{News, SESSION_SECONDS};

/// The random value that identifies a browser. Whoever knows it is the user.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionId(String);

impl SessionId {
    const BYTES: usize = 16;

    /// Returns a new one, which nobody can guess.
    pub fn random() -> Result<Self, PageError> {
        let mut bytes = [0; Self::BYTES];
        getrandom::fill(&mut bytes).map_err(|error| PageError::Internal(error.to_string()))?;
        Ok(Self(hex(&bytes)))
    }

    fn from_cookies(headers: &HeaderMap) -> Option<Self> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split("; ")).filter_map(|pair| {
            let id = pair.strip_prefix("session=")?;
            let is_id =
                id.len() == 2 * Self::BYTES && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_id.then(|| Self(id.to_owned()))
        });
        pairs.next()
    }

    /// Returns the text under which the server knows the session.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the header that stores it in the browser, out of reach of scripts and other sites.
    pub fn cookie(&self) -> Result<HeaderValue, PageError> {
        let id = &self.0;
        format!("session={id}; Path=/; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Lax")
            .parse()
            .map_err(|_| PageError::Internal("the cookie is not a header".to_owned()))
    }
}

/// The browser that sent a request.
#[derive(Clone)]
pub struct Session {
    /// What identifies it.
    pub id: SessionId,
    /// The user who is logged in, if anyone.
    pub user: Option<String>,
}

impl Session {
    /// Returns the value that each of this browser's forms must send.
    ///
    /// Other sites can make the browser send its cookie, but cannot read it. So they do not know
    /// this value, which is derived from the cookie.
    pub fn token(&self) -> String {
        hex(&Sha256::digest(format!("form {}", self.id.as_str())))
    }

    /// Returns the user, or the error that leads to the login page.
    pub fn user(&self) -> Result<&str, PageError> {
        self.user.as_deref().ok_or(PageError::LoginNeeded)
    }

    /// Whether the moderator is logged in.
    pub fn is_moderator(&self) -> bool {
        self.user.as_deref() == Some(MODERATOR)
    }

    /// Returns an error to everyone but the moderator.
    pub fn check_moderator(&self) -> Result<(), PageError> {
        if self.is_moderator() { Ok(()) } else { Err(PageError::NotModerator) }
    }
}

/// Finds the session of each request. A browser without one gets a cookie; the server stores
/// nothing until somebody logs in.
///
/// Browsers leave the cookie out of forms that other sites send. Such a request must not replace
/// the cookie either, which would log the user out.
pub async fn attach(
    State(news): State<News>,
    mut request: Request,
    next: Next,
) -> Result<Response, PageError> {
    let Some(id) = SessionId::from_cookies(request.headers()) else {
        if !request.method().is_safe() {
            return Err(PageError::CrossSite);
        }
        let id = SessionId::random()?;
        let cookie = id.cookie()?;
        request.extensions_mut().insert(Session { id, user: None });
        let mut response = next.run(request).await;
        response.headers_mut().append(SET_COOKIE, cookie);
        return Ok(response);
    };
    let user = news.session_user(id.as_str()).await?;
    request.extensions_mut().insert(Session { id, user });
    Ok(next.run(request).await)
}

impl<S: Sync> FromRequestParts<S> for Session {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, PageError> {
        let session = parts.extensions.get::<Self>().cloned();
        session.ok_or_else(|| PageError::Internal("the route has no session".to_owned()))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::COOKIE;

    use super::{Session, SessionId};

    #[test]
    fn the_cookie_is_found_among_others() {
        let id = SessionId::random().ok().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, format!("a=b; session={}; c=d", id.as_str()).parse().unwrap());
        assert!(SessionId::from_cookies(&headers) == Some(id));
    }

    #[test]
    fn other_values_are_no_session() {
        for value in ["session=", "session=1234", "session=zz", "notsession=00"] {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, value.parse().unwrap());
            assert!(SessionId::from_cookies(&headers).is_none(), "{value}");
        }
    }

    #[test]
    fn tokens_differ_and_do_not_reveal_the_session() {
        let session = || Session { id: SessionId::random().ok().unwrap(), user: None };
        let (one, other) = (session(), session());
        assert_ne!(one.token(), other.token());
        assert_eq!(one.token(), one.clone().token());
        assert!(!one.token().contains(one.id.as_str()));
    }
}
