use axum::extract::{FromRequestParts, Request};
use axum::http::header::CACHE_CONTROL;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use sha2::{Digest, Sha256};

use super::PageError;
use super::cookie::{SessionId, is_hex};
use super::error::Ended;
use crate::news::{self, Flag, Item, Login, News};

/// The account that moderates.
const MODERATOR: &str = "moderator";

/// The header with which the script asks for a part of a page, such as the list alone.
pub const PART: &str = "x-part";

/// The number of bytes of a token.
const TOKEN: usize = 32;

/// The browser that sent a request, before the server has confirmed who is logged in.
///
/// A page whose commands check the login needs no round trip for that: [`Claim::confirm`] returns
/// the session with their replies. Every other handler takes a [`Session`], which is one round
/// trip.
#[derive(Clone, Debug)]
pub struct Claim(Session);

impl Claim {
    /// Returns the login for the server to check, if the browser claims one.
    pub fn login(&self) -> Option<Login> {
        self.0.login()
    }

    /// Returns the login, or the error that leads to the login page.
    pub fn needed_login(&self) -> Result<Login, PageError> {
        self.login().ok_or_else(|| PageError::LoginNeeded(self.0.here.clone()))
    }

    /// Returns an error unless the browser claims to be the moderator's.
    pub fn check_moderator(&self) -> Result<(), PageError> {
        self.0.check_moderator()
    }

    /// Returns the session with the reply to commands that check the login.
    pub async fn confirm<T>(
        self,
        reply: impl Future<Output = news::Result<T>>,
    ) -> Result<(Session, T), PageError> {
        let reply = reply.await?;
        Ok((self.0, reply))
    }

    /// Asks the server who is logged in.
    async fn ask(self, news: &News) -> Result<Session, PageError> {
        let is_confirmed = match self.login() {
            Some(login) => news.is_logged_in(&login).await?,
            None => true,
        };
        Ok(if is_confirmed { self.0 } else { self.into_visitor() })
    }

    /// Returns the browser as one that nobody has logged in.
    pub fn into_visitor(self) -> Session {
        Session { user: None, ..self.0 }
    }
}

/// The browser that sent a request, and who is logged in.
#[derive(Clone, Debug)]
pub struct Session {
    pub id: SessionId,
    pub user: Option<String>,
    /// The address of the page that the request is for.
    pub here: String,
}

impl Session {
    /// Returns the login of the user, if anyone is logged in.
    pub fn login(&self) -> Option<Login> {
        let session = self.id.as_str().to_owned();
        self.user.clone().map(|user| Login { session, user })
    }

    /// Returns the value that each of this browser's forms must send.
    ///
    /// Other sites can make the browser send its cookie, but cannot read it. So they do not know
    /// this value, which is derived from the cookie.
    pub fn token(&self) -> String {
        hex::encode(Sha256::digest(format!("form {}", self.id.as_str())))
    }

    /// Returns the user, or the error that leads to the login page.
    pub fn user(&self) -> Result<&str, PageError> {
        self.user.as_deref().ok_or_else(|| PageError::LoginNeeded(self.here.clone()))
    }

    /// Returns an error unless the token is this browser's.
    ///
    /// A login and a logout change the token. So a page that was opened before cannot act, or show
    /// anything, for another user.
    pub fn check(&self, token: &str) -> Result<(), PageError> {
        match token == self.token() {
            true => Ok(()),
            false if is_hex(token, TOKEN) => Err(PageError::OldPage),
            false => Err(PageError::CrossSite),
        }
    }

    pub fn is_moderator(&self) -> bool {
        self.user.as_deref() == Some(MODERATOR)
    }

    /// Returns an error to everyone but the moderator if the story is hidden.
    pub fn check_shows(&self, story: &Item) -> Result<(), PageError> {
        let is_concealed = story.has(Flag::Hidden) && !self.is_moderator();
        if is_concealed { Err(PageError::Gone) } else { Ok(()) }
    }

    /// Returns an error to everyone but the moderator.
    pub fn check_moderator(&self) -> Result<(), PageError> {
        if self.is_moderator() { Ok(()) } else { Err(PageError::NotModerator) }
    }
}

/// Finds the session of each request. A browser without one gets a cookie; the server stores
/// nothing until somebody logs in.
///
/// A page that is part of another one is for the same session: the script sends the token of the
/// page around it.
///
/// Browsers leave the cookie out of forms that other sites send. Such a request must not replace
/// the cookie either, which would log the user out.
pub async fn attach(mut request: Request, next: Next) -> Result<Response, PageError> {
    let known = SessionId::from_cookies(request.headers());
    let is_new = known.is_none();
    if is_new && !request.method().is_safe() {
        return Err(PageError::CrossSite);
    }
    let (id, user) = match known {
        Some(known) => known,
        None => (SessionId::new(request.headers())?, None),
    };
    let session = Session { id, user, here: here(&request) };
    check_part(&session, request.headers())?;
    request.extensions_mut().insert(Claim(session.clone()));
    let mut response = next.run(request).await;
    if response.extensions().get::<Ended>().is_some() {
        // The same address again, as a visitor.
        let cookie = session.id.successor()?.cookie(None);
        return Ok((cookie, Redirect::to(&session.here)).into_response());
    }
    if is_new {
        return Ok((session.id.cookie(None), response).into_response());
    }
    if session.user.is_some() {
        // After a logout, going back must not show the page.
        let headers = response.headers_mut();
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

/// Returns the address to come back to. A form has one of its own.
fn here(request: &Request) -> String {
    let address = request.uri().path_and_query().filter(|_| request.method().is_safe());
    address.map_or("/", PathAndQuery::as_str).to_owned()
}

fn check_part(session: &Session, headers: &HeaderMap) -> Result<(), PageError> {
    let token = headers.get(PART).map(|token| token.to_str().unwrap_or_default());
    token.map_or(Ok(()), |token| session.check(token))
}

/// Tells the script that its page is of the current session.
pub async fn confirm() -> StatusCode {
    StatusCode::NO_CONTENT
}

impl<S: Sync> FromRequestParts<S> for Claim {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, PageError> {
        let claim = parts.extensions.get::<Self>().cloned();
        claim.ok_or_else(|| PageError::Internal("the route has no session".to_owned()))
    }
}

impl FromRequestParts<News> for Session {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, news: &News) -> Result<Self, PageError> {
        Claim::from_request_parts(parts, news).await?.ask(news).await
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::{PageError, Session, SessionId};

    #[test]
    fn tokens_differ_and_do_not_reveal_the_session() {
        let id = || SessionId::new(&HeaderMap::new()).ok().unwrap();
        let session = || Session { id: id(), user: None, here: "/".to_owned() };
        let (one, other) = (session(), session());
        assert_ne!(one.token(), other.token());
        assert_eq!(one.token(), one.clone().token());
        assert!(!one.token().contains(one.id.as_str()));
        assert!(one.check(&one.token()).is_ok());
        assert!(matches!(one.check(&other.token()), Err(PageError::OldPage)));
        assert!(matches!(one.check("guess"), Err(PageError::CrossSite)));
    }
}
