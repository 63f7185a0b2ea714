use std::collections::{HashMap, HashSet};
use std::time::Duration;

use redis::{Value, cmd, from_redis_value, pipe};

use super::preferences::Query;
use super::reading::returning;
use super::round_trip::RoundTrip;
use super::{Flag, Item, KEY, Listing, Login, News, Result};

/// The most changes per reply.
pub const MAX_CHANGES: usize = 500;

/// How long a command waits for a change.
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The most new comments of the site among which those on a story are looked up.
const MAX_NEW: usize = 500;

/// The entries that decide which open pages a story or comment belongs on.
pub const PLACING: [&str; 5] = ["id", "parent", "article", "poster", "hidden"];

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

    /// Returns the number of stories ahead of a story by score, unless it is hidden, and the
    /// number of listed stories.
    pub async fn rank(&self, id: u32) -> Result<(Option<u64>, u64)> {
        let mut commands = pipe();
        commands.cmd("ARTICLE.RANK").arg(KEY).arg(id).cmd("ARTICLE.COUNT").arg(KEY);
        Ok(commands.query_async(&mut self.connection()).await?)
    }

    /// Returns which of the stories moderators have hidden.
    pub async fn hidden(&self, stories: &[u32]) -> Result<HashSet<u32>> {
        let stories = self.entries(stories, &["id", "hidden"]).await?.into_iter().flatten();
        Ok(stories.filter(|story| story.has(Flag::Hidden)).map(|story| story.id).collect())
    }

    /// Returns the newest comments, with the entries [`PLACING`].
    pub async fn newest_comments(&self) -> Result<Vec<Item>> {
        let command = cmd("ARTICLE.COMMENTS").arg(KEY).arg(1).arg("SIZE").arg(MAX_NEW).take();
        self.run(&returning(command, &PLACING)).await
    }

    /// Returns the ids on the first page of a listing as the viewer wants it.
    pub async fn first_page(&self, login: Option<&Login>, listing: &Listing) -> Result<Vec<u32>> {
        let command = returning(listing.query(None), &["id"]);
        let query = Query::new(command, login, &listing.source);
        let mut replies = RoundTrip::of(login).add(query.command()).run(self).await?;
        let (_, (items, _)): (_, (Vec<Item>, Option<String>)) = query.read(&mut replies)?;
        Ok(items.into_iter().map(|item| item.id).collect())
    }
}
