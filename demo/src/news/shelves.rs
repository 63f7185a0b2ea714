use redis::{Cmd, cmd, pipe};

use super::listing::ENTRIES;
use super::reading::{get_all, returning};
use super::{Item, News, Result, unix_time};

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
        Cmd::zrange(self.key(user), 0, -1)
    }

    /// Returns the command that finds a story on a shelf.
    pub(super) fn find(self, user: &str, id: u32) -> Cmd {
        Cmd::zscore(self.key(user), id)
    }
}

impl News {
    /// Puts a story on a shelf.
    pub async fn keep(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        let key = shelf.key(user);
        let mut pipeline = pipe();
        pipeline.atomic().zadd(&key, id, unix_time()).zremrangebyrank(&key, 0, -MOST - 1);
        Ok(pipeline.exec_async(&mut self.connection()).await?)
    }

    /// Takes a story off a shelf.
    pub async fn drop(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        self.run(&Cmd::zrem(shelf.key(user), id)).await
    }

    /// Returns a page of a shelf, from 1, the latest choice first, and whether another page
    /// follows. Deleted stories are left out.
    pub async fn shelf(&self, shelf: Shelf, user: &str, page: usize) -> Result<(Vec<Item>, bool)> {
        let first = page.saturating_sub(1).min(MOST.unsigned_abs()) * SHELF_SIZE;
        let mut command = cmd("ZRANGE");
        // One more than the page has shows whether another one follows.
        command.arg(shelf.key(user)).arg(first).arg(first + SHELF_SIZE).arg("REV");
        let mut ids: Vec<u32> = self.run(&command).await?;
        let goes_on = ids.len() > SHELF_SIZE;
        ids.truncate(SHELF_SIZE);
        // Only comments have a parent, which tells them from stories.
        let entries = [&ENTRIES[..], &["parent"]].concat();
        let command = returning(get_all(&ids).arg("VIEWER").arg(user).take(), &entries);
        let items: Vec<Option<Item>> = self.run(&command).await?;
        Ok((items.into_iter().flatten().filter(|item| !item.is_comment()).collect(), goes_on))
    }
}
