use std::collections::HashMap;

use futures_util::StreamExt;
use redis::{Cmd, ToRedisArgs, cmd};
use redis_article::{Affinity, Command, Step, kinds};

use super::flagged::{FLAGGED, key, settle};
use super::guard::{BANNED, FORM_SECONDS, HELD, form_key};
use super::round_trip::{script, words};
use super::{Flag, KEY, News, Result, site};

const LOG: &str = "moderations";
const KEPT: usize = 10_000;
const SHOWN: usize = 50;

type Fields = HashMap<String, String>;

#[derive(Clone, Debug)]
pub struct Moderator<'a> {
    pub name: &'a str,
    pub form: String,
    pub reason: &'a str,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moderation {
    /// The entry's position in the log: milliseconds, a hyphen, and a number.
    pub position: String,
    pub who: String,
    pub action: String,
    pub what: String,
    pub address: Option<String>,
    pub title: Option<String>,
    pub reason: String,
}

impl Moderation {
    fn read((position, mut fields): (String, Fields)) -> Self {
        let mut field = |name| fields.remove(name).unwrap_or_default();
        let (who, action, what) = (field("who"), field("action"), field("what"));
        Self { position, who, action, what, reason: field("reason"), address: None, title: None }
    }

    /// Returns when it happened, in UNIX seconds.
    pub fn time(&self) -> i64 {
        let milliseconds = self.position.split('-').next().unwrap_or_default();
        milliseconds.parse::<i64>().unwrap_or_default() / 1000
    }

    pub fn is_about_user(&self) -> bool {
        matches!(self.action.as_str(), "BAN" | "UNBAN" | "HOLD" | "UNHOLD")
    }
}

impl News {
    /// Hides, locks, or pins a story or comment, or reverses that, and logs it. `action` is the
    /// command's keyword. Hiding settles the readers' flags.
    pub async fn moderate(&self, moderator: Moderator<'_>, action: &str, id: u32) -> Result<()> {
        let mut commands = vec![cmd("ARTICLE.MODERATE").arg(KEY).arg(action).arg(id).take()];
        match action {
            "HIDE" => commands.push(settle(id)),
            "SHOW" | "PUBLISH" => commands.push(site().edit(id).unset(["held"]).cmd()),
            _ => {}
        }
        self.once(moderator, &[KEY, FLAGGED], commands, action, id).await
    }

    pub async fn boost(&self, id: u32, seconds: i64) -> Result<()> {
        self.query(&site().boost(id, seconds).incr()).await.map(drop)
    }

    /// Bans a user: the user can no longer vote or post, and votes on stories that are open for
    /// voting are withdrawn, in steps that do not block the server for long.
    pub async fn ban(&self, moderator: Moderator<'_>, user: &str) -> Result<()> {
        let ban = Cmd::sadd(BANNED, user);
        self.once(moderator, &[BANNED], vec![ban], "BAN", user).await?;
        self.walk(site().unvote(user)).await
    }

    /// Runs a command on all votes of a user, in steps.
    async fn walk(&self, command: Command<Step, kinds::Steps>) -> Result<()> {
        let mut connection = self.connection();
        let mut steps = command.stream(&mut connection);
        while let Some(step) = steps.next().await {
            step?;
        }
        Ok(())
    }

    /// Makes the votes of a user count no longer, or again. Nobody is told, not even by the log.
    pub async fn silence(&self, user: &str, silenced: bool) -> Result<()> {
        self.walk(site().silence(user, silenced)).await
    }

    /// Returns who has most votes on what a user has posted, with the number of these and of all
    /// votes on others.
    pub async fn affinity(&self, user: &str) -> Result<Vec<Affinity>> {
        self.query(&site().affinity(user)).await
    }

    /// Holds back what a user posts from now on, until a moderator publishes it.
    pub async fn hold(&self, moderator: Moderator<'_>, user: &str) -> Result<()> {
        self.once(moderator, &[HELD], vec![Cmd::sadd(HELD, user)], "HOLD", user).await
    }

    pub async fn release(&self, moderator: Moderator<'_>, user: &str) -> Result<()> {
        self.once(moderator, &[HELD], vec![Cmd::srem(HELD, user)], "UNHOLD", user).await
    }

    pub async fn lift_ban(&self, moderator: Moderator<'_>, user: &str) -> Result<()> {
        self.once(moderator, &[BANNED], vec![Cmd::srem(BANNED, user)], "UNBAN", user).await
    }

    pub async fn dismiss_flags(&self, moderator: Moderator<'_>, id: u32) -> Result<()> {
        let commands = vec![settle(id), Cmd::del(key(id))];
        self.once(moderator, &[FLAGGED, &key(id)], commands, "DISMISS", id).await
    }

    /// Runs the commands of a moderator and logs the action, in one step, unless the form has been
    /// sent before. `keys` are the keys of the commands.
    async fn once(
        &self,
        moderator: Moderator<'_>,
        keys: &[&str],
        mut commands: Vec<Cmd>,
        action: &str,
        what: impl ToRedisArgs,
    ) -> Result<()> {
        let mut log = cmd("XADD");
        log.arg(LOG).arg("MAXLEN").arg("~").arg(KEPT).arg("*");
        log.arg("who").arg(moderator.name).arg("action").arg(action).arg("what").arg(what);
        if !moderator.reason.is_empty() {
            log.arg("reason").arg(moderator.reason);
        }
        commands.push(log);
        let form = form_key(moderator.name, &moderator.form);
        let mut step = script(include_str!("once.lua"), &[&[&form, LOG], keys].concat());
        step.arg(FORM_SECONDS);
        for command in &commands {
            let words: Vec<&[u8]> = words(command).collect();
            step.arg(words.len()).arg(words);
        }
        Ok(step.exec_async(&mut self.connection()).await?)
    }

    pub async fn moderations(&self, before: Option<&str>) -> Result<(Vec<Moderation>, bool)> {
        let end = before.map_or("+".to_owned(), |position| format!("({position}"));
        let mut range = cmd("XREVRANGE");
        range.arg(LOG).arg(end).arg("-").arg("COUNT").arg(SHOWN + 1);
        let mut entries: Vec<(String, Fields)> = self.run(&range).await?;
        let goes_on = entries.len() > SHOWN;
        entries.truncate(SHOWN);
        let mut entries: Vec<Moderation> = entries.into_iter().map(Moderation::read).collect();
        // Users have no address here: names that are numbers are not ids.
        let mut items: Vec<(&mut Moderation, u32)> = entries
            .iter_mut()
            .filter(|entry| !entry.is_about_user())
            .filter_map(|entry| entry.what.parse().ok().map(|id| (entry, id)))
            .collect();
        let ids: Vec<u32> = items.iter().map(|(_, id)| *id).collect();
        let found = self.entries(&ids, &["parent", "title", "hidden"]).await?;
        for ((entry, id), item) in items.iter_mut().zip(found) {
            let path = |comment: bool| if comment { "c" } else { "a" };
            let Some(item) = item else { continue };
            entry.address = Some(format!("/{}/{id}", path(item.is_comment())));
            let is_shown = !item.is_comment() && !item.has(Flag::Hidden);
            entry.title = is_shown.then_some(item.title);
        }
        Ok((entries, goes_on))
    }
}
