use redis::{Cmd, cmd, pipe};

use super::item::texts;
use super::round_trip::script;
use super::shelves::{lists, size};
use super::{Error, KEY, News, Result, Shelf, unix_time};

/// The page sizes to choose from. Without a choice, lists have the site's own.
pub const SIZES: [usize; 4] = [15, 30, 60, 100];
pub const MOST_BLOCKED: usize = 1000;
const MEMORY: i64 = 30 * 24 * 3600;
const PAUSE: i64 = 30 * 60;
pub(super) const READ: &str = "read";

fn key(kind: &str, user: &str) -> String {
    format!("{kind}:{user}")
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences {
    /// The stories per page; `None` for the site's own number.
    pub size: Option<usize>,
    pub followed: Vec<String>,
    pub muted: Vec<String>,
    pub blocked: Vec<String>,
    pub hidden: u32,
    /// The end of the visit before this one, as UNIX time.
    pub since: Option<i64>,
}

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

    pub async fn set_preferences(&self, user: &str, preferences: &Preferences) -> Result<()> {
        let (settings, muted) = (key("settings", user), key("muted", user));
        let mut pipeline = pipe();
        pipeline.atomic().del(&[&settings, &muted]);
        if let Some(size) = preferences.size {
            pipeline.hset(&settings, "size", size);
        }
        if !preferences.muted.is_empty() {
            pipeline.sadd(&muted, &preferences.muted);
        }
        Ok(pipeline.exec_async(&mut self.connection()).await?)
    }

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
