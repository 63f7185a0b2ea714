use redis::{Cmd, cmd};

use super::bans::BANNED;
use super::{Deed, Item, KEY, News, Result, Sender, guarded, unix_time};

/// Returns the beginning of a command on a comment. The server refuses the command if the comment
/// is not the user's, or if the user is banned.
///
/// The check and the command are one step.
fn if_own(name: &str, user: &str, id: u32) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("if_own.lua")).arg(2).arg(KEY).arg(BANNED);
    command.arg(name).arg(user).arg(id);
    command
}

impl News {
    /// Answers a story or a comment, and returns the id of the new comment.
    pub async fn comment(&self, sender: Sender<'_>, parent: u32, text: &str) -> Result<u32> {
        let mut command = guarded(sender, Deed::Comment);
        command.arg(parent).arg(text);
        Ok(command.query_async(&mut self.connection()).await?)
    }

    /// Changes the text of the user's own comment, and notes the time.
    pub async fn edit_comment(&self, user: &str, id: u32, text: &str) -> Result<()> {
        let mut command = if_own("ARTICLE.EDIT", user, id);
        command.arg("TEXT").arg(text).arg("FIELDS").arg(1).arg("edited").arg(unix_time());
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Deletes the user's own comment. The answers to it stay.
    pub async fn delete_comment(&self, user: &str, id: u32) -> Result<()> {
        let command = if_own("ARTICLE.DEL", user, id);
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Returns articles and comments, in the order of the ids.
    pub async fn items(&self, ids: &[u32], viewer: Option<&str>) -> Result<Vec<Option<Item>>> {
        let mut command = cmd("ARTICLE.MGET");
        command.arg(KEY).arg(ids.len()).arg(ids).arg("VIEWER").arg(viewer.unwrap_or(""));
        Ok(command.query_async(&mut self.connection()).await?)
    }

    /// Returns an article or a comment.
    pub async fn item(&self, id: u32, viewer: Option<&str>) -> Result<Option<Item>> {
        let mut command = cmd("ARTICLE.GET");
        command.arg(KEY).arg(id).arg("VIEWER").arg(viewer.unwrap_or(""));
        Ok(command.query_async(&mut self.connection()).await?)
    }
}
