//! The site in Redis: each method is one command or one pipeline.

mod changes;
mod error;
mod flagged;
mod follows;
mod groups;
mod guard;
mod item;
mod listing;
mod lists;
mod moderation;
mod preferences;
pub(crate) mod reading;
mod renaming;
mod round_trip;
mod sessions;
mod shelves;
mod thread;
mod writing;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Cmd, FromRedisValue};
use redis_article::{Command, Site};

pub use changes::{Changes, MAX_CHANGES};
pub use error::Error;
pub use flagged::Flagged;
pub use follows::{Follows, Topic};
pub use groups::{Group, host_group, host_of};
pub use guard::{Limit, Sender, network, unless_banned};
pub use item::{Flag, Item};
pub use listing::{Listing, Order, Source};
pub use lists::{List, UserSummary};
pub use moderation::{Moderation, Moderator};
pub use preferences::{Preferences, SIZES};
pub use reading::add_list;
pub use round_trip::Sent;
pub use sessions::{MODERATOR, SESSION, USER};
pub use shelves::Shelf;
pub use thread::{
    Details, Discussed, THREAD_CHILDREN, THREAD_DEPTH, THREAD_SIZE, Thread, ThreadPage,
};
pub use writing::{CHANGE_SECONDS, CHOICES, Story};

pub const KEY: &str = "news";

/// Returns the site, whose methods are the commands of the module.
pub fn site() -> Site {
    Site::new(KEY)
}

/// How long a command may take, unless it waits for changes.
const TIMEOUT: Duration = Duration::from_secs(2);

pub type Result<T> = std::result::Result<T, Error>;

/// A handle to the site. Clones share one connection, which reconnects when it breaks.
#[derive(Clone)]
pub struct News {
    connection: ConnectionManager,
}

impl News {
    /// Returns a handle that connects with the first command. While the server is away, commands
    /// fail after at most a few seconds.
    pub fn connect(url: &str) -> Result<Self> {
        Self::with_timeout(url, TIMEOUT)
    }

    /// Returns a handle whose commands can wait for changes. It needs a connection of its own: on
    /// a shared one, the commands of others would wait as well.
    pub fn connect_to_wait(url: &str) -> Result<Self> {
        // Past the time that a command waits, the connection is taken for lost.
        Self::with_timeout(url, changes::WAIT + Duration::from_secs(5))
    }

    fn with_timeout(url: &str, timeout: Duration) -> Result<Self> {
        Ok(Self { connection: connection(url, timeout)? })
    }

    /// Returns a connection for one command. All of them share one socket.
    pub fn connection(&self) -> ConnectionManager {
        self.connection.clone()
    }

    /// Runs a command on the site.
    pub async fn query<T, K>(&self, command: &Command<T, K>) -> Result<T> {
        Ok(command.query_async(&mut self.connection()).await?)
    }

    pub async fn run<T: FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        Ok(command.query_async(&mut self.connection()).await?)
    }
}

fn connection(url: &str, timeout: Duration) -> Result<ConnectionManager> {
    let separator = if url.contains('?') { '&' } else { '?' };
    // With RESP3, maps are told from arrays.
    let client = redis::Client::open(format!("{url}{separator}protocol=resp3"))?;
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(1)))
        .set_response_timeout(Some(timeout))
        .set_number_of_retries(1);
    Ok(ConnectionManager::new_lazy_with_config(client, config)?)
}

/// Returns the time now, in UNIX seconds.
pub fn unix_time() -> i64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX)
}
