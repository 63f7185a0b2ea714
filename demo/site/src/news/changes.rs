use std::collections::{HashMap, HashSet};
use std::time::Duration;

use redis::{Value, cmd, from_redis_value};

use super::reading::returning;
use super::{Flag, Item, KEY, News, Result};

/// The most changes per reply.
pub const MAX_CHANGES: usize = 500;

/// How long a command waits for a change.
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The most new comments of the site among which those on a story are looked up.
const MAX_NEW: usize = 200;

/// The stories and comments that were changed or deleted since a version.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The version to pass to the next call.
    pub version: String,
    /// Stories and comments as they are now, with the entries that were asked for.
    pub items: Vec<Item>,
    /// The ids of deleted stories and comments.
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

    /// Returns which of the stories moderators have hidden.
    pub async fn hidden(&self, stories: &[u32]) -> Result<HashSet<u32>> {
        let stories = self.entries(stories, &["id", "hidden"]).await?.into_iter().flatten();
        Ok(stories.filter(|story| story.has(Flag::Hidden)).map(|story| story.id).collect())
    }

    /// Returns the newest comments of the site, on whatever story.
    pub async fn newest_comments(&self, viewer: Option<&str>) -> Result<Vec<Item>> {
        let mut command = cmd("ARTICLE.COMMENTS");
        command.arg(KEY).arg(1).arg("SIZE").arg(MAX_NEW);
        self.run(command.arg("VIEWER").arg(viewer.unwrap_or_default())).await
    }
}
