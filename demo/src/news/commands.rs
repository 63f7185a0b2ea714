use std::collections::HashMap;

use redis::{InfoDict, cmd, pipe};

use super::article::text;
use super::bans::BANNED;
use super::{KEY, News, Result};

/// A group and the number of its stories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name.
    pub name: String,
    /// The number of listed stories.
    pub size: u64,
}

/// A user's totals and standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UserSummary {
    /// The number of stories.
    pub articles: i64,
    /// The number of comments.
    pub comments: i64,
    /// The sum of the votes on both.
    pub karma: i64,
    /// Whether a moderator has banned the user.
    pub banned: bool,
}

impl News {
    /// Returns the groups, largest first.
    pub async fn groups(&self) -> Result<Vec<Group>> {
        let groups: Vec<(Vec<u8>, u64)> = cmd("ARTICLE.GROUPS")
            .arg(KEY)
            .arg("LIMIT")
            .arg(0)
            .arg(100)
            .query_async(&mut self.connection())
            .await?;
        Ok(groups.into_iter().map(|(name, size)| Group { name: text(name), size }).collect())
    }

    /// Returns a user's totals, which are zeros for a user without posts, and standing.
    pub async fn user(&self, name: &str) -> Result<UserSummary> {
        let (totals, banned): (Option<HashMap<String, i64>>, bool) = pipe()
            .cmd("ARTICLE.USER")
            .arg(KEY)
            .arg(name)
            .cmd("SISMEMBER")
            .arg(BANNED)
            .arg(name)
            .query_async(&mut self.connection())
            .await?;
        let totals = totals.unwrap_or_default();
        let total = |name| totals.get(name).copied().unwrap_or_default();
        Ok(UserSummary {
            articles: total("articles"),
            comments: total("comments"),
            karma: total("karma") + total("comment_karma"),
            banned,
        })
    }

    /// Hides, locks, or pins a story or comment, or reverses that. `action` is the command's keyword.
    pub async fn moderate(&self, action: &str, id: u32) -> Result<()> {
        let mut command = cmd("ARTICLE.MODERATE");
        command.arg(KEY).arg(action).arg(id);
        Ok(command.query_async(&mut self.connection()).await?)
    }

    /// Adds seconds to the score of a story.
    pub async fn boost(&self, id: u32, seconds: i64) -> Result<()> {
        let mut command = cmd("ARTICLE.BOOST");
        command.arg(KEY).arg(id).arg(seconds).arg("INCR");
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Returns the number of votes cast since the server started, repeated ones included.
    pub async fn votes_cast(&self) -> Result<u64> {
        let info: InfoDict =
            cmd("INFO").arg("article").query_async(&mut self.connection()).await?;
        let number = |name| info.get::<u64>(name).unwrap_or_default();
        Ok(number("article_votes_accepted") + number("article_votes_repeated"))
    }
}
