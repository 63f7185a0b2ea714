use std::collections::HashMap;

use redis::{Cmd, InfoDict, Value, cmd, from_redis_value};

use super::guard::{BANNED, guarded};
use super::reading::add_list;
use super::round_trip::script;
use super::{Item, KEY, Limit, News, Result, Sender, unix_time};

pub const CHANGE_SECONDS: i64 = 3600;
const EARLIER: usize = 100;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    pub title: String,
    pub link: String,
    pub text: String,
    pub groups: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posted {
    Created(u32),
    Merged(u32),
}

/// Returns the beginning of a command on a story or comment. The server refuses the command if it
/// is not the user's, or if the user is banned. A story can be changed for some seconds; for a
/// comment, they are 0.
///
/// The check and the command are one step.
fn if_own(name: &str, user: &str, seconds: i64, id: u32) -> Cmd {
    let mut command = script(include_str!("if_own.lua"), &[KEY, BANNED]);
    command.arg(name).arg(user).arg(seconds).arg(id).take()
}

fn if_own_story(name: &str, user: &str, id: u32) -> Cmd {
    if_own(name, user, CHANGE_SECONDS, id)
}

fn if_own_comment(name: &str, user: &str, id: u32) -> Cmd {
    if_own(name, user, 0, id)
}

impl Story {
    pub fn add_groups_and_text(&self, command: &mut Cmd) {
        add_list(command, "GROUPS", &self.groups);
        if !self.text.is_empty() {
            command.arg("FIELDS").arg(1).arg("text").arg(&self.text);
        }
    }
}

pub const CHOICES: [(&str, i64); 3] = [("up", 1), ("down", -1), ("none", 0)];

impl News {
    /// Returns the stories that have one of these links, newest first, with their links and
    /// whether they are hidden. There are at most 100 of each link.
    pub async fn with_links(&self, links: &[String]) -> Result<Vec<Item>> {
        let find = |link| cmd("ARTICLE.FIND").arg(KEY).arg(link).arg("COUNT").arg(EARLIER).take();
        let mut replies = self.all(links.iter().map(find)).await?;
        let mut ids: Vec<u32> = Vec::new();
        for _ in links {
            ids.extend(replies.next::<Vec<u32>>()?);
        }
        ids.sort_unstable_by(|one, other| other.cmp(one));
        let stories = self.entries(&ids, &["link", "hidden"]).await?;
        Ok(stories.into_iter().flatten().collect())
    }

    pub async fn post(&self, sender: Sender<'_>, story: &Story) -> Result<Posted> {
        let mut command = guarded("ARTICLE.POST", sender, Limit::Post);
        command.arg(&story.title).arg(&story.link).arg("WITHCOUNTS");
        story.add_groups_and_text(&mut command);
        let mut reply: HashMap<String, Value> = self.run(&command).await?;
        let mut entry = |name| from_redis_value::<u32>(reply.remove(name).unwrap_or(Value::Nil));
        let (id, created) = (entry("id")?, entry("created")?);
        Ok(if created == 1 { Posted::Created(id) } else { Posted::Merged(id) })
    }

    pub async fn edit_story(&self, user: &str, id: u32, title: &str, text: &str) -> Result<()> {
        let mut command = if_own_story("ARTICLE.EDIT", user, id);
        command.arg("TITLE").arg(title);
        if text.is_empty() {
            command.arg("UNSET").arg(1).arg("text");
            command.arg("FIELDS").arg(1);
        } else {
            command.arg("FIELDS").arg(2).arg("text").arg(text);
        }
        self.run(command.arg("edited").arg(unix_time())).await
    }

    /// Deletes the user's own story, on which nobody has commented.
    pub async fn delete_story(&self, user: &str, id: u32) -> Result<()> {
        self.run(&if_own_story("ARTICLE.DEL", user, id)).await
    }

    pub async fn comment(&self, sender: Sender<'_>, parent: u32, text: &str) -> Result<u32> {
        self.run(guarded("ARTICLE.COMMENT", sender, Limit::Comment).arg(parent).arg(text)).await
    }

    pub async fn edit_comment(&self, user: &str, id: u32, text: &str) -> Result<()> {
        let mut command = if_own_comment("ARTICLE.EDIT", user, id);
        command.arg("TEXT").arg(text).arg("FIELDS").arg(1).arg("edited").arg(unix_time());
        self.run(&command).await
    }

    pub async fn delete_comment(&self, user: &str, id: u32) -> Result<()> {
        self.run(&if_own_comment("ARTICLE.DEL", user, id)).await
    }

    pub async fn vote(&self, user: &str, id: u32, choice: &str) -> Result<i64> {
        let mut command = guarded("ARTICLE.VOTE", Sender::User(user), Limit::Vote);
        command.arg(id).arg(choice).arg("WITHCOUNTS");
        let mut reply: HashMap<String, Value> = self.run(&command).await?;
        Ok(from_redis_value(reply.remove("votes").unwrap_or(Value::Nil))?)
    }

    /// Returns the number of votes cast since the server started, repeated ones included.
    pub async fn votes_cast(&self) -> Result<u64> {
        let info: InfoDict = self.run(cmd("INFO").arg("article")).await?;
        let number = |name| info.get::<u64>(name).unwrap_or_default();
        Ok(number("article_votes_accepted") + number("article_votes_repeated"))
    }
}
