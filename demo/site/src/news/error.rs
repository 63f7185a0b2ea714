use crate::log::log;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Refused(&'static str),
    #[error("the position in the list is none")]
    BadPosition,
    #[error("a limit is reached for {seconds} seconds")]
    TooOften { seconds: u64, message: String },
    /// The server's memory is full. It still runs commands that only read.
    #[error("the memory of Redis is full")]
    Full,
    /// The server cannot be reached, or cannot run commands now.
    #[error("Redis is away: {0}")]
    Away(redis::RedisError),
    /// A reply that no command should return, for example because a key has another type or
    /// because the server does not allow the command: a bug in the site or in its setup.
    #[error("unexpected reply: {0}")]
    Unexpected(String),
}

impl Error {
    /// Logs the error with what it stops.
    pub fn log(&self, stopped: &str) {
        log(format!("{stopped}: {self}"));
    }
}

pub(super) const BANNED_USER: &str = "A moderator has banned this account.";
const REFUSALS: [(&str, &str); 11] = [
    ("NOARTICLE", "This does not exist any more."),
    ("VOTECLOSED", "Voting on this has closed."),
    ("SELFVOTE", "You cannot vote on your own posts."),
    ("NODOWNVOTE", "This site does not accept downvotes."),
    ("HIDDEN", "A moderator has hidden this."),
    ("LOCKED", "A moderator has locked this: it takes no comments."),
    ("NOTYOURS", "This comment is not yours."),
    ("NOTPOSTER", "This story is not yours."),
    ("TOOLATE", "A story can be changed for an hour. This one is older."),
    ("ANSWERED", "A story with comments cannot be deleted."),
    ("BANNED", BANNED_USER),
];

impl From<redis::RedisError> for Error {
    fn from(error: redis::RedisError) -> Self {
        // The first word of an error is its code. The rest of the text may change.
        let refusal = REFUSALS.iter().find(|(code, _)| error.code() == Some(*code));
        if let Some((_, message)) = refusal {
            return Self::Refused(message);
        }
        match error.code() {
            Some("RATELIMIT") => {
                let seconds = seconds(error.detail().unwrap_or_default());
                let message = format!(
                    "That was a lot in a short time. Please try again in {}.",
                    in_words(seconds)
                );
                Self::TooOften { seconds, message }
            }
            Some("OOM") => Self::Full,
            Some("BADCURSOR") => Self::BadPosition,
            Some("ERR") if is_about_position(&error.to_string()) => Self::BadPosition,
            Some("ERR") if error.to_string().contains("can be nested") => {
                Self::Refused("Comments can be nested at most 255 deep.")
            }
            Some("ERR") if error.to_string().contains("10000 groups and users") => {
                Self::Refused("You follow or mute as many as possible. Take one away first.")
            }
            _ if is_away(&error) => Self::Away(error),
            _ => Self::Unexpected(error.to_string()),
        }
    }
}

fn in_words(seconds: u64) -> String {
    match seconds.div_ceil(60) {
        ..=1 => "a minute".to_owned(),
        minutes @ 2..=120 => format!("{minutes} minutes"),
        minutes => format!("{} hours", minutes.div_ceil(60)),
    }
}

/// Whether an error is about a position in a stream. That and cursors are the only arguments that
/// pages pass on as they are.
fn is_about_position(error: &str) -> bool {
    error.contains("Invalid stream ID")
}

/// Whether a command can succeed later, without a change of the site or of the server's setup.
fn is_away(error: &redis::RedisError) -> bool {
    let codes =
        ["LOADING", "BUSY", "MASTERDOWN", "READONLY", "MISCONF", "TRYAGAIN", "CLUSTERDOWN"];
    match error.code() {
        Some(code) => codes.contains(&code),
        None => error.is_io_error() || error.is_connection_dropped() || error.is_timeout(),
    }
}

/// Returns the number in a text such as `try again in 42 seconds`.
fn seconds(text: &str) -> u64 {
    text.split(' ').find_map(|word| word.parse().ok()).unwrap_or(1)
}

impl From<redis::ParsingError> for Error {
    fn from(error: redis::ParsingError) -> Self {
        redis::RedisError::from(error).into()
    }
}

impl From<redis_article::Error> for Error {
    fn from(error: redis_article::Error) -> Self {
        match error {
            redis_article::Error::Refused(error, _) | redis_article::Error::Redis(error) => {
                error.into()
            }
            error => Self::Unexpected(error.to_string()),
        }
    }
}
