use std::collections::{HashMap, HashSet};
use std::time::Duration;

use redis::{Value, cmd, from_redis_value, pipe};

use super::reading::{add_list, returning};
use super::{Flag, Item, KEY, Listing, News, Order, Result, Source};

/// The most changes per reply.
pub const MAX_CHANGES: usize = 500;

/// How long a command waits for a change.
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The most new stories that are looked up.
const MAX_NEW_STORIES: usize = 100;

/// The most new comments of the site among which new ones of a story or user are looked up.
const MAX_NEW_COMMENTS: usize = 500;

/// The entries that decide which open pages a story or comment belongs on.
pub const PLACING: [&str; 6] = ["id", "parent", "article", "poster", "groups", "hidden"];

/// The stories and comments that were changed or deleted since a version.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The version to pass to the next call.
    pub version: String,
    /// Stories and comments as they are now, with the entries that were asked for.
    pub items: Vec<Item>,
    /// The ids of those that were deleted.
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

    /// Returns the number of stories ahead of a story by score, unless it is hidden, and the
    /// number of listed stories.
    pub async fn rank(&self, id: u32) -> Result<(Option<u64>, u64)> {
        let mut commands = pipe();
        commands.cmd("ARTICLE.RANK").arg(KEY).arg(id).cmd("ARTICLE.COUNT").arg(KEY);
        Ok(commands.query_async(&mut self.connection()).await?)
    }

    /// Returns those of some stories that moderators have hidden.
    pub async fn hidden(&self, stories: &[u32]) -> Result<HashSet<u32>> {
        let stories = self.entries(stories, &["id", "hidden"]).await?.into_iter().flatten();
        Ok(stories.filter(|story| story.has(Flag::Hidden)).map(|story| story.id).collect())
    }

    /// Returns the newest stories or comments of a source, with the entries [`PLACING`].
    pub async fn newest(&self, source: Source) -> Result<Vec<Item>> {
        let groups = match &source {
            // Without a group, the feed is empty.
            Source::Feed(groups) if groups.is_empty() => return Ok(Vec::new()),
            Source::Feed(groups) => groups.clone(),
            _ => Vec::new(),
        };
        let size = if source.has_comments() { MAX_NEW_COMMENTS } else { MAX_NEW_STORIES };
        let listing = Listing { source, order: Order::New, viewer: None, unvoted: false };
        let mut command = listing.query(None);
        add_list(&mut command, "ANYOF", &groups);
        let command = returning(command.arg("SIZE").arg(size).take(), &PLACING);
        let (items, _): (Vec<Item>, Option<String>) = self.run(&command).await?;
        Ok(items)
    }
}
