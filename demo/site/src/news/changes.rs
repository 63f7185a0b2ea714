use std::collections::HashSet;
use std::time::Duration;

use redis_article::Code;

use super::{Flag, Item, News, Result, site};

pub const MAX_CHANGES: u16 = 500;
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The stories and comments that were changed or deleted since a version.
pub type Changes = redis_article::Changes<Item>;

impl News {
    /// Returns the version of the site now and the highest id so far; nothing if there is no site.
    pub async fn version(&self) -> Result<Option<(String, u32)>> {
        let info = self.query(&site().info()).await?;
        Ok(info.map(|info| (info.version, info.last_id)))
    }

    /// Waits until something has changed since a version, but for a few seconds at most, and
    /// returns these entries of it. From the version `0` on, everything has changed. Returns
    /// nothing if the version is of another copy of the site: after a restart, for example.
    pub async fn changes(&self, version: &str, entries: &[&str]) -> Result<Option<Changes>> {
        let command = site().changes(version).count(MAX_CHANGES).returning(entries);
        let command = command.block(WAIT.as_millis() as u32).of();
        match command.query_async(&mut self.connection()).await {
            Err(error) if error.code() == Some(Code::Resync) => Ok(None),
            changes => Ok(Some(changes?)),
        }
    }

    pub async fn hidden(&self, stories: &[u32]) -> Result<HashSet<u32>> {
        let stories = self.entries(stories, &["id", "hidden"]).await?.into_iter().flatten();
        Ok(stories.filter(|story| story.has(Flag::Hidden)).map(|story| story.id).collect())
    }
}
