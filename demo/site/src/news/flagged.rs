use redis::{Cmd, cmd};

use super::guard::BANNED;
use super::round_trip::script;
use super::{Item, KEY, News, Result};

pub(super) const FLAGGED: &str = "flagged";
const SHOWN: usize = 50;

pub(super) fn key(id: u32) -> String {
    format!("flags:{id}")
}

#[derive(Clone, Debug)]
pub struct Flagged {
    pub id: u32,
    /// The story or comment; nothing if it was deleted meanwhile.
    pub item: Option<Item>,
    pub reasons: Vec<String>,
}

pub(super) fn flag_of(user: &str, id: u32) -> Cmd {
    Cmd::hget(key(id), user)
}

pub(super) fn settle(id: u32) -> Cmd {
    Cmd::zrem(FLAGGED, id)
}

impl News {
    pub async fn flag(&self, user: &str, id: u32, reason: Option<&str>) -> Result<()> {
        let mut command = script(include_str!("flag.lua"), &[KEY, BANNED, FLAGGED, &key(id)]);
        self.run(command.arg(user).arg(id).arg(reason.unwrap_or_default())).await
    }

    pub async fn flag_by(&self, user: &str, id: u32) -> Result<Option<String>> {
        self.run(&flag_of(user, id)).await
    }

    pub async fn is_flagged(&self, id: u32) -> Result<bool> {
        Ok(self.run::<Option<i64>>(&Cmd::zscore(FLAGGED, id)).await?.is_some())
    }

    pub async fn flagged(&self) -> Result<Vec<Flagged>> {
        let mut command = cmd("ZRANGE");
        let ids: Vec<u32> =
            self.run(command.arg(FLAGGED).arg(0).arg(SHOWN - 1).arg("REV")).await?;
        let commands = ids.iter().map(|id| Cmd::hvals(key(*id)));
        let mut replies = self.all(commands).await?;
        let items = self.items(&ids, None).await?;
        let flagged = ids.into_iter().zip(items);
        flagged.map(|(id, item)| Ok(Flagged { id, item, reasons: replies.next()? })).collect()
    }
}
