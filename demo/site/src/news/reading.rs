use redis::{Cmd, ToRedisArgs};
use redis_article::{Command, kinds};

use super::{Item, News, Result, site};

/// The entries of a story that lists show. The server does not send the others.
pub(super) const ENTRIES: [&str; 16] = [
    "id", "title", "link", "poster", "time", "closes", "votes", "comments", "bumped", "groups",
    "vote", "hidden", "locked", "pinned", "held", "marks",
];

pub(super) fn get(id: u32, viewer: Option<&str>) -> Command<Option<Item>, kinds::Items> {
    site().get(id).viewer(viewer.unwrap_or("")).of()
}

pub(super) fn path(id: u32, viewer: Option<&str>) -> Command<Vec<Item>, kinds::Items> {
    site().path(id).viewer(viewer.unwrap_or("")).of()
}

/// Adds an option with a list, unless the list is empty.
pub fn add_list(command: &mut Cmd, name: &str, list: &[impl ToRedisArgs]) {
    if !list.is_empty() {
        command.arg(name).arg(list.len()).arg(list);
    }
}

impl News {
    /// Returns items, in the order of the ids. Those that do not exist are `None`.
    pub async fn items(&self, ids: &[u32], viewer: Option<&str>) -> Result<Vec<Option<Item>>> {
        self.query(&site().mget(ids).viewer(viewer.unwrap_or("")).of()).await
    }

    pub(super) async fn entries(&self, ids: &[u32], names: &[&str]) -> Result<Vec<Option<Item>>> {
        self.query(&site().mget(ids).returning(names).of()).await
    }

    pub async fn item(&self, id: u32, viewer: Option<&str>) -> Result<Option<Item>> {
        self.query(&get(id, viewer)).await
    }

    /// Returns a story or comment after what is above it, from its story down; nothing if it does
    /// not exist.
    pub async fn path(&self, id: u32) -> Result<Vec<Item>> {
        self.query(&path(id, None)).await
    }
}
