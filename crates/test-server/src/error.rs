use std::fmt;

/// The reason why a server did not do what it should have: a sentence, often with the server's
/// log.
#[derive(Debug)]
pub struct Error(String);

/// What this crate's fallible functions return.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Says what failed with an I/O error.
    pub(crate) fn io(what: &str) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self(format!("{what}: {error}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
