use redis::cmd;

use super::article::text;
use super::{News, Result};

fn key(user: &str) -> String {
    format!("subscriptions:{user}")
}

impl News {
    /// Returns the groups that a user follows, by name.
    pub async fn subscriptions(&self, user: &str) -> Result<Vec<String>> {
        let mut command = cmd("SMEMBERS");
        command.arg(key(user));
        let groups: Vec<Vec<u8>> = command.query_async(&mut self.connection()).await?;
        let mut groups: Vec<String> = groups.into_iter().map(text).collect();
        groups.sort();
        Ok(groups)
    }

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
