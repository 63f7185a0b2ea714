//! The errors that commands answer with: the site's, and the server's customary ones.

/// Why a command was refused. Its text is the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The site refused.
    #[error(transparent)]
    Site(#[from] article_site::Error),
    /// The arguments are not of the command's form.
    #[error("ERR syntax error")]
    Syntax,
    /// An integer was expected.
    #[error("ERR value is not an integer or out of range")]
    NotInteger,
    /// There are too many arguments; of too few the server itself complains.
    #[error("ERR wrong number of arguments")]
    WrongArity,
    /// The key holds a value of another type.
    #[error("WRONGTYPE Operation against a key holding the wrong kind of value")]
    WrongType,
    /// The key that is to be made exists.
    #[error("BUSYKEY Target key name already exists.")]
    BusyKey,
    /// The module panicked; the log says where.
    #[error("ERR internal error")]
    Internal,
    /// The site breaks an invariant.
    #[error("ERR the site is broken: {0}")]
    Broken(&'static str),
    /// The key does not exist.
    #[error("ERR no such key")]
    NoSuchKey,
}
