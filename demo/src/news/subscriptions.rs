use redis::{Cmd, cmd};

use super::article::text;
use super::{News, Result};

pub(super) fn key(user: &str) -> String {
    format!("subscriptions:{user}")
}

/// Returns the command for the groups that a user follows.
pub(super) fn all(user: &str) -> Cmd {
    let mut command = cmd("SMEMBERS");
    command.arg(key(user));
    command
}

/// Returns the command that finds out whether a user follows a group.
pub(super) fn follows(user: &str, group: &str) -> Cmd {
    let mut command = cmd("SISMEMBER");
    command.arg(key(user)).arg(group);
    command
}

/// Returns names as texts, in their order.
pub(super) fn names(reply: Vec<Vec<u8>>) -> Vec<String> {
    let mut names: Vec<String> = reply.into_iter().map(text).collect();
    names.sort();
    names
}

impl News {
    /// Follows a group.
    pub async fn subscribe(&self, user: &str, group: &str) -> Result<()> {
        let mut command = cmd("SADD");
        command.arg(key(user)).arg(group);
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Stops following a group.
    pub async fn unsubscribe(&self, user: &str, group: &str) -> Result<()> {
        let mut command = cmd("SREM");
        command.arg(key(user)).arg(group);
        Ok(command.exec_async(&mut self.connection()).await?)
    }
}
