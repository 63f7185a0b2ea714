use redis::{Cmd, cmd};

use super::bans::BANNED;
use super::{KEY, News, Result, unix_time};

/// The seconds for which posters can change their stories.
pub const CHANGE_SECONDS: i64 = 3600;

/// Returns the beginning of a command on a story. The server refuses the command if the story is
/// not the user's, if it is too old to be changed, or if the user is banned.
///
/// The check and the command are one step.
fn if_own(name: &str, user: &str, id: u32) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("if_own_story.lua")).arg(2).arg(KEY).arg(BANNED);
    command.arg(name).arg(user).arg(CHANGE_SECONDS).arg(id);
    command
}

impl News {
    /// Changes the title and text of the user's own story, and notes the time.
    pub async fn edit_story(&self, user: &str, id: u32, title: &str, text: &str) -> Result<()> {
        let mut command = if_own("ARTICLE.EDIT", user, id);
        command.arg("TITLE").arg(title);
        if text.is_empty() {
            command.arg("UNSET").arg(1).arg("text");
            command.arg("FIELDS").arg(1);
        } else {
            command.arg("FIELDS").arg(2).arg("text").arg(text);
        }
        command.arg("edited").arg(unix_time());
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Deletes the user's own story, on which nobody has commented.
    pub async fn delete_story(&self, user: &str, id: u32) -> Result<()> {
        let command = if_own("ARTICLE.DEL", user, id);
        Ok(command.exec_async(&mut self.connection()).await?)
    }
}
