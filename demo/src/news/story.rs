use std::collections::HashMap;

use redis::{Value, cmd, from_redis_value};

use super::{Deed, KEY, News, Result, Sender, guarded};

/// A story that a user submits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// The title.
    pub title: String,
    /// The link, or nothing.
    pub link: String,
    /// The text, or nothing.
    pub text: String,
    /// The groups to post it in.
    pub groups: Vec<String>,
}

/// What became of a submitted story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posted {
    /// It is on the site, with this id.
    Created(u32),
    /// This story has the same link and got the poster's vote.
    Merged(u32),
}

/// How many stories with a link are looked at before it is posted again.
const EARLIER: usize = 100;

impl News {
    /// Whether a moderator has hidden a story with this link.
    pub async fn is_hidden_link(&self, link: &str) -> Result<bool> {
        let mut find = cmd("ARTICLE.FIND");
        find.arg(KEY).arg(link).arg("COUNT").arg(EARLIER);
        let ids: Vec<u32> = find.query_async(&mut self.connection()).await?;
        let mut read = cmd("ARTICLE.MGET");
        read.arg(KEY).arg(ids.len()).arg(&ids).arg("RETURN").arg(1).arg("hidden");
        let stories: Vec<Option<HashMap<String, Value>>> =
            read.query_async(&mut self.connection()).await?;
        // The entry is there only if the story is hidden.
        Ok(stories.into_iter().flatten().any(|story| !story.is_empty()))
    }

    /// Posts a story. If another one has the same link, the poster votes for that one instead.
    pub async fn post(&self, sender: Sender<'_>, story: &Story) -> Result<Posted> {
        let mut command = guarded(sender, Deed::Post);
        command.arg(&story.title).arg(&story.link).arg("WITHCOUNTS");
        if !story.groups.is_empty() {
            command.arg("GROUPS").arg(story.groups.len()).arg(&story.groups);
        }
        if !story.text.is_empty() {
            command.arg("FIELDS").arg(1).arg("text").arg(&story.text);
        }
        let mut reply: HashMap<String, Value> =
            command.query_async(&mut self.connection()).await?;
        let mut entry = |name| from_redis_value::<u32>(reply.remove(name).unwrap_or(Value::Nil));
        let (id, created) = (entry("id")?, entry("created")?);
        Ok(if created == 1 { Posted::Created(id) } else { Posted::Merged(id) })
    }
}
