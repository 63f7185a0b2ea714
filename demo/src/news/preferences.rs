use redis::{Cmd, FromRedisValue, cmd, pipe};

use super::article::text;
use super::listing::shown;
use super::round_trip::{Replies, RoundTrip};
use super::subscriptions::names;
use super::{Article, KEY, Login, News, Result, Shelf, Source, subscriptions};

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
}

/// Returns the choices of a reader that hold for a list: the option of the query that each becomes,
/// and its key.
///
/// A group's own page shows it even if it is muted. A user's own page and the moderators' list show
/// everything.
pub(super) fn choices(source: &Source, reader: &str) -> Vec<(&'static str, String)> {
    let mut choices = Vec::new();
    if matches!(source, Source::Feed(_)) {
        choices.push(("ANYOF", subscriptions::key(reader)));
    }
    if matches!(source, Source::Site | Source::Feed(_) | Source::Day(_)) {
        choices.push(("NONEOF", muted(reader)));
    }
    if !matches!(source, Source::User(_) | Source::Hidden) {
        choices.push(unless_blocked(reader));
        choices.push(("EXCEPT", Shelf::Hidden.key(reader)));
    }
    choices.push(("SIZE", settings(reader)));
    choices
}

/// Returns the choice that leaves out the comments of those whom a reader blocks.
pub(super) fn unless_blocked(reader: &str) -> (&'static str, String) {
    ("NOTFROM", blocked(reader))
}

/// The query of a list, to which the server adds a reader's choices.
pub(super) struct Query {
    command: Cmd,
    /// The same with the choices, if there is a reader.
    as_wanted: Option<Cmd>,
}

impl Query {
    /// Returns a query with choices that [`choices`] names.
    pub fn new(command: Cmd, login: Option<&Login>, choices: &[(&str, String)]) -> Self {
        Self { as_wanted: login.map(|login| as_wanted(login, choices, &command)), command }
    }

    /// Returns the command to send.
    pub fn command(&self) -> Cmd {
        self.as_wanted.as_ref().unwrap_or(&self.command).clone()
    }

    /// Returns the query as the server ran it, and its reply.
    pub fn read<T: FromRedisValue>(&self, replies: &mut Replies) -> Result<(String, T)> {
        if self.as_wanted.is_none() {
            return Ok((shown(&self.command), replies.next()?));
        }
        let (words, reply): (Vec<Vec<u8>>, T) = replies.next()?;
        let words: Vec<String> = words.into_iter().map(text).collect();
        Ok((words.join(" "), reply))
    }
}

/// Returns the command that runs a query as a reader wants it, in one step.
fn as_wanted(login: &Login, choices: &[(&str, String)], query: &Cmd) -> Cmd {
    let (options, keys): (Vec<&str>, Vec<&String>) =
        choices.iter().map(|(option, key)| (*option, key)).unzip();
    let mut words = query.args_iter().filter_map(|argument| match argument {
        redis::Arg::Simple(word) => Some(word),
        _ => None,
    });
    let mut command = cmd("EVAL");
    command.arg(include_str!("as_wanted.lua")).arg(2 + keys.len());
    command.arg(KEY).arg(login.key()).arg(keys);
    command.arg(&login.user).arg(options).arg(words.next());
    // The second word is the site, which is a key.
    for word in words.skip(1) {
        command.arg(word);
    }
    command
}

/// Returns the command that finds out whether a reader blocks a user.
pub(super) fn blocks(reader: &str, user: &str) -> Cmd {
    let mut command = cmd("SISMEMBER");
    command.arg(blocked(reader)).arg(user);
    command
}

/// Returns the command for the users whom a reader blocks.
pub(super) fn all_blocked(reader: &str) -> Cmd {
    let mut command = cmd("SMEMBERS");
    command.arg(blocked(reader));
    command
}

impl Preferences {
    /// Returns the commands for how a reader wants to see lists.
    pub(super) fn commands(reader: &str) -> [Cmd; 4] {
        let mut size = cmd("HGET");
        size.arg(settings(reader)).arg("size");
        let mut groups = cmd("SMEMBERS");
        groups.arg(muted(reader));
        [size, groups, all_blocked(reader), Shelf::Hidden.all(reader)]
    }

    /// Reads the replies to these commands.
    pub(super) fn read(replies: &mut Replies) -> Result<Self> {
        Ok(Self {
            size: replies.next()?,
            muted: names(replies.next()?),
            blocked: names(replies.next()?),
            hidden: replies.next()?,
        })
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
}

/// Adds a filter with a list, unless the list is empty.
pub(super) fn list(command: &mut Cmd, filter: &str, names: &[impl redis::ToRedisArgs]) {
    if !names.is_empty() {
        command.arg(filter).arg(names.len()).arg(names);
    }
}

impl News {
    /// Returns how a reader wants to see lists, and the groups that the reader follows.
    pub async fn reader(&self, user: &str) -> Result<(Preferences, Vec<String>)> {
        let mut trip = RoundTrip::of(None);
        for command in Preferences::commands(user) {
            trip.add(command);
        }
        let mut replies = trip.add(subscriptions::all(user)).run(self).await?;
        Ok((Preferences::read(&mut replies)?, names(replies.next()?)))
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
}
