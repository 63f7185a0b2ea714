use std::convert::Infallible;

use askama::Template;
use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::address;
use crate::log::log;
use crate::news::Error;

pub type Redirected = Result<Redirect, PageError>;

/// A form that a visitor has sent. The login page, which replaces the response, keeps it.
#[derive(Clone, Debug)]
pub struct Pending {
    pub action: String,
    pub fields: Vec<(String, String)>,
    pub next: String,
}

#[derive(Debug)]
pub enum PageError {
    NotFound,
    Gone,
    WrongMethod,
    LoginNeeded(String),
    LoginFirst(Box<Pending>),
    CrossSite,
    /// A page asks for something that was opened before a login or logout.
    OldPage,
    NotModerator,
    Invalid(String),
    /// The request cannot be processed.
    Rejected(StatusCode, &'static str),
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

/// A page that says what went wrong. It is complete without a session or a server.
#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    heading: &'a str,
    message: &'a str,
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
            Self::WrongMethod => {
                (405, "Not possible", "This address does not take such requests.")
            }
            Self::LoginNeeded(_) | Self::LoginFirst(_) => (401, "Log in", "Please log in first."),
            Self::CrossSite => (403, "Form refused", CROSS_SITE),
            Self::OldPage => (409, "An old page", OLD_PAGE),
            Self::NotModerator => (403, "Not allowed", "Only the moderator can do this."),
            Self::Invalid(text) => (400, "Not possible", text),
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

const CROSS_SITE: &str = "This form did not come from this site.";
const OLD_PAGE: &str =
    "You have logged in or out since this page was opened. Reload it and try again.";
const BAD_POSITION: &str = "The address has a position in the list that is not valid.";
const FULL: &str = "The memory of Redis is full. Pages can be read, but nothing can be added or \
                    changed until a moderator or the operator makes room.";
const AWAY: &str = "The site cannot reach Redis. Please try again in a moment.";

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let error = match self {
            Self::LoginNeeded(next) => {
                return Redirect::to(&address::login(&next)).into_response();
            }
            Self::LoginFirst(pending) => {
                return (StatusCode::UNAUTHORIZED, Extension(*pending)).into_response();
            }
            error => error,
        };
        match &error {
            Self::Internal(text) | Self::NoSession(text) => log(text),
            Self::News(error @ (Error::Unexpected(_) | Error::Away(_) | Error::Full)) => {
                error.log("a page failed")
            }
            _ => {}
        }
        let (status, (_, heading, message)) = (error.status(), error.parts());
        let mut response = match (ErrorPage { heading, message }).render() {
            Ok(page) => (status, Html(page)).into_response(),
            Err(_) => (status, message.to_owned()).into_response(),
        };
        if let Some(seconds) = error.retry_after() {
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
