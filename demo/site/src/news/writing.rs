use redis::{Cmd, InfoDict, cmd};
use redis_article::{Command, Posted, Vote};

use super::guard::{BANNED, guarded};
use super::reading::add_list;
use super::round_trip::{script, without_key};
use super::{Item, KEY, Limit, News, Result, Sender, site, unix_time};

pub const CHANGE_SECONDS: i64 = 3600;
const EARLIER: u32 = 100;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    pub title: String,
    pub link: String,
    pub text: String,
    pub groups: Vec<String>,
}

/// Returns a command on a story or comment, which the server refuses if it is not the user's, or
/// if the user is banned. A story can be changed for some seconds; for a comment, they are 0.
///
/// The check and the command are one step.
fn if_own(command: &Cmd, user: &str, seconds: i64) -> Cmd {
    let mut own = script(include_str!("if_own.lua"), &[KEY, BANNED]);
    own.arg(user).arg(seconds).arg(without_key(command)).take()
}

impl Story {
    pub fn add_groups_and_text(&self, command: &mut Cmd) {
        add_list(command, "GROUPS", &self.groups);
        if !self.text.is_empty() {
            command.arg("FIELDS").arg(1).arg("text").arg(&self.text);
        }
    }
}

pub const CHOICES: [(&str, Vote, i64); 3] =
    [("up", Vote::Up, 1), ("down", Vote::Down, -1), ("none", Vote::None, 0)];

impl News {
    /// Returns the stories that have one of these links, newest first, with their links and
    /// whether they are hidden. There are at most 100 of each link.
    pub async fn with_links(&self, links: &[String]) -> Result<Vec<Item>> {
        let finds: Vec<_> =
            links.iter().map(|link| site().find_all(link).count(EARLIER)).collect();
        let mut replies = self.all(finds.iter().map(Command::cmd)).await?;
        let mut ids: Vec<u32> = Vec::new();
        for find in &finds {
            ids.extend(replies.read(find)?);
        }
        ids.sort_unstable_by(|one, other| other.cmp(one));
        let stories = self.entries(&ids, &["link", "hidden"]).await?;
        Ok(stories.into_iter().flatten().collect())
    }

    /// Runs a command of a user within a limit.
    async fn send<'a, T, K>(
        &self,
        sender: Sender<'a>,
        limit: impl Fn(&'a str) -> Limit<'a>,
        command: &Command<T, K>,
    ) -> Result<T> {
        Ok(command.read(self.run(&guarded(&command.cmd(), sender, limit)).await?)?)
    }

    pub async fn post(&self, sender: Sender<'_>, story: &Story) -> Result<Posted> {
        let post = site().post(sender.user(), &story.title, &story.link).groups(&story.groups);
        let text = Some(("text", &story.text)).filter(|(_, text)| !text.is_empty());
        self.send(sender, Limit::Post, &post.fields(text).withcounts()).await
    }

    pub async fn edit_story(&self, user: &str, id: u32, title: &str, text: &str) -> Result<()> {
        let (edit, now) = (site().edit(id).title(title), unix_time().to_string());
        let edit = match text {
            "" => edit.unset(["text"]).fields([("edited", &*now)]),
            text => edit.fields([("text", text), ("edited", &now)]),
        };
        self.run(&if_own(&edit.cmd(), user, CHANGE_SECONDS)).await
    }

    /// Deletes the user's own story, on which nobody has commented.
    pub async fn delete_story(&self, user: &str, id: u32) -> Result<()> {
        self.run(&if_own(&site().delete(&[id]).cmd(), user, CHANGE_SECONDS)).await
    }

    pub async fn comment(&self, sender: Sender<'_>, parent: u32, text: &str) -> Result<u32> {
        self.send(sender, Limit::Comment, &site().comment(sender.user(), parent, text)).await
    }

    pub async fn edit_comment(&self, user: &str, id: u32, text: &str) -> Result<()> {
        let edit = site().edit(id).text(text).fields([("edited", unix_time().to_string())]);
        self.run(&if_own(&edit.cmd(), user, 0)).await
    }

    pub async fn delete_comment(&self, user: &str, id: u32) -> Result<()> {
        self.run(&if_own(&site().delete(&[id]).cmd(), user, 0)).await
    }

    pub async fn vote(&self, user: &str, id: u32, vote: Vote) -> Result<i64> {
        let command = site().vote(user, id, vote).withcounts();
        Ok(self.send(Sender::User(user), Limit::Vote, &command).await?.votes)
    }

    /// Returns the number of votes cast since the server started, repeated ones included.
    pub async fn votes_cast(&self) -> Result<u64> {
        let info: InfoDict = self.run(cmd("INFO").arg("article")).await?;
        let number = |name| info.get::<u64>(name).unwrap_or_default();
        Ok(number("article_votes_accepted") + number("article_votes_repeated"))
    }
}
