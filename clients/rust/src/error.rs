//! Errors, by the first word of their text.

use redis::RedisError;

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

/// Writes the codes: the name, the word, and its meaning.
macro_rules! codes {
    ($($name:ident $word:literal $doc:literal;)*) => {
        /// The first word of an error of the module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $doc] $name,)*
        }

        impl Code {
            /// Returns the word, such as NOARTICLE.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            fn of(error: &RedisError) -> Option<Self> {
                match error.code()? {
                    $($word => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

codes! {
    NoArticle "NOARTICLE" "The article, comment, or parent does not exist.";
    Hidden "HIDDEN" "A moderator has hidden the article or comment.";
    Locked "LOCKED" "A moderator has locked the article or comment: it takes no answers.";
    VoteClosed "VOTECLOSED" "The window has passed, or the article or comment is locked.";
    NoDownvote "NODOWNVOTE" "The site does not accept downvotes.";
    SelfVote "SELFVOTE" "The site does not accept votes of posters on their own posts.";
    BusyKey "BUSYKEY" "The key exists.";
    Resync "RESYNC" "The version is not of this copy of the site. Start again from 0.";
    BadCursor "BADCURSOR" "The text after AFTER is not a cursor of this listing, in this order.";
    TooLong "TOOLONG" "The command would read more than `article.read-limit` allows.";
    Unblocked "UNBLOCKED" "The server ended the wait of CHANGES: it became a replica.";
    WrongType "WRONGTYPE" "The key holds a value of another type.";
    Err "ERR" "An argument is wrong: a mistake in the application.";
}

impl Error {
    /// Returns the code, or `None` if the error is not of the module.
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Refused(_, code) => Some(*code),
            _ => None,
        }
    }

    /// Returns the error of a command that was sent.
    pub(crate) fn of(error: RedisError) -> Self {
        match Code::of(&error) {
            Some(code) => Self::Refused(error, code),
            None => Self::Redis(error),
        }
    }
}
