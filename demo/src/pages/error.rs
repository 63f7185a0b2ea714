use std::convert::Infallible;

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::news;

/// The reason why a request got no page.
#[derive(Debug)]
pub enum PageError {
    /// There is nothing at this address.
    NotFound,
    /// A moderator hid the story or comment at this address.
    Gone,
    /// The user must log in first.
    LoginNeeded,
    /// A form came from elsewhere, or from a session that is over.
    CrossSite,
    /// Only the moderator can do this.
    NotModerator,
    /// The request is wrong in the way that the text says.
    Invalid(String),
    /// The request cannot be processed.
    Rejected(StatusCode, &'static str),
    /// A command failed.
    News(news::Error),
    /// A bug in the site.
    Internal(String),
}

impl From<news::Error> for PageError {
    fn from(error: news::Error) -> Self {
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
        Self::Invalid("The part of the address after ? is not valid.".to_owned())
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
    /// Returns the status of the response.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Gone => StatusCode::GONE,
            Self::LoginNeeded => StatusCode::SEE_OTHER,
            Self::CrossSite | Self::NotModerator => StatusCode::FORBIDDEN,
            Self::Invalid(_) | Self::News(news::Error::Invalid(_)) => StatusCode::BAD_REQUEST,
            Self::Rejected(status, _) => *status,
            Self::News(news::Error::Refused(_)) => StatusCode::CONFLICT,
            Self::News(news::Error::Away(_)) => StatusCode::SERVICE_UNAVAILABLE,
            Self::News(news::Error::Unexpected(_)) | Self::Internal(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }

    /// Returns the text for the user.
    pub fn message(&self) -> &str {
        self.texts().1
    }

    fn texts(&self) -> (&str, &str) {
        match self {
            Self::NotFound => ("Not found", "There is nothing at this address."),
            Self::Gone => ("Hidden", "A moderator has hidden this."),
            Self::LoginNeeded => ("Log in", "Please log in first."),
            Self::CrossSite => (
                "Form refused",
                "This form did not come from this site, or its session is over. \
                 Reload the page and try again.",
            ),
            Self::NotModerator => ("Not allowed", "Only the moderator can do this."),
            Self::Invalid(text) => ("Not possible", text),
            Self::Rejected(_, text) => ("Not possible", text),
            Self::News(news::Error::Refused(text)) => ("Not possible", text),
            Self::News(news::Error::Invalid(text)) => ("Not possible", text),
            Self::News(news::Error::Away(_)) => {
                ("Back in a moment", "The site cannot reach Redis. Please try again in a moment.")
            }
            Self::News(news::Error::Unexpected(_)) | Self::Internal(_) => {
                ("Sorry", "Something went wrong on this site.")
            }
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        if let Self::LoginNeeded = self {
            return Redirect::to("/login").into_response();
        }
        match &self {
            Self::Internal(text) => eprintln!("error: {text}"),
            Self::News(error @ news::Error::Unexpected(_)) => eprintln!("error: {error}"),
            _ => {}
        }
        let (heading, message) = self.texts();
        match (ErrorPage { heading, message }).render() {
            Ok(page) => (self.status(), Html(page)).into_response(),
            Err(_) => (self.status(), message.to_owned()).into_response(),
        }
    }
}

/// Replies to addresses that do not exist.
pub async fn not_found() -> PageError {
    PageError::NotFound
}
