//! The site in Redis: each method is one command or one pipeline.

mod article;
mod bans;
mod commands;
mod comment;
mod comments;
mod error;
mod item;
mod listing;
mod sessions;
mod story;
mod subscriptions;
mod thread;
mod visits;
mod votes;
mod writing;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};

pub use article::{Article, Flag};
pub(crate) use bans::unless_banned;
pub use commands::{Group, UserSummary};
pub use comment::Comment;
pub use comments::{CommentPage, CommentSource};
pub use error::Error;
pub use item::Item;
pub use listing::{Listing, Order, Page, Source};
pub use sessions::SESSION_SECONDS;
pub use story::{Posted, Story};
pub use thread::{THREAD_CHILDREN, THREAD_DEPTH, THREAD_SIZE, Thread, ThreadOrder, ThreadPage};
pub use votes::{Choice, Details};

/// The key of the site.
pub const KEY: &str = "news";

/// What a command on the site returns.
pub type Result<T> = std::result::Result<T, Error>;

/// A handle to the site. Clones share one connection, which reconnects when it breaks.
#[derive(Clone)]
pub struct News {
    connection: ConnectionManager,
}

impl News {
    /// Returns a handle to the site on this server, which connects with the first command.
    ///
    /// While the server is away, commands fail after at most a few seconds.
    pub fn connect(url: &str) -> Result<Self> {
        let separator = if url.contains('?') { '&' } else { '?' };
        // With RESP3, maps are told from arrays.
        let client = redis::Client::open(format!("{url}{separator}protocol=resp3"))?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(Duration::from_secs(1)))
            .set_response_timeout(Some(Duration::from_secs(2)))
            .set_number_of_retries(1);
        Ok(Self { connection: ConnectionManager::new_lazy_with_config(client, config)? })
    }

    /// Returns a connection for one command. All of them share one socket.
    pub(crate) fn connection(&self) -> ConnectionManager {
        self.connection.clone()
    }
}

/// Returns the time now, in UNIX seconds.
pub fn unix_time() -> i64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX)
}
