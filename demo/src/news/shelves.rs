use redis::{Cmd, cmd, pipe};

use super::listing::ENTRIES;
use super::{Article, Item, KEY, News, Result, unix_time};

/// The most stories on a shelf. The oldest ones give way to new ones.
const MOST: isize = 1000;

/// The stories per page of a shelf.
pub const SHELF_SIZE: usize = 30;

/// A list of stories that a reader puts together: a sorted set of ids by the time of the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelf {
    /// Stories to come back to.
    Saved,
    /// Stories to leave out of lists.
    Hidden,
}

impl Shelf {
    pub(super) fn key(self, user: &str) -> String {
        match self {
            Self::Saved => format!("saved:{user}"),
            Self::Hidden => format!("hidden:{user}"),
        }
    }

    /// Returns the command for all ids of a shelf.
    pub(super) fn all(self, user: &str) -> Cmd {
        let mut command = cmd("ZRANGE");
        command.arg(self.key(user)).arg(0).arg(-1);
        command
    }

    /// Returns the command that finds a story on a shelf.
    pub(super) fn find(self, user: &str, id: u32) -> Cmd {
        let mut command = cmd("ZSCORE");
        command.arg(self.key(user)).arg(id);
        command
    }
}

impl News {
    /// Puts a story on a shelf.
    pub async fn keep(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        let key = shelf.key(user);
        let mut pipeline = pipe();
        pipeline.atomic().cmd("ZADD").arg(&key).arg(unix_time()).arg(id);
        pipeline.cmd("ZREMRANGEBYRANK").arg(&key).arg(0).arg(-MOST - 1);
        Ok(pipeline.exec_async(&mut self.connection()).await?)
    }

    /// Takes a story off a shelf.
    pub async fn drop(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        let mut command = cmd("ZREM");
        command.arg(shelf.key(user)).arg(id);
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Returns a page of a shelf, from 1, the latest choice first, and whether another page
    /// follows. Deleted stories are left out.
    pub async fn shelf(
        &self,
        shelf: Shelf,
        user: &str,
        page: usize,
    ) -> Result<(Vec<Article>, bool)> {
        let first = page.saturating_sub(1).min(MOST.unsigned_abs()) * SHELF_SIZE;
        let mut command = cmd("ZRANGE");
        // One more than the page has shows whether another one follows.
        command.arg(shelf.key(user)).arg(first).arg(first + SHELF_SIZE).arg("REV");
        let mut ids: Vec<u32> = command.query_async(&mut self.connection()).await?;
        let goes_on = ids.len() > SHELF_SIZE;
        ids.truncate(SHELF_SIZE);
        let mut command = cmd("ARTICLE.MGET");
        command.arg(KEY).arg(ids.len()).arg(&ids).arg("VIEWER").arg(user);
        // Only comments have a parent, which tells them from stories.
        command.arg("RETURN").arg(ENTRIES.len() + 1).arg(&ENTRIES).arg("parent");
        let items: Vec<Option<Item>> = command.query_async(&mut self.connection()).await?;
        let story = |item| match item {
            Item::Article(article) => Some(article),
            Item::Comment(_) => None,
        };
        Ok((items.into_iter().flatten().filter_map(story).collect(), goes_on))
    }
}
