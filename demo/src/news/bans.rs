use redis::{Cmd, cmd};

use super::{KEY, Moderator, News, Result, log};

/// The key of the set of banned users.
pub(super) const BANNED: &str = "banned";

/// Returns the beginning of a command on the site whose first argument is a user. The server
/// refuses the command if that user is banned.
///
/// The check and the command are one step, so no vote is counted after a ban has begun to withdraw
/// votes.
pub(crate) fn unless_banned(name: &str, user: &str) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("unless_banned.lua")).arg(2).arg(KEY).arg(BANNED);
    command.arg(name).arg(user);
    command
}

impl News {
    /// Bans a user: the user can no longer vote or post, and votes on stories that are open for
    /// voting are withdrawn, in steps that do not block the server for long.
    pub async fn ban(&self, moderator: Moderator<'_>, user: &str) -> Result<()> {
        let mut ban = cmd("SADD");
        ban.arg(BANNED).arg(user);
        self.once(moderator, &[BANNED], &[ban, log::entry(moderator.name, "BAN", user)]).await?;
        let mut cursor = "0".to_owned();
        loop {
            let mut step = cmd("ARTICLE.UNVOTE");
            step.arg(KEY).arg(user).arg(&cursor);
            (cursor, _) = step.query_async::<(String, u64)>(&mut self.moderation()).await?;
            if cursor == "0" {
                return Ok(());
            }
        }
    }

    /// Lifts a ban. The votes do not come back.
    pub async fn lift_ban(&self, moderator: Moderator<'_>, user: &str) -> Result<()> {
        let mut lift = cmd("SREM");
        lift.arg(BANNED).arg(user);
        self.once(moderator, &[BANNED], &[lift, log::entry(moderator.name, "UNBAN", user)]).await
    }
}
