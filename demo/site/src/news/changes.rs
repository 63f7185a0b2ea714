use std::collections::{HashMap, HashSet};
use std::time::Duration;

use redis::{Value, cmd, from_redis_value};

use super::reading::returning;
use super::{Flag, Item, KEY, News, Result};

pub const MAX_CHANGES: usize = 500;
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The stories and comments that were changed or deleted since a version.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub version: String,
    pub items: Vec<Item>,
    pub deleted: Vec<u32>,
}

impl News {
    /// Returns the version of the site now and the highest id so far; nothing if there is no site.
    pub async fn version(&self) -> Result<Option<(String, u32)>> {
        let entries: Option<HashMap<String, Value>> =
            self.run(cmd("ARTICLE.INFO").arg(KEY)).await?;
        let Some(mut entries) = entries else { return Ok(None) };
        let mut entry = |name| entries.remove(name).unwrap_or(Value::Nil);
        let last = from_redis_value(entry("last_id"))?;
        Ok(Some((from_redis_value(entry("version"))?, last)))
    }

    /// Waits until something has changed since a version, but for a few seconds at most, and
    /// returns these entries of it. From the version `0` on, everything has changed. Returns
    /// nothing if the version is of another copy of the site: after a restart, for example.
    pub async fn changes(&self, version: &str, entries: &[&str]) -> Result<Option<Changes>> {
        let mut command = cmd("ARTICLE.CHANGES");
        command.arg(KEY).arg(version).arg("COUNT").arg(MAX_CHANGES);
        command.arg("BLOCK").arg(WAIT.as_secs() * 1000);
        match returning(command, entries).query_async(&mut self.connection()).await {
            Ok((version, items, deleted)) => Ok(Some(Changes { version, items, deleted })),
            Err(error) if redis::RedisError::code(&error) == Some("RESYNC") => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn hidden(&self, stories: &[u32]) -> Result<HashSet<u32>> {
        let stories = self.entries(stories, &["id", "hidden"]).await?.into_iter().flatten();
        Ok(stories.filter(|story| story.has(Flag::Hidden)).map(|story| story.id).collect())
    }
}
