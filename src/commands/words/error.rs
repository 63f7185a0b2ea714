//! The errors of commands: the site's, and those common to Redis commands.

use std::ffi::CStr;
use std::fmt;

use crate::commands::words::argument::Arg;

/// The reason why a command fails. Its text is the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The site refuses the operation.
    #[error(transparent)]
    Site(#[from] article_site::Error),
    /// The arguments do not follow the command's syntax, and nothing better can be said.
    #[error("ERR syntax error")]
    Syntax,
    #[error("ERR {} must be {}", .0.label(), join(&.0.choices(), "or"))]
    Choice(&'static Arg),
    /// A command has no such subcommand, or a word is not one of those that come first among its
    /// options.
    #[error("ERR {} takes {}", ShortName(command), join(&choice.choices(), "or"))]
    Takes { command: &'static CStr, choice: &'static Arg },
    #[error("ERR unknown option at argument {index}{}", Forgotten(*forgotten))]
    UnknownOption {
        /// The argument's index, where the command's name is at index 0.
        index: usize,
        /// The text before the options that seems to be missing.
        forgotten: Option<&'static Arg>,
    },
    #[error("ERR {} comes before {}", .0.label(), join(&.0.choices(), "or"))]
    TokenMissing(&'static Arg),
    #[error("{}", Repetition(.0))]
    Repeated(&'static Arg),
    /// The command line ends before a value of an option or subcommand.
    #[error("ERR {token} needs {}", Values(token, values))]
    Incomplete {
        token: &'static str,
        /// Its values, from the missing one on.
        values: &'static [Arg],
    },
    #[error("ERR {0} is missing")]
    Missing(&'static str),
    #[error("ERR COUNTS cannot be combined with UP or DOWN")]
    CountsAndVoters,
    /// Comments are counted, which are in no group.
    #[error("ERR BELOW takes no group")]
    BelowAndGroup,
    #[error("ERR {} must be an integer{}{}", arg.label(), Range(*min, *max), Hinted(arg, *hint))]
    Integer { arg: &'static Arg, min: i64, max: i64, hint: Hint },
    #[error("TOOLONG this reply would be longer than article.reply-limit allows; narrow it")]
    ReplyTooLong,
    #[error("ERR {0} must not be in the future")]
    InFuture(&'static str),
    #[error("ERR {0} does not match the number of arguments")]
    Count(&'static str),
    #[error("ERR at most {max} {what}s")]
    TooMany { what: &'static str, max: usize },
    /// There are too few or too many arguments. The server has a text of its own for it.
    #[error("ERR wrong number of arguments")]
    WrongArity,
    #[error("WRONGTYPE Operation against a key holding the wrong kind of value")]
    WrongType,
    /// The permissions of a client that waited were withdrawn meanwhile.
    #[error("NOPERM this user may no longer run the command or read the key")]
    NoPermission,
    #[error("BUSYKEY Target key name already exists.")]
    BusyKey,
    #[error("ERR no such key")]
    NoSuchKey,
    /// The module panicked. The log says where.
    #[error("ERR internal error")]
    Internal,
    /// The module panicked while it changed the site.
    #[error(
        "DAMAGED an internal error interrupted a change of this site: restart the server from \
             its files without saving, or DEL the key"
    )]
    Damaged,
    #[error("ERR the site is inconsistent: {0}")]
    Inconsistent(&'static str),
}

/// A range, without a bound that every integer is within.
struct Range(i64, i64);

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(min, max) = *self;
        if min > i64::MIN {
            write!(f, " from {min}")?;
        }
        if max < i64::MAX { write!(f, " to {max}") } else { Ok(()) }
    }
}

/// What seems to be wrong where an integer is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Nothing else.
    None,
    /// Two arguments are swapped, which come in this order.
    Swapped([&'static Arg; 2]),
    /// A list is given without its length.
    NoLength,
}

struct Hinted<'a>(&'a Arg, Hint);

impl fmt::Display for Hinted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Hint::None => Ok(()),
            Hint::Swapped([first, second]) => {
                write!(f, "; the {} comes before the {}", first.name, second.name)
            }
            Hint::NoLength => {
                let items = self.0.list_of().unwrap_or_default();
                write!(f, "; the number of {items} comes first")
            }
        }
    }
}

struct Forgotten(Option<&'static Arg>);

impl fmt::Display for Forgotten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |text| write!(f, ": is the {} missing?", text.name))
    }
}

/// A command's name in capital letters, without the module's prefix.
struct ShortName<'a>(&'a CStr);

impl fmt::Display for ShortName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.to_string_lossy().to_ascii_uppercase();
        f.write_str(name.rsplit('.').next().unwrap_or_default())
    }
}

struct Repetition<'a>(&'a Arg);

impl fmt::Display for Repetition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(arg) = self;
        if arg.is_choice_alone() {
            write!(f, "ERR only one of {} can be given", join(&arg.choices(), "and"))
        } else {
            write!(f, "ERR {} is given twice", arg.label())
        }
    }
}

struct Values<'a>(&'a str, &'a [Arg]);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            [value] if value.token == Some(self.0) => f.write_str("a value"),
            values => {
                let required = values.iter().filter(|value| !value.optional && !value.multiple);
                f.write_str(&join(&required.map(Arg::label).collect::<Vec<_>>(), "and"))
            }
        }
    }
}

/// Enumerates words, with a conjunction before the last.
fn join(words: &[&str], conjunction: &str) -> String {
    match words {
        [words @ .., last] if !words.is_empty() => {
            format!("{} {conjunction} {last}", words.join(", "))
        }
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::words::spec::ArgType;

    #[test]
    fn the_error_of_an_integer_names_its_range() {
        const SIZE: &Arg = &Arg::option("SIZE", ArgType::Integer);
        let text = |min, max| Error::Integer { arg: SIZE, min, max, hint: Hint::None }.to_string();
        assert_eq!(text(i64::MIN, i64::MAX), "ERR SIZE must be an integer");
        assert_eq!(text(1, i64::MAX), "ERR SIZE must be an integer from 1");
        assert_eq!(text(1, 1000), "ERR SIZE must be an integer from 1 to 1000");
        assert_eq!(text(i64::MIN, -1), "ERR SIZE must be an integer to -1");
    }
}
