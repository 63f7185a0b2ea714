use std::fmt;

use redis::ErrorKind;

/// The reason why a command failed.
#[derive(Debug)]
pub enum Error {
    /// The module refused the command. The text is a message to the user.
    Refused(&'static str),
    /// The server rejected what the user sent, for example a cursor.
    Invalid(String),
    /// The server cannot be reached, or cannot run commands now.
    Away(redis::RedisError),
    /// The reply is not of the type that the command returns: a bug in the site.
    Unexpected(redis::RedisError),
}

impl From<redis::RedisError> for Error {
    fn from(error: redis::RedisError) -> Self {
        // The first word of an error is its code. The rest of the text may change.
        match error.code() {
            Some("NOARTICLE") => Self::Refused("This does not exist any more."),
            Some("VOTECLOSED") => Self::Refused("Voting on this has closed."),
            Some("SELFVOTE") => Self::Refused("You cannot vote on your own posts."),
            Some("NODOWNVOTE") => Self::Refused("This site does not accept downvotes."),
            Some("HIDDEN") => Self::Refused("A moderator has hidden this."),
            Some("LOCKED") => Self::Refused("A moderator has locked this: it takes no comments."),
            Some("NOTYOURS") => Self::Refused("This comment is not yours."),
            Some("BANNED") => Self::Refused("A moderator has banned this account."),
            Some("ERR") => {
                Self::Invalid(error.detail().map_or_else(|| error.to_string(), str::to_owned))
            }
            None if matches!(error.kind(), ErrorKind::Parse | ErrorKind::UnexpectedReturnType) => {
                Self::Unexpected(error)
            }
            _ => Self::Away(error),
        }
    }
}

impl From<redis::ParsingError> for Error {
    fn from(error: redis::ParsingError) -> Self {
        redis::RedisError::from(error).into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) => f.write_str(text),
            Self::Invalid(text) => write!(f, "the server rejected the request: {text}"),
            Self::Away(error) => write!(f, "Redis is away: {error}"),
            Self::Unexpected(error) => write!(f, "unexpected reply: {error}"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use redis::{Value, parse_redis_value};

    use super::Error;

    fn error(line: &str) -> Error {
        let Value::ServerError(error) = parse_redis_value(line.as_bytes()).unwrap() else {
            panic!("{line} is not an error");
        };
        Error::from(redis::RedisError::from(error))
    }

    #[test]
    fn code_words_become_messages() {
        for (line, message) in [
            ("-VOTECLOSED voting has closed\r\n", "Voting on this has closed."),
            ("-SELFVOTE no\r\n", "You cannot vote on your own posts."),
            ("-HIDDEN this article is hidden\r\n", "A moderator has hidden this."),
            ("-LOCKED locked\r\n", "A moderator has locked this: it takes no comments."),
            ("-NOTYOURS other\r\n", "This comment is not yours."),
            ("-NODOWNVOTE none\r\n", "This site does not accept downvotes."),
            ("-NOARTICLE no such article\r\n", "This does not exist any more."),
        ] {
            assert!(matches!(error(line), Error::Refused(text) if text == message), "{line}");
        }
    }

    #[test]
    fn other_errors_are_told_apart() {
        assert!(
            matches!(error("-ERR invalid cursor\r\n"), Error::Invalid(t) if t == "invalid cursor")
        );
        assert!(matches!(error("-LOADING the dataset\r\n"), Error::Away(_)));
        assert!(matches!(error("-OOM command not allowed\r\n"), Error::Away(_)));
        let reply = redis::from_redis_value::<u32>(Value::SimpleString("x".to_owned()));
        assert!(matches!(Error::from(reply.unwrap_err()), Error::Unexpected(_)));
    }
}
