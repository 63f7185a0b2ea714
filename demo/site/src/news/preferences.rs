use redis::{Cmd, cmd, pipe};

use super::shelves::size;
use super::{Error, Follows, News, Result, Shelf, site, unix_time};

/// The page sizes to choose from. Without a choice, lists have the site's own.
pub const SIZES: [usize; 4] = [15, 30, 60, 100];
const MEMORY: i64 = 30 * 24 * 3600;
const PAUSE: i64 = 30 * 60;
pub(super) const SETTINGS: &str = "settings";
pub(super) const SEEN: &str = "seen";
pub(super) const READ: &str = "read";

pub(super) fn key(kind: &str, user: &str) -> String {
    format!("{kind}:{user}")
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences {
    /// The stories per page; `None` for the site's own number.
    pub size: Option<usize>,
    pub follows: Follows,
    pub hidden: u32,
    /// The end of the visit before this one, as UNIX time.
    pub since: Option<i64>,
}

impl News {
    pub async fn preferences(&self, reader: Option<&str>) -> Result<Preferences> {
        let Some(reader) = reader else { return Ok(Preferences::default()) };
        let size_of = Cmd::hget(key(SETTINGS, reader), "size");
        let visits = cmd("HMGET").arg(key(SEEN, reader)).arg("last").arg("before").take();
        let (follows, lists) = (site().follows(reader), site().lists(reader));
        let mut replies = self.all([size_of, follows.cmd(), lists.cmd(), visits]).await?;
        Ok(Preferences {
            size: replies.next()?,
            follows: replies.read(&follows)?.unwrap_or_default(),
            hidden: size(Shelf::Hidden, &replies.read(&lists)?),
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
        let seen = key(SEEN, reader);
        let note = pipeline.cmd("HSET").arg(&seen).arg("last").arg(unix_time());
        if let Some(since) = since {
            note.arg("before").arg(since);
        }
        pipeline.expire(&seen, MEMORY);
        if let Some(story) = story {
            pipeline.add_command(site().mark(reader, READ, &[story]).cmd());
        }
        match self.pipeline(pipeline).await {
            Ok(_) | Err(Error::Full) => {}
            Err(error) => error.log("a visit is not noted"),
        }
    }

    /// Sets the stories per page, or without a number as the site has it.
    pub async fn set_size(&self, user: &str, size: Option<usize>) -> Result<()> {
        let settings = key(SETTINGS, user);
        match size {
            Some(size) => self.run(&Cmd::hset(settings, "size", size)).await,
            None => self.run(&Cmd::hdel(settings, "size")).await,
        }
    }
}
