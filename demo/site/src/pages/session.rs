use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, StatusCode};
use tower_sessions::session;

use super::PageError;
use crate::news::{Flag, Item};

const MODERATOR: &str = "moderator";
pub const PART: &str = "x-part";
const USER: &str = "user";
pub const MAX_NAME: usize = 20;

pub fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_plain)
}

#[derive(Clone, Debug)]
pub struct Session {
    stored: tower_sessions::Session,
    pub user: Option<String>,
    pub here: String,
}

impl Session {
    pub async fn log_in(&self, user: &str) -> Result<Self, PageError> {
        self.stored.cycle_id().await?;
        self.stored.insert(USER, user).await?;
        // Here, so that an error has a page.
        self.stored.save().await?;
        Ok(Self { user: Some(user.to_owned()), ..self.clone() })
    }

    pub async fn log_out(&self) -> Result<(), PageError> {
        Ok(self.stored.flush().await?)
    }

    pub fn user(&self) -> Result<&str, PageError> {
        self.user.as_deref().ok_or_else(|| PageError::LoginNeeded(self.here.clone()))
    }

    /// Returns an error if the page was made for somebody else, before a login or a logout. So it
    /// cannot act, or show anything, for another user.
    pub fn check_reader(&self, reader: &str) -> Result<(), PageError> {
        let is_same = self.user.as_deref().unwrap_or_default() == reader;
        if is_same { Ok(()) } else { Err(PageError::OldPage) }
    }

    pub fn is_moderator(&self) -> bool {
        self.user.as_deref() == Some(MODERATOR)
    }

    pub fn check_shows(&self, story: &Item) -> Result<(), PageError> {
        let is_concealed = story.has(Flag::Hidden) && !self.is_moderator();
        if is_concealed { Err(PageError::Gone) } else { Ok(()) }
    }

    pub fn check_moderator(&self) -> Result<(), PageError> {
        if self.is_moderator() { Ok(()) } else { Err(PageError::NotModerator) }
    }
}

impl From<session::Error> for PageError {
    fn from(error: session::Error) -> Self {
        let text = error.to_string();
        if text.contains("OOM") { Self::Full } else { Self::NoSession(text) }
    }
}

pub async fn confirm(_: Session) -> StatusCode {
    StatusCode::NO_CONTENT
}

impl<S: Sync + Send> FromRequestParts<S> for Session {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, PageError> {
        let stored = tower_sessions::Session::from_request_parts(parts, state).await;
        let stored = stored.map_err(|(_, text)| PageError::Internal(text.to_owned()))?;
        let address = parts.uri.path_and_query().filter(|_| parts.method.is_safe());
        let here = address.map_or("/", PathAndQuery::as_str).to_owned();
        let session = Self { user: stored.get(USER).await?, stored, here };
        check_part(&session, &parts.headers)?;
        Ok(session)
    }
}

fn check_part(session: &Session, headers: &HeaderMap) -> Result<(), PageError> {
    let reader = headers.get(PART).map(|reader| reader.to_str().unwrap_or_default());
    reader.map_or(Ok(()), |reader| session.check_reader(reader))
}
