use std::collections::HashMap;

use redis::{Cmd, cmd};

use super::reading::returning;
use super::round_trip::Replies;
use super::{Item, KEY, Login, News, Result};

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
