//! Why bytes are refused.

use super::ENCODING;
use crate::terms::error::Error;

/// The reason why bytes are not a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A later version of the module wrote it.
    #[error("encoding version {0} is not known, only {ENCODING}: load a newer module")]
    Encoding(i32),
    /// A build before the first release wrote it.
    #[error(
        "encoding version {0} is from a build before 1.0, which no release reads: export the site \
         from that build with its article-migrate, and import it"
    )]
    Unpublished(i32),
    /// The bytes end too early.
    #[error("it ends too early")]
    Truncated,
    /// Bytes follow the end of the site.
    #[error("bytes follow its end")]
    Trailing,
    /// The bytes violate a rule of the format.
    #[error("it has {0}")]
    Invalid(&'static str),
    /// The bytes exceed a limit.
    #[error("it breaks a limit: {0}")]
    Limit(#[from] Error),
}
