use redis::{Cmd, FromRedisValue, pipe};

use super::guard::form_key;
use super::item::texts;
use super::round_trip::{Replies, script, shown, words};
use super::shelves::{lists, size};
use super::{KEY, Login, News, Result, Shelf, Source};

/// The page sizes to choose from. Without a choice, lists have the site's own.
pub const SIZES: [usize; 4] = [15, 30, 60, 100];

/// The most users that a reader can block.
pub const MOST_BLOCKED: usize = 1000;

/// How long the server remembers what to say about saved settings.
const SAID_SECONDS: u64 = 300;

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
    /// The groups to leave out.
    pub muted: Vec<String>,
    /// The users whose stories and comments to leave out.
    pub blocked: Vec<String>,
    /// The number of stories to leave out.
    pub hidden: u32,
}

/// Returns the choices of a reader that hold for a list: the option of the query that each
/// becomes, and its key.
///
/// A group's own page shows it even if it is muted. A user's own page and the moderators' list
/// show everything.
fn choices(source: &Source, reader: &str) -> Vec<(&'static str, String)> {
    let mut choices = Vec::new();
    if matches!(source, Source::Feed(_)) {
        choices.push(("ANYOF", subscribed(reader)));
    }
    if matches!(source, Source::Site | Source::Feed(_) | Source::Day(_)) {
        choices.push(("NONEOF", muted(reader)));
    }
    match source {
        Source::Site
        | Source::Feed(_)
        | Source::Day(_)
        | Source::Group(_)
        | Source::Comments
        | Source::AnswersTo(_) => choices.push(("NOTFROM", blocked(reader))),
        Source::User(_)
        | Source::Hidden
        | Source::CommentsOf(_)
        | Source::HiddenComments
        | Source::VotesOf(_) => {}
    }
    if !source.has_comments() {
        choices.push(("SIZE", settings(reader)));
    }
    choices
}

/// The query of a list, to which the server adds a reader's choices.
pub(super) struct Query {
    command: Cmd,
    /// The same with the choices, if there is a reader.
    as_wanted: Option<Cmd>,
}

impl Query {
    pub fn new(command: Cmd, login: Option<&Login>, source: &Source) -> Self {
        Self { as_wanted: login.map(|login| as_wanted(login, source, &command)), command }
    }

    pub fn command(&self) -> Cmd {
        self.as_wanted.as_ref().unwrap_or(&self.command).clone()
    }

    /// Returns the query as the server ran it, and its reply.
    pub fn read<T: FromRedisValue>(&self, replies: &mut Replies) -> Result<(String, T)> {
        if self.as_wanted.is_none() {
            return Ok((shown(&self.command), replies.next()?));
        }
        let (words, reply) = replies.next()?;
        Ok((texts(words).join(" "), reply))
    }
}

/// Returns the command that runs a query as a reader wants it, in one step.
fn as_wanted(login: &Login, source: &Source, query: &Cmd) -> Cmd {
    let choices = choices(source, &login.user);
    let login_key = login.key();
    let mut keys = vec![KEY, &login_key];
    keys.extend(choices.iter().map(|(_, key)| key.as_str()));
    let mut words = words(query);
    let mut command = script(include_str!("as_wanted.lua"), &keys);
    command.arg(&login.user);
    for (option, _) in &choices {
        command.arg(option);
    }
    command.arg(words.next());
    // The second word is the site, which is a key.
    for word in words.skip(1) {
        command.arg(word);
    }
    command
}

pub(super) fn blocks(reader: &str, user: &str) -> Cmd {
    Cmd::sismember(blocked(reader), user)
}

pub(super) fn all_blocked(reader: &str) -> Cmd {
    Cmd::smembers(blocked(reader))
}

impl Preferences {
    pub(super) fn commands(reader: &str) -> [Cmd; 4] {
        let (size, muted) = (Cmd::hget(settings(reader), "size"), Cmd::smembers(muted(reader)));
        [size, muted, all_blocked(reader), lists(reader)]
    }

    pub(super) fn read(replies: &mut Replies) -> Result<Self> {
        Ok(Self {
            size: replies.next()?,
            muted: names(replies.next()?),
            blocked: names(replies.next()?),
            hidden: size(Shelf::Hidden, &replies.next::<Vec<(String, u32)>>()?),
        })
    }
}

fn subscribed(user: &str) -> String {
    format!("subscriptions:{user}")
}

/// Returns the command for the groups that a user follows.
pub(super) fn all_followed(user: &str) -> Cmd {
    Cmd::smembers(subscribed(user))
}

pub(super) fn follows(user: &str, group: &str) -> Cmd {
    Cmd::sismember(subscribed(user), group)
}

/// Returns names as texts, in their order.
pub(super) fn names(reply: Vec<Vec<u8>>) -> Vec<String> {
    let mut names = texts(reply);
    names.sort();
    names
}

impl News {
    /// Returns the users whom a reader blocks.
    pub async fn blocked(&self, reader: &str) -> Result<Vec<String>> {
        Ok(names(self.run(&all_blocked(reader)).await?))
    }

    /// Stores a reader's page size and muted groups, and for a while what to say about the form
    /// with this key.
    pub async fn set_preferences(
        &self,
        user: &str,
        preferences: &Preferences,
        form: &str,
        saved: &str,
    ) -> Result<()> {
        let mut pipeline = pipe();
        pipeline.atomic().del(&[settings(user), muted(user)]);
        if let Some(size) = preferences.size {
            pipeline.hset(settings(user), "size", size);
        }
        if !preferences.muted.is_empty() {
            pipeline.sadd(muted(user), &preferences.muted);
        }
        pipeline.cmd("SET").arg(form_key(user, form)).arg(saved).arg("EX").arg(SAID_SECONDS);
        Ok(pipeline.exec_async(&mut self.connection()).await?)
    }

    /// Leaves a user's stories and comments out of a reader's lists.
    pub async fn block(&self, reader: &str, user: &str) -> Result<()> {
        let command = script(include_str!("block.lua"), &[KEY, &blocked(reader)]);
        self.run(command.clone().arg(user).arg(MOST_BLOCKED)).await
    }

    /// Shows a user's stories and comments to a reader again.
    pub async fn unblock(&self, reader: &str, user: &str) -> Result<()> {
        self.run(&Cmd::srem(blocked(reader), user)).await
    }

    pub async fn subscribe(&self, user: &str, group: &str) -> Result<()> {
        self.run(&Cmd::sadd(subscribed(user), group)).await
    }

    pub async fn unsubscribe(&self, user: &str, group: &str) -> Result<()> {
        self.run(&Cmd::srem(subscribed(user), group)).await
    }
}
