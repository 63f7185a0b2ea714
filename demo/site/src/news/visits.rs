use std::collections::HashMap;

use redis::{Cmd, cmd};

use super::reading::returning;
use super::round_trip::{Replies, script};
use super::{Item, KEY, Login, News, Result, unix_time};

/// The seconds for which the server remembers a visit.
const MEMORY: u64 = 30 * 24 * 3600;

/// A reader who has asked for nothing for this number of seconds comes for another visit.
const PAUSE: u64 = 30 * 60;

/// Returns the command that notes that a user looks at the site now, and returns when the visit
/// before this one ended, if there was one.
///
/// It checks the login, because it writes: nobody can visit the site in the name of another user.
pub(super) fn arrive(login: &Login) -> Cmd {
    let seen = format!("seen:{}", login.user);
    let mut command = script(include_str!("arrive.lua"), &[&seen, &login.key()]);
    command.arg(&login.user).arg(unix_time()).arg(PAUSE).arg(MEMORY).take()
}

/// Returns the command that notes that a user looks at a story now, and returns when the user
/// looked at it last: now if never, and nothing if there is no memory for the visit.
pub(super) fn visit(login: &Login, story: u32) -> Cmd {
    let visited = format!("visited:{}:{story}", login.user);
    let mut command = script(include_str!("visit.lua"), &[&visited, &login.key(), KEY]);
    command.arg(&login.user).arg(unix_time()).arg(MEMORY).arg(story).take()
}

/// Returns the command for a user's totals. One of them is how many answers are new to the user.
pub(super) fn totals(user: &str) -> Cmd {
    cmd("ARTICLE.USER").arg(KEY).arg(user).take()
}

/// Reads how many answers are new to a reader, if there is one.
pub(super) fn unseen(replies: &mut Replies, login: Option<&Login>) -> Result<i64> {
    let totals: Option<HashMap<String, i64>> = replies.next_if(login.is_some())?;
    Ok(totals.and_then(|totals| totals.get("unseen").copied()).unwrap_or_default())
}

impl News {
    /// Returns the id of the newest answer to a user, whoever wrote it.
    pub async fn newest_answer(&self, login: &Login) -> Result<Option<u32>> {
        let mut command = cmd("ARTICLE.ANSWERS");
        command.arg(KEY).arg(&login.user).arg(1).arg("SIZE").arg(1);
        let newest: Vec<Item> = self.run(&returning(command, &["id"])).await?;
        Ok(newest.first().map(|answer| answer.id))
    }

    /// Notes that a user has seen all answers up to an id.
    pub async fn see_answers(&self, login: &Login, last: u32) -> Result<()> {
        self.run(cmd("ARTICLE.SEEN").arg(KEY).arg(&login.user).arg(last)).await
    }
}
