//! The errors of commands: the site's, and those common to Redis commands.

use std::fmt;

/// The reason why a command fails. Its text is the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The site refuses the operation.
    #[error(transparent)]
    Site(#[from] article_site::Error),
    /// The arguments do not follow the command's syntax.
    #[error("ERR syntax error")]
    Syntax,
    /// An argument is not an integer within its range.
    #[error("ERR {what} must be an integer{}", Range(*min, *max))]
    Integer {
        /// The argument's name.
        what: &'static str,
        /// Its least value, if it has one.
        min: Option<i64>,
        /// Its greatest value, if it has one.
        max: Option<i64>,
    },
    /// The number in front of a list exceeds the number of arguments that follow.
    #[error("ERR {0} does not match the number of arguments")]
    Count(&'static str),
    /// More is named than a command takes.
    #[error("ERR at most {max} {what}")]
    TooMany {
        /// What is named.
        what: &'static str,
        /// The most that the command takes.
        max: usize,
    },
    /// There are too few or too many arguments. The server has a text of its own for it.
    #[error("ERR wrong number of arguments")]
    WrongArity,
    /// The key holds a value of another type.
    #[error("WRONGTYPE Operation against a key holding the wrong kind of value")]
    WrongType,
    /// The key to create exists.
    #[error("BUSYKEY Target key name already exists.")]
    BusyKey,
    /// The key does not exist.
    #[error("ERR no such key")]
    NoSuchKey,
    /// The module panicked. The log says where.
    #[error("ERR internal error")]
    Internal,
    /// The site violates an invariant.
    #[error("ERR the site is inconsistent: {0}")]
    Inconsistent(&'static str),
}

struct Range(Option<i64>, Option<i64>);

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(min, max) = self;
        min.map_or(Ok(()), |min| write!(f, " from {min}"))?;
        max.map_or(Ok(()), |max| write!(f, " to {max}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_an_integer_names_its_range() {
        let text = |min, max| Error::Integer { what: "SIZE", min, max }.to_string();
        assert_eq!(text(None, None), "ERR SIZE must be an integer");
        assert_eq!(text(Some(1), None), "ERR SIZE must be an integer from 1");
        assert_eq!(text(Some(1), Some(1000)), "ERR SIZE must be an integer from 1 to 1000");
    }
}
