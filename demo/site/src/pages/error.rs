use std::convert::Infallible;

use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};

use super::address;
use crate::log::log;
use crate::news::Error;

pub type Redirected = Result<Redirect, PageError>;

/// What went wrong, for the page around it, which needs the session.
#[derive(Clone, Debug)]
pub struct Failure {
    pub heading: String,
    pub message: String,
    /// Whether a login comes first.
    pub asks: bool,
    /// Whether the same request can succeed in a moment.
    pub is_away: bool,
}

#[derive(Debug)]
pub enum PageError {
    NotFound,
    Gone,
    /// A post of the reader waits for a moderator.
    Held,
    WrongMethod,
    LoginNeeded(String),
    LoginFirst,
    CrossSite,
    /// A page asks for something that was opened before a login or logout.
    OldPage,
    NotModerator,
    Invalid(String),
    /// The request cannot be processed.
    Rejected(StatusCode, &'static str),
    TooLarge,
    /// The session cannot be read, since Redis is away.
    NoSession(String),
    /// The session cannot be stored, since the memory of Redis is full.
    Full,
    News(Error),
    Internal(String),
}

impl From<Error> for PageError {
    fn from(error: Error) -> Self {
        Self::News(error)
    }
}

/// A path whose variable part is not what the page expects, such as `/a/x`, leads nowhere.
impl From<PathRejection> for PageError {
    fn from(_: PathRejection) -> Self {
        Self::NotFound
    }
}

impl From<QueryRejection> for PageError {
    fn from(_: QueryRejection) -> Self {
        Self::invalid("The part of the address after ? is not valid.")
    }
}

/// What cannot fail needs no reason, but extractors ask for one.
impl From<Infallible> for PageError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<askama::Error> for PageError {
    fn from(error: askama::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

impl PageError {
    pub fn invalid(text: &str) -> Self {
        Self::Invalid(text.to_owned())
    }

    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.parts().0).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    pub fn message(&self) -> &str {
        self.parts().2
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::News(Error::TooOften { seconds, .. }) => Some(*seconds),
            Self::Full | Self::News(Error::Full) => Some(60),
            Self::NoSession(_) | Self::News(Error::Away(_)) => Some(5),
            _ => None,
        }
    }

    fn parts(&self) -> (u16, &str, &str) {
        match self {
            Self::NotFound => (404, "Not found", "There is nothing at this address."),
            Self::Gone => (410, "Hidden", "A moderator has hidden this."),
            Self::Held => (403, "Not yet", HELD),
            Self::WrongMethod => {
                (405, "Not possible", "This address does not take such requests.")
            }
            Self::LoginNeeded(_) | Self::LoginFirst => (401, "Log in", "Please log in first."),
            Self::CrossSite => (403, "Form refused", CROSS_SITE),
            Self::OldPage => (409, "An old page", OLD_PAGE),
            Self::NotModerator => (403, "Not allowed", "Only the moderator can do this."),
            Self::Invalid(text) => (400, "Not possible", text),
            Self::TooLarge => (413, "Not possible", "The form is too large."),
            Self::Rejected(status, text) => (status.as_u16(), "Not possible", text),
            Self::News(Error::Refused(text)) => (409, "Not possible", text),
            Self::News(Error::BadPosition) => (400, "Not possible", BAD_POSITION),
            Self::News(Error::TooOften { message, .. }) => (429, "Slow down", message),
            Self::Full | Self::News(Error::Full) => (503, "Memory is full", FULL),
            Self::NoSession(_) | Self::News(Error::Away(_)) => (503, "Back in a moment", AWAY),
            Self::News(Error::Unexpected(_)) | Self::Internal(_) => {
                (500, "Sorry", "Something went wrong on this site.")
            }
        }
    }
}

const HELD: &str = "A moderator looks at what you post before others see it.";
const CROSS_SITE: &str = "This form did not come from this site.";
const OLD_PAGE: &str =
    "You have logged in or out since this page was opened. Reload it and try again.";
const BAD_POSITION: &str = "The address has a position in the list that is not valid.";
const FULL: &str = "The memory of Redis is full. Pages can be read, but nothing can be added or \
                    changed until a moderator or the operator makes room.";
const AWAY: &str = "The site cannot reach Redis. Please try again in a moment.";

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        if let Self::LoginNeeded(next) = self {
            return Redirect::to(&address::login(&next)).into_response();
        }
        match &self {
            Self::Internal(text) | Self::NoSession(text) => log(text),
            Self::News(error @ (Error::Unexpected(_) | Error::Away(_) | Error::Full)) => {
                error.log("a page failed")
            }
            _ => {}
        }
        let (status, (_, heading, message)) = (self.status(), self.parts());
        let failure = Failure {
            heading: heading.to_owned(),
            message: message.to_owned(),
            asks: matches!(self, Self::LoginFirst),
            is_away: matches!(self, Self::NoSession(_) | Self::News(Error::Away(_))),
        };
        let text = format!("{heading}: {message}\n");
        let mut response = (status, Extension(failure), text).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

pub async fn wrong_method() -> PageError {
    PageError::WrongMethod
}

/// Replies to addresses without a page. Without a slash at the end, there may be one.
pub async fn not_found(uri: Uri) -> Result<Redirect, PageError> {
    match uri.path().strip_suffix('/') {
        Some(path) if !path.ends_with('/') && address::local(path) == path => {
            let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
            Ok(Redirect::permanent(&format!("{path}{query}")))
        }
        _ => Err(PageError::NotFound),
    }
}
