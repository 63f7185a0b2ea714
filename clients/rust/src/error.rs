//! Errors, by the first word of their text.

use redis::RedisError;

use crate::Code;

/// What commands return.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of a command.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The module refused the command, which has changed nothing.
    #[error("{0}")]
    Refused(RedisError, Code),
    /// The connection or the server failed.
    #[error(transparent)]
    Redis(#[from] RedisError),
    /// The reply does not have the expected form, for example because RETURN left entries out.
    #[error("unexpected reply: {0}")]
    Reply(String),
}

impl Error {
    /// Returns the code, or `None` if the error is not of the module.
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Refused(_, code) => Some(*code),
            _ => None,
        }
    }

    /// Returns the HTTP status that suits it.
    pub fn status(&self) -> u16 {
        self.code().map_or(503, Code::status)
    }

    /// Returns a text for visitors.
    pub fn text(&self) -> &'static str {
        self.code().map_or("This does not work at the moment. Try again later.", Code::text)
    }

    /// Returns the error of a command that was sent.
    pub(crate) fn of(error: RedisError) -> Self {
        match error.code().and_then(Code::of) {
            Some(code) => Self::Refused(error, code),
            None => Self::Redis(error),
        }
    }
}
