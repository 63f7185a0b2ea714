//! The changes of the site, one after the other: what search and open pages live from.

use std::time::Duration;

use redis::Value;
use tokio::time::sleep;

use crate::item::Item;
use crate::store::{Command, Error, Store, article, json};

/// The most changes in a reply.
const COUNT: usize = 500;
/// How long a command waits for a change.
const WAIT: Duration = Duration::from_secs(10);
const RETRY: Duration = Duration::from_secs(1);

/// What has changed, and the ids of what was deleted.
pub struct Changes {
    pub items: Vec<Item>,
    pub deleted: Vec<u32>,
}

/// Follows the changes from a version on, with these entries of each item.
pub struct Follower {
    store: Store,
    version: String,
    entries: &'static str,
}

impl Follower {
    /// Returns a follower with a connection of its own, on which commands can wait.
    pub fn new(url: &str, version: &str, entries: &'static str) -> crate::store::Result<Self> {
        let store = Store::with_timeout(url, WAIT + Duration::from_secs(5))?;
        Ok(Self { store, version: version.to_owned(), entries })
    }

    fn command(&self) -> Command {
        let command = article("CHANGES").arg(&self.version).arg("COUNT").arg(COUNT);
        command.arg("BLOCK").arg(WAIT.as_millis()).entries(self.entries)
    }

    /// Waits for the next changes, across restarts of the server. Returns nothing if the site is
    /// another copy, of which everything comes again.
    pub async fn next(&mut self) -> Option<Changes> {
        loop {
            match self.store.run::<Value>(&self.command().json()).await.and_then(json) {
                Ok((version, items, deleted)) => {
                    self.version = version;
                    let changes = Changes { items, deleted };
                    if changes.items.len() + changes.deleted.len() > 0 {
                        return Some(changes);
                    }
                }
                Err(Error::Resync) => {
                    self.version = "0".to_owned();
                    return None;
                }
                Err(_) => sleep(RETRY).await,
            }
        }
    }
}
