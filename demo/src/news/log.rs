use redis::{Cmd, ToRedisArgs, cmd};

use super::article::text;
use super::{KEY, News, Result};

/// The stream of what moderators did.
pub(super) const LOG: &str = "moderations";

/// About how many entries the log keeps.
const KEPT: usize = 10_000;

/// The entries per page of the log.
const SHOWN: usize = 50;

/// The fields of an entry of a stream, with their values.
type Fields = Vec<(Vec<u8>, Vec<u8>)>;

/// What a moderator did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moderation {
    /// The entry's place in the log: milliseconds, a hyphen, and a number.
    pub place: String,
    /// The moderator.
    pub who: String,
    /// The action: a keyword of ARTICLE.MODERATE, or the site's own.
    pub action: String,
    /// The id of the story or comment, or the name of the user.
    pub what: String,
    /// The address of the story or comment, if it exists.
    pub address: Option<String>,
}

impl Moderation {
    /// When it happened, as UNIX time.
    pub fn time(&self) -> i64 {
        let milliseconds = self.place.split('-').next().unwrap_or_default();
        milliseconds.parse::<i64>().unwrap_or_default() / 1000
    }
}

/// Returns the command that logs an action. It belongs in the same MULTI as the action itself, so
/// that neither happens without the other.
pub(super) fn entry(who: &str, action: &str, what: impl ToRedisArgs) -> Cmd {
    let mut command = cmd("XADD");
    command.arg(LOG).arg("MAXLEN").arg("~").arg(KEPT).arg("*");
    command.arg("who").arg(who).arg("action").arg(action).arg("what").arg(what);
    command
}

impl News {
    /// Returns the latest entries of the log, or those before a place in it.
    pub async fn moderations(&self, before: Option<&str>) -> Result<Vec<Moderation>> {
        let end = before.map_or("+".to_owned(), |place| format!("({place}"));
        let mut command = cmd("XREVRANGE");
        command.arg(LOG).arg(end).arg("-").arg("COUNT").arg(SHOWN);
        let entries: Vec<(String, Fields)> = command.query_async(&mut self.connection()).await?;
        let mut entries: Vec<Moderation> = entries.into_iter().map(read).collect();
        // Users have no address here: names that are numbers are not ids.
        let is_item = |entry: &Moderation| !matches!(entry.action.as_str(), "BAN" | "UNBAN");
        let mut items: Vec<(&mut Moderation, u32)> = entries
            .iter_mut()
            .filter(|entry| is_item(entry))
            .filter_map(|entry| entry.what.parse().ok().map(|id| (entry, id)))
            .collect();
        let ids: Vec<u32> = items.iter().map(|(_, id)| *id).collect();
        for ((entry, _), address) in items.iter_mut().zip(self.addresses(&ids).await?) {
            entry.address = address;
        }
        Ok(entries)
    }

    /// Returns the addresses of stories and comments, as far as they exist.
    async fn addresses(&self, ids: &[u32]) -> Result<Vec<Option<String>>> {
        let mut command = cmd("ARTICLE.MGET");
        command.arg(KEY).arg(ids.len()).arg(ids).arg("RETURN").arg(1).arg("parent");
        type Entries = std::collections::HashMap<String, u32>;
        let items: Vec<Option<Entries>> = command.query_async(&mut self.connection()).await?;
        // Only comments have a parent.
        let address = |(item, id): (Option<Entries>, &u32)| {
            Some(format!("/{}/{id}", if item?.is_empty() { "a" } else { "c" }))
        };
        Ok(items.into_iter().zip(ids).map(address).collect())
    }
}

fn read((place, fields): (String, Fields)) -> Moderation {
    let mut entry = Moderation { place, ..Moderation::default() };
    for (name, value) in fields {
        match name.as_slice() {
            b"who" => entry.who = text(value),
            b"action" => entry.action = text(value),
            b"what" => entry.what = text(value),
            _ => {}
        }
    }
    entry
}
