//! What can go wrong, as a reader is told.

use redis::{ErrorKind, RedisError};

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("There is nothing at this address.")]
    NotFound,
    #[error("Please log in first.")]
    Login,
    /// A status and a text.
    #[error("{1}")]
    Refused(u16, String),
    #[error("That was a lot in a short time. Please try again in {0} seconds.")]
    TooOften(u64),
    #[error("The memory of Redis is full. Pages can be read, but nothing can be added.")]
    Full,
    /// The server cannot be reached, or cannot run commands now.
    #[error("The site cannot reach Redis. Please try again in a moment.")]
    Away(String),
    /// The changes are of another copy of the site.
    #[error("The site has started again.")]
    Resync,
    /// A field of a form is wrong: its name, and what is wrong.
    #[error("{1}")]
    Field(&'static str, String),
    /// A bug in the site or in its setup.
    #[error("Something went wrong on this site.")]
    Internal(String),
}

/// The refusals of the module and of the scripts, by the first word of their texts.
const REFUSALS: [(&str, u16, &str); 10] = [
    ("NOARTICLE", 404, "This does not exist any more."),
    ("VOTECLOSED", 409, "Voting on this has closed."),
    ("SELFVOTE", 409, "You cannot vote on your own posts."),
    ("HIDDEN", 409, "A moderator has hidden this."),
    ("LOCKED", 409, "A moderator has locked this: it takes no comments."),
    ("NOTYOURS", 409, "This is not yours."),
    ("BANNED", 403, "A moderator has banned this account."),
    ("BADCURSOR", 400, "The address has a position in the list that is not valid."),
    ("TOOLONG", 400, "This reads too much. Please narrow it."),
    ("ERR", 400, "This cannot be done."),
];

impl Error {
    pub fn refused(text: impl Into<String>) -> Self {
        Self::Refused(400, text.into())
    }

    pub fn status(&self) -> u16 {
        match self {
            Self::NotFound => 404,
            Self::Field(..) => 400,
            Self::Login => 401,
            Self::Refused(status, _) => *status,
            Self::TooOften(_) => 429,
            Self::Full | Self::Away(_) => 503,
            Self::Resync | Self::Internal(_) => 500,
        }
    }

    /// Returns the seconds after which the same request can succeed.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooOften(seconds) => Some(*seconds),
            Self::Full => Some(60),
            Self::Away(_) => Some(5),
            _ => None,
        }
    }
}

impl From<RedisError> for Error {
    fn from(error: RedisError) -> Self {
        let away = ["LOADING", "BUSY", "MASTERDOWN", "READONLY", "MISCONF", "CLUSTERDOWN"];
        let detail = error.detail().unwrap_or_default();
        match error.code() {
            Some("RATELIMIT") => Self::TooOften(detail.parse().unwrap_or(1)),
            Some("OOM") => Self::Full,
            Some("RESYNC") => Self::Resync,
            Some(code) if away.contains(&code) => Self::Away(error.to_string()),
            Some(code) => match REFUSALS.iter().find(|(known, ..)| *known == code) {
                Some((_, 400, _)) if detail.contains("limit") || detail.contains("at most") => {
                    Self::refused(detail)
                }
                Some((_, status, text)) => Self::Refused(*status, (*text).to_owned()),
                None => Self::Internal(error.to_string()),
            },
            None if error.is_io_error()
                || error.is_timeout()
                || error.is_connection_dropped()
                || error.kind() == ErrorKind::Io =>
            {
                Self::Away(error.to_string())
            }
            None => Self::Internal(error.to_string()),
        }
    }
}

impl From<redis::ParsingError> for Error {
    fn from(error: redis::ParsingError) -> Self {
        Self::Internal(error.to_string())
    }
}
