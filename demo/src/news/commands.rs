use std::collections::HashMap;

use redis::{InfoDict, cmd, pipe};

use super::article::text;
use super::bans::BANNED;
use super::{KEY, News, Result, flagged, hosts, log};

/// The groups that the site shows.
const SHOWN: usize = 100;

/// The groups among which it finds them. The others are of hosts.
const GROUPS: usize = 1000;

/// A group and the number of its stories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name.
    pub name: String,
    /// The number of listed stories.
    pub size: u64,
}

/// The most hidden stories or comments of a user that are counted.
const MAX_HIDDEN: usize = 1000;

/// A user's totals and standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UserSummary {
    /// The number of listed stories.
    pub articles: i64,
    /// The number of stories that moderators have hidden.
    pub hidden_articles: i64,
    /// The number of listed comments.
    pub comments: i64,
    /// The number of comments that moderators have hidden.
    pub hidden_comments: i64,
    /// The sum of the votes on both.
    pub karma: i64,
    /// Whether a moderator has banned the user.
    pub banned: bool,
}

impl News {
    /// Returns the groups, largest first, but not the groups of hosts.
    pub async fn groups(&self) -> Result<Vec<Group>> {
        let groups: Vec<(Vec<u8>, u64)> = cmd("ARTICLE.GROUPS")
            .arg(KEY)
            .arg("LIMIT")
            .arg(0)
            .arg(GROUPS)
            .query_async(&mut self.connection())
            .await?;
        let groups = groups.into_iter().map(|(name, size)| Group { name: text(name), size });
        Ok(groups.filter(|group| !hosts::is_host_group(&group.name)).take(SHOWN).collect())
    }

    /// Returns a user's totals, which are zeros for a user without posts, and standing.
    pub async fn user(&self, name: &str) -> Result<UserSummary> {
        type Ids = Vec<HashMap<String, u32>>;
        type Reply = (Option<HashMap<String, i64>>, Ids, Ids, bool);
        let mut pipeline = pipe();
        pipeline.cmd("ARTICLE.USER").arg(KEY).arg(name);
        // The totals include what is hidden.
        for list in ["ARTICLE.PAGE", "ARTICLE.COMMENTS"] {
            let hidden = pipeline.cmd(list).arg(KEY).arg(1).arg("FROM").arg(1).arg(name);
            hidden.arg("HIDDEN").arg("SIZE").arg(MAX_HIDDEN).arg("RETURN").arg(1).arg("id");
        }
        let (totals, articles, comments, banned): Reply = pipeline
            .cmd("SISMEMBER")
            .arg(BANNED)
            .arg(name)
            .query_async(&mut self.connection())
            .await?;
        let totals = totals.unwrap_or_default();
        let total = |name| totals.get(name).copied().unwrap_or_default();
        Ok(UserSummary {
            articles: total("articles") - articles.len() as i64,
            hidden_articles: articles.len() as i64,
            comments: total("comments") - comments.len() as i64,
            hidden_comments: comments.len() as i64,
            karma: total("karma") + total("comment_karma"),
            banned,
        })
    }

    /// Hides, locks, or pins a story or comment, or reverses that, and logs it. `action` is the
    /// command's keyword. Hiding settles the readers' flags.
    pub async fn moderate(&self, moderator: &str, action: &str, id: u32) -> Result<()> {
        let mut pipeline = pipe();
        pipeline.atomic().cmd("ARTICLE.MODERATE").arg(KEY).arg(action).arg(id);
        pipeline.add_command(log::entry(moderator, action, id));
        if action == "HIDE" {
            pipeline.add_command(flagged::settle(id));
        }
        Ok(pipeline.exec_async(&mut self.moderation()).await?)
    }

    /// Adds seconds to the score of a story, and logs that.
    pub async fn boost(&self, moderator: &str, id: u32, seconds: i64) -> Result<()> {
        let mut pipeline = pipe();
        pipeline.atomic().cmd("ARTICLE.BOOST").arg(KEY).arg(id).arg(seconds).arg("INCR");
        let action = if seconds < 0 { "LOWER" } else { "BOOST" };
        pipeline.add_command(log::entry(moderator, action, id));
        Ok(pipeline.exec_async(&mut self.moderation()).await?)
    }

    /// Returns the number of votes cast since the server started, repeated ones included.
    pub async fn votes_cast(&self) -> Result<u64> {
        let info: InfoDict =
            cmd("INFO").arg("article").query_async(&mut self.connection()).await?;
        let number = |name| info.get::<u64>(name).unwrap_or_default();
        Ok(number("article_votes_accepted") + number("article_votes_repeated"))
    }
}
