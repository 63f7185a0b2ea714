use redis::{Cmd, cmd, pipe};

use super::article::text;
use super::{Article, News, Result, Shelf, Source, visits};

/// The page sizes to choose from. The site's own is the default.
pub const SIZES: [usize; 4] = [15, 30, 60, 100];

fn settings(user: &str) -> String {
    format!("settings:{user}")
}

fn muted(user: &str) -> String {
    format!("muted:{user}")
}

fn blocked(user: &str) -> String {
    format!("blocked:{user}")
}

/// How a reader wants to see lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences {
    /// The stories per page; `None` for the site's own number.
    pub size: Option<usize>,
    /// The groups to leave out of lists.
    pub muted: Vec<String>,
    /// The users whose stories and comments to leave out.
    pub blocked: Vec<String>,
    /// The stories to leave out.
    pub hidden: Vec<u32>,
    /// The end of the reader's last visit, as UNIX time.
    pub since: Option<i64>,
}

impl Preferences {
    /// Adds the reader's filters to the query of a list of stories.
    ///
    /// A group's own page shows it even if it is muted. A user's own page and the moderators' list
    /// show everything.
    pub(super) fn filter(&self, source: &Source, command: &mut Cmd) {
        if matches!(source, Source::User(_) | Source::Hidden) {
            return;
        }
        if !matches!(source, Source::Group(_)) {
            list(command, "NONEOF", &self.muted);
        }
        list(command, "NOTFROM", &self.blocked);
        list(command, "EXCEPT", &self.hidden);
    }

    /// Whether a list that has a story shows it to the reader.
    pub fn show(&self, source: &Source, story: &Article) -> bool {
        let is_blocked = self.blocked.contains(&story.poster);
        let is_muted = story.groups.iter().any(|group| self.muted.contains(group));
        match source {
            Source::User(_) | Source::Hidden => true,
            Source::Group(_) => !is_blocked,
            Source::Site | Source::Feed(_) | Source::Day(_) => !is_blocked && !is_muted,
        }
    }

    /// Adds the page size to a query.
    pub(super) fn limit(&self, command: &mut Cmd) {
        if let Some(size) = self.size {
            command.arg("SIZE").arg(size);
        }
    }
}

/// Adds a filter with a list, unless the list is empty.
pub(super) fn list(command: &mut Cmd, filter: &str, names: &[impl redis::ToRedisArgs]) {
    if !names.is_empty() {
        command.arg(filter).arg(names.len()).arg(names);
    }
}

impl News {
    /// Returns how a reader wants to see lists, and notes the visit, in one round trip.
    pub async fn preferences(&self, user: &str) -> Result<Preferences> {
        type Names = Vec<Vec<u8>>;
        type Reply = (Option<usize>, Names, Names, Vec<u32>, Option<i64>);
        let (size, muted, blocked, hidden, since): Reply = pipe()
            .cmd("HGET")
            .arg(settings(user))
            .arg("size")
            .cmd("SMEMBERS")
            .arg(muted(user))
            .cmd("SMEMBERS")
            .arg(blocked(user))
            .add_command(Shelf::Hidden.all(user))
            .add_command(visits::arrive(user))
            .query_async(&mut self.connection())
            .await?;
        let names = |names: Names| {
            let mut names: Vec<String> = names.into_iter().map(text).collect();
            names.sort();
            names
        };
        let (muted, blocked) = (names(muted), names(blocked));
        Ok(Preferences { size, muted, blocked, hidden, since })
    }

    /// Returns which new stories and comments a reader's lists leave out. Unlike
    /// [`News::preferences`], this is no visit.
    pub async fn left_out(&self, user: &str) -> Result<Preferences> {
        let mut pipeline = pipe();
        pipeline.cmd("SMEMBERS").arg(muted(user)).cmd("SMEMBERS").arg(blocked(user));
        let (muted, blocked): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
            pipeline.query_async(&mut self.connection()).await?;
        let names = |names: Vec<Vec<u8>>| names.into_iter().map(text).collect();
        let (muted, blocked) = (names(muted), names(blocked));
        Ok(Preferences { muted, blocked, ..Preferences::default() })
    }

    /// Stores a reader's page size and muted groups.
    pub async fn set_preferences(
        &self,
        user: &str,
        size: Option<usize>,
        groups: &[String],
    ) -> Result<()> {
        let mut pipeline = pipe();
        pipeline.atomic().cmd("DEL").arg(settings(user)).arg(muted(user));
        if let Some(size) = size {
            pipeline.cmd("HSET").arg(settings(user)).arg("size").arg(size);
        }
        if !groups.is_empty() {
            pipeline.cmd("SADD").arg(muted(user)).arg(groups);
        }
        Ok(pipeline.exec_async(&mut self.connection()).await?)
    }

    /// Leaves a user's stories and comments out of a reader's lists.
    pub async fn block(&self, reader: &str, user: &str) -> Result<()> {
        let mut command = cmd("SADD");
        command.arg(blocked(reader)).arg(user);
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Shows a user's stories and comments to a reader again.
    pub async fn unblock(&self, reader: &str, user: &str) -> Result<()> {
        let mut command = cmd("SREM");
        command.arg(blocked(reader)).arg(user);
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Whether a reader blocks a user.
    pub async fn blocks(&self, reader: &str, user: &str) -> Result<bool> {
        let mut command = cmd("SISMEMBER");
        command.arg(blocked(reader)).arg(user);
        Ok(command.query_async(&mut self.connection()).await?)
    }
}
