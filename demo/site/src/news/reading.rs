use redis::{Cmd, ToRedisArgs, cmd};

use super::{Item, KEY, News, Result};

/// The entries of a story that lists show. The server does not send the others.
pub(super) const ENTRIES: [&str; 16] = [
    "id", "title", "link", "poster", "time", "closes", "votes", "comments", "bumped", "groups",
    "vote", "hidden", "locked", "pinned", "held", "marks",
];

pub(super) fn get(id: u32, viewer: Option<&str>) -> Cmd {
    cmd("ARTICLE.GET").arg(KEY).arg(id).arg("VIEWER").arg(viewer.unwrap_or("")).take()
}

pub(super) fn path(id: u32, viewer: Option<&str>) -> Cmd {
    cmd("ARTICLE.PATH").arg(KEY).arg(id).arg("VIEWER").arg(viewer.unwrap_or("")).take()
}

pub(super) fn returning(mut command: Cmd, entries: &[&str]) -> Cmd {
    command.arg("RETURN").arg(entries.len()).arg(entries).take()
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
        self.many(ids, |command| command.arg("VIEWER").arg(viewer.unwrap_or("")).take()).await
    }

    pub(super) async fn entries(&self, ids: &[u32], names: &[&str]) -> Result<Vec<Option<Item>>> {
        self.many(ids, |command| returning(command.take(), names)).await
    }

    async fn many(
        &self,
        ids: &[u32],
        options: impl Fn(&mut Cmd) -> Cmd,
    ) -> Result<Vec<Option<Item>>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.run(&options(cmd("ARTICLE.MGET").arg(KEY).arg(ids.len()).arg(ids))).await
    }

    pub async fn item(&self, id: u32, viewer: Option<&str>) -> Result<Option<Item>> {
        self.run(&get(id, viewer)).await
    }

    /// Returns a story or comment after what is above it, from its story down; nothing if it does
    /// not exist.
    pub async fn path(&self, id: u32) -> Result<Vec<Item>> {
        self.run(&path(id, None)).await
    }
}
