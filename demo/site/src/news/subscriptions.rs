use redis::Cmd;

use super::item::texts;
use super::{News, Result};

pub(super) fn key(user: &str) -> String {
    format!("subscriptions:{user}")
}

/// Returns the command for the groups that a user follows.
pub(super) fn all(user: &str) -> Cmd {
    Cmd::smembers(key(user))
}

/// Returns the command that finds out whether a user follows a group.
pub(super) fn follows(user: &str, group: &str) -> Cmd {
    Cmd::sismember(key(user), group)
}

/// Returns names as texts, in their order.
pub(super) fn names(reply: Vec<Vec<u8>>) -> Vec<String> {
    let mut names = texts(reply);
    names.sort();
    names
}

impl News {
    pub async fn subscribe(&self, user: &str, group: &str) -> Result<()> {
        self.run(&Cmd::sadd(key(user), group)).await
    }

    pub async fn unsubscribe(&self, user: &str, group: &str) -> Result<()> {
        self.run(&Cmd::srem(key(user), group)).await
    }
}
