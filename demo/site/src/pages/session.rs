use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, StatusCode};
use tower_sessions::session;

use super::PageError;
use crate::news::{Flag, Item, MODERATOR, News, USER};

pub const PART: &str = "x-part";
const MAX_NAME: usize = 20;

pub fn check_name(name: &str) -> Result<(), PageError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_plain) {
        true => Ok(()),
        false => Err(PageError::Invalid(format!(
            "A name has 1 to {MAX_NAME} letters, digits, hyphens, or underscores."
        ))),
    }
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

    pub fn check_shows(&self, item: &Item) -> Result<(), PageError> {
        if !item.has(Flag::Hidden) || self.is_moderator() {
            return Ok(());
        }
        let is_own = item.is_held() && self.user.as_ref() == Some(&item.poster);
        Err(if is_own { PageError::Held } else { PageError::Gone })
    }

    /// Returns a story or comment that this reader may see. A comment goes with its story.
    pub async fn item(&self, news: &News, id: u32) -> Result<Item, PageError> {
        let mut path = news.path(id).await?;
        path.first().map_or(Ok(()), |story| self.check_shows(story))?;
        let item = path.pop().ok_or(PageError::NotFound)?;
        self.check_shows(&item)?;
        Ok(item)
    }

    pub async fn own(&self, news: &News, id: u32) -> Result<Option<Item>, PageError> {
        let user = self.user()?;
        Ok(Some(self.item(news, id).await?).filter(|item| item.poster == user))
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

/// Returns who reads, without the checks of a page.
pub async fn reader_of(parts: &Parts) -> Result<Option<String>, PageError> {
    match parts.extensions.get::<tower_sessions::Session>() {
        Some(stored) => Ok(stored.get(USER).await?),
        None => Ok(None),
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
