use std::collections::HashMap;

use redis::{Cmd, InfoDict, cmd};

use super::article::text;
use super::bans::BANNED;
use super::round_trip::{Replies, RoundTrip};
use super::{
    KEY, Login, Moderator, News, Preferences, Result, flagged, hosts, log, subscriptions,
};

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

impl UserSummary {
    /// Returns the commands for a user's totals and standing.
    pub(super) fn commands(name: &str) -> Vec<Cmd> {
        let mut totals = cmd("ARTICLE.USER");
        totals.arg(KEY).arg(name);
        // The totals include what is hidden.
        let [articles, comments] = ["ARTICLE.PAGE", "ARTICLE.COMMENTS"].map(|list| {
            let mut hidden = cmd(list);
            hidden.arg(KEY).arg(1).arg("FROM").arg(1).arg(name);
            hidden.arg("HIDDEN").arg("SIZE").arg(MAX_HIDDEN).arg("RETURN").arg(1).arg("id");
            hidden
        });
        let mut banned = cmd("SISMEMBER");
        banned.arg(BANNED).arg(name);
        vec![totals, articles, comments, banned]
    }

    /// Reads the replies to these commands. A user without posts has zeros.
    pub(super) fn read(replies: &mut Replies) -> Result<Self> {
        type Ids = Vec<HashMap<String, u32>>;
        let totals: HashMap<String, i64> = replies.next::<Option<_>>()?.unwrap_or_default();
        let (articles, comments): (Ids, Ids) = (replies.next()?, replies.next()?);
        let total = |name| totals.get(name).copied().unwrap_or_default();
        Ok(Self {
            articles: total("articles") - articles.len() as i64,
            hidden_articles: articles.len() as i64,
            comments: total("comments") - comments.len() as i64,
            hidden_comments: comments.len() as i64,
            karma: total("karma") + total("comment_karma"),
            banned: replies.next()?,
        })
    }
}

/// Returns the command for the groups, largest first.
fn groups() -> Cmd {
    let mut command = cmd("ARTICLE.GROUPS");
    command.arg(KEY).arg("LIMIT").arg(0).arg(GROUPS);
    command
}

/// Reads its reply. The groups of hosts are left out.
fn read_groups(replies: &mut Replies) -> Result<Vec<Group>> {
    let groups: Vec<(Vec<u8>, u64)> = replies.next()?;
    let groups = groups.into_iter().map(|(name, size)| Group { name: text(name), size });
    Ok(groups.filter(|group| !hosts::is_host_group(&group.name)).take(SHOWN).collect())
}

impl News {
    /// Returns the groups, largest first, but not the groups of hosts.
    pub async fn groups(&self) -> Result<Vec<Group>> {
        read_groups(&mut RoundTrip::of(None).add(groups()).run(self).await?)
    }

    /// Returns the groups, and the names of those that the viewer follows.
    pub async fn groups_for(&self, login: Option<&Login>) -> Result<(Vec<Group>, Vec<String>)> {
        let mut trip = RoundTrip::of(login);
        trip.add(groups());
        if let Some(login) = login {
            trip.add(subscriptions::all(&login.user));
        }
        let mut replies = trip.run(self).await?;
        let groups = read_groups(&mut replies)?;
        let followed = match login {
            Some(_) => subscriptions::names(replies.next()?),
            None => Vec::new(),
        };
        Ok((groups, followed))
    }

    /// Returns the groups, and how a reader wants to see lists.
    pub async fn settings(&self, login: &Login) -> Result<(Vec<Group>, Preferences)> {
        let mut trip = RoundTrip::of(Some(login));
        trip.add(groups());
        for command in Preferences::commands(&login.user) {
            trip.add(command);
        }
        let mut replies = trip.run(self).await?;
        Ok((read_groups(&mut replies)?, Preferences::read(&mut replies)?))
    }

    /// Hides, locks, or pins a story or comment, or reverses that, and logs it. `action` is the
    /// command's keyword. Hiding settles the readers' flags.
    pub async fn moderate(&self, moderator: Moderator<'_>, action: &str, id: u32) -> Result<()> {
        let mut moderate = cmd("ARTICLE.MODERATE");
        moderate.arg(KEY).arg(action).arg(id);
        let mut commands = vec![moderate];
        if action == "HIDE" {
            commands.push(flagged::settle(id));
        }
        commands.push(log::entry(moderator.name, action, id));
        self.once(moderator, &[KEY, flagged::FLAGGED], &commands).await
    }

    /// Adds seconds to the score of a story, and logs that.
    pub async fn boost(&self, moderator: Moderator<'_>, id: u32, seconds: i64) -> Result<()> {
        let mut boost = cmd("ARTICLE.BOOST");
        boost.arg(KEY).arg(id).arg(seconds).arg("INCR");
        let action = if seconds < 0 { "LOWER" } else { "BOOST" };
        self.once(moderator, &[KEY], &[boost, log::entry(moderator.name, action, id)]).await
    }

    /// Returns the number of votes cast since the server started, repeated ones included.
    pub async fn votes_cast(&self) -> Result<u64> {
        let info: InfoDict =
            cmd("INFO").arg("article").query_async(&mut self.connection()).await?;
        let number = |name| info.get::<u64>(name).unwrap_or_default();
        Ok(number("article_votes_accepted") + number("article_votes_repeated"))
    }
}
