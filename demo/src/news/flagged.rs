use redis::{Cmd, cmd};

use super::article::text;
use super::bans::BANNED;
use super::round_trip::RoundTrip;
use super::{Item, KEY, Login, Moderator, News, Result, log};

/// The sorted set of the ids that readers have flagged, by the number of readers.
pub(super) const FLAGGED: &str = "flagged";

/// The stories and comments on the moderators' page.
const SHOWN: usize = 50;

/// The hash of those who flagged a story or comment, with their reasons.
fn key(id: u32) -> String {
    format!("flags:{id}")
}

/// A story or comment that readers have flagged.
#[derive(Clone, Debug)]
pub struct Flagged {
    /// The id.
    pub id: u32,
    /// The story or comment; nothing if it was deleted meanwhile.
    pub item: Option<Item>,
    /// The readers' reasons.
    pub reasons: Vec<String>,
}

/// Returns the command for the reason for which a user has flagged a story or comment.
pub(super) fn flag_of(user: &str, id: u32) -> Cmd {
    let mut command = cmd("HGET");
    command.arg(key(id)).arg(user);
    command
}

/// Returns the command that takes a story or comment off the moderators' page.
pub(super) fn settle(id: u32) -> Cmd {
    let mut command = cmd("ZREM");
    command.arg(FLAGGED).arg(id);
    command
}

impl News {
    /// Flags a story or comment for a reason, or withdraws the user's flag.
    pub async fn flag(&self, user: &str, id: u32, reason: Option<&str>) -> Result<()> {
        let mut command = cmd("EVAL");
        command.arg(include_str!("flag.lua")).arg(4);
        command.arg(KEY).arg(BANNED).arg(FLAGGED).arg(key(id));
        command.arg(user).arg(id).arg(reason.unwrap_or_default());
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Returns a story or comment, and the reason for which a user has flagged it.
    pub async fn flag_by(&self, login: &Login, id: u32) -> Result<(Option<Item>, Option<String>)> {
        let mut get = cmd("ARTICLE.GET");
        get.arg(KEY).arg(id);
        let mut trip = RoundTrip::of(Some(login));
        let mut replies = trip.add(get).add(flag_of(&login.user, id)).run(self).await?;
        let (item, reason): (_, Option<Vec<u8>>) = (replies.next()?, replies.next()?);
        Ok((item, reason.map(text)))
    }

    /// Returns what readers have flagged, most flags first.
    pub async fn flagged(&self) -> Result<Vec<Flagged>> {
        let mut command = cmd("ZRANGE");
        command.arg(FLAGGED).arg(0).arg(SHOWN - 1).arg("REV");
        let ids: Vec<u32> = command.query_async(&mut self.connection()).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut trip = RoundTrip::of(None);
        for id in &ids {
            let (mut item, mut reasons) = (cmd("ARTICLE.GET"), cmd("HVALS"));
            item.arg(KEY).arg(id);
            reasons.arg(key(*id));
            trip.add(item).add(reasons);
        }
        let mut replies = trip.run(self).await?;
        let mut flagged = Vec::new();
        for id in ids {
            let (item, reasons): (_, Vec<Vec<u8>>) = (replies.next()?, replies.next()?);
            let reasons = reasons.into_iter().map(text).collect();
            flagged.push(Flagged { id, item, reasons });
        }
        Ok(flagged)
    }

    /// Forgets the flags of a story or comment, and logs that.
    pub async fn dismiss_flags(&self, moderator: Moderator<'_>, id: u32) -> Result<()> {
        let mut forget = cmd("DEL");
        forget.arg(key(id));
        let log = log::entry(moderator.name, "DISMISS", id);
        self.once(moderator, &[FLAGGED, &key(id)], &[settle(id), forget, log]).await
    }
}
