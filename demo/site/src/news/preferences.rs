use redis::{Cmd, cmd, pipe};

use super::guard::form_key;
use super::item::texts;
use super::round_trip::script;
use super::shelves::{lists, size};
use super::{Error, KEY, News, Result, Shelf, unix_time};

/// The page sizes to choose from. Without a choice, lists have the site's own.
pub const SIZES: [usize; 4] = [15, 30, 60, 100];

/// The most users that a reader can block.
pub const MOST_BLOCKED: usize = 1000;

/// How long the server remembers what to say about saved settings.
const SAID_SECONDS: u64 = 300;

/// The seconds for which the server remembers a visit.
const MEMORY: i64 = 30 * 24 * 3600;

/// A reader who has asked for nothing for this number of seconds comes for another visit.
const PAUSE: i64 = 30 * 60;

/// The list of the stories that a user has looked at.
pub(super) const READ: &str = "read";

fn key(kind: &str, user: &str) -> String {
    format!("{kind}:{user}")
}

/// What the site knows of a reader. A visitor has nothing of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences {
    /// The stories per page; `None` for the site's own number.
    pub size: Option<usize>,
    /// The groups that the reader follows.
    pub followed: Vec<String>,
    /// The groups to leave out.
    pub muted: Vec<String>,
    /// The users whose stories and comments to leave out.
    pub blocked: Vec<String>,
    /// The number of stories to leave out.
    pub hidden: u32,
    /// The end of the visit before this one, as UNIX time.
    pub since: Option<i64>,
}

/// Returns names as texts, in their order.
fn names(reply: Vec<Vec<u8>>) -> Vec<String> {
    let mut names = texts(reply);
    names.sort();
    names
}

impl News {
    pub async fn preferences(&self, reader: Option<&str>) -> Result<Preferences> {
        let Some(reader) = reader else { return Ok(Preferences::default()) };
        let members = |kind| Cmd::smembers(key(kind, reader));
        let size_of = Cmd::hget(key("settings", reader), "size");
        let visits = cmd("HMGET").arg(key("seen", reader)).arg("last").arg("before").take();
        let sets = [members("subscriptions"), members("muted"), members("blocked")];
        let mut replies =
            self.all([size_of].into_iter().chain(sets).chain([lists(reader), visits])).await?;
        Ok(Preferences {
            size: replies.next()?,
            followed: names(replies.next()?),
            muted: names(replies.next()?),
            blocked: names(replies.next()?),
            hidden: size(Shelf::Hidden, &replies.next::<Vec<(String, u32)>>()?),
            since: {
                let (last, before): (Option<i64>, Option<i64>) = replies.next()?;
                last.filter(|last| unix_time() - last > PAUSE).or(before)
            },
        })
    }

    /// Notes that a reader looks at the site now, and at a story. Without memory for that, the
    /// site can still be read.
    pub(super) async fn note_visit(
        &self,
        reader: Option<&str>,
        since: Option<i64>,
        story: Option<u32>,
    ) {
        let Some(reader) = reader else { return };
        let mut pipeline = pipe();
        let seen = key("seen", reader);
        let note = pipeline.cmd("HSET").arg(&seen).arg("last").arg(unix_time());
        if let Some(since) = since {
            note.arg("before").arg(since);
        }
        pipeline.expire(&seen, MEMORY);
        if let Some(story) = story {
            pipeline.cmd("ARTICLE.MARK").arg(KEY).arg(reader).arg(READ).arg(story);
        }
        match self.pipeline(pipeline).await {
            Ok(_) | Err(Error::Full) => {}
            Err(error) => error.log("a visit is not noted"),
        }
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
        let (settings, muted) = (key("settings", user), key("muted", user));
        let mut pipeline = pipe();
        pipeline.atomic().del(&[&settings, &muted]);
        if let Some(size) = preferences.size {
            pipeline.hset(&settings, "size", size);
        }
        if !preferences.muted.is_empty() {
            pipeline.sadd(&muted, &preferences.muted);
        }
        pipeline.cmd("SET").arg(form_key(user, form)).arg(saved).arg("EX").arg(SAID_SECONDS);
        Ok(pipeline.exec_async(&mut self.connection()).await?)
    }

    /// Returns what to say about the form with this key.
    pub async fn said(&self, user: &str, form: &str) -> Result<Option<String>> {
        self.run(&Cmd::get(form_key(user, form))).await
    }

    /// Leaves a user's stories and comments out of a reader's lists.
    pub async fn block(&self, reader: &str, user: &str) -> Result<()> {
        let command = script(include_str!("block.lua"), &[KEY, &key("blocked", reader)]);
        self.run(command.clone().arg(user).arg(MOST_BLOCKED)).await
    }

    pub async fn unblock(&self, reader: &str, user: &str) -> Result<()> {
        self.run(&Cmd::srem(key("blocked", reader), user)).await
    }

    pub async fn subscribe(&self, user: &str, group: &str) -> Result<()> {
        self.run(&Cmd::sadd(key("subscriptions", user), group)).await
    }

    pub async fn unsubscribe(&self, user: &str, group: &str) -> Result<()> {
        self.run(&Cmd::srem(key("subscriptions", user), group)).await
    }
}
