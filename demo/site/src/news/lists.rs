use std::collections::HashMap;

use redis::{Cmd, cmd};

use super::guard::{BANNED, HELD};
use super::preferences::READ;
use super::reading::returning;
use super::round_trip::{Replies, Sent, shown};
use super::thread::fresh;
use super::{Flag, Item, KEY, Listing, News, Preferences, Result, Source};

const MAX_HIDDEN: usize = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UserSummary {
    pub is_known: bool,
    pub articles: i64,
    pub hidden_articles: i64,
    pub comments: i64,
    pub hidden_comments: i64,
    pub karma: i64,
    pub banned: bool,
    /// Whether what the user posts waits for a moderator.
    pub held: bool,
    pub silenced: bool,
}

fn totals(user: &str) -> Cmd {
    cmd("ARTICLE.USER").arg(KEY).arg(user).take()
}

impl UserSummary {
    fn commands(name: &str) -> [Cmd; 5] {
        // The totals include what is hidden.
        let hidden = |list| {
            let mut hidden = cmd(list);
            hidden.arg(KEY).arg(1).arg("FROM").arg(1).arg(name);
            hidden.arg("HIDDEN").arg("SIZE").arg(MAX_HIDDEN);
            returning(hidden, &["id"])
        };
        let [articles, comments] = ["ARTICLE.PAGE", "ARTICLE.COMMENTS"].map(hidden);
        [
            totals(name),
            articles,
            comments,
            Cmd::sismember(BANNED, name),
            Cmd::sismember(HELD, name),
        ]
    }

    fn read(replies: &mut Replies) -> Result<Self> {
        let totals: HashMap<String, i64> = replies.next::<Option<_>>()?.unwrap_or_default();
        let (articles, comments): (Vec<Item>, Vec<Item>) = (replies.next()?, replies.next()?);
        let total = |name| totals.get(name).copied().unwrap_or_default();
        Ok(Self {
            is_known: total("articles") + total("comments") > 0,
            articles: total("articles") - articles.len() as i64,
            hidden_articles: articles.len() as i64,
            comments: total("comments") - comments.len() as i64,
            hidden_comments: comments.len() as i64,
            karma: total("karma") + total("comment_karma"),
            banned: replies.next()?,
            held: replies.next()?,
            silenced: total("silenced") > 0,
        })
    }
}

#[derive(Clone, Debug)]
pub struct List {
    pub items: Vec<Item>,
    pub next: Option<String>,
    pub sent: Sent,
    pub summary: Option<UserSummary>,
    pub preferences: Preferences,
    pub unseen: i64,
    /// For moderators, who votes for a user.
    pub voters: Vec<(String, u32, u32)>,
}

impl News {
    pub async fn list(&self, listing: &Listing) -> Result<List> {
        let viewer = listing.viewer.as_deref();
        let preferences = self.preferences(viewer).await?;
        let command = listing.command(&preferences);
        let user = match &listing.source {
            Source::User(name) => Some(name.as_str()),
            _ => None,
        };
        let commands = [command.clone()].into_iter().chain(viewer.map(totals));
        let commands = commands.chain(user.map(UserSummary::commands).into_iter().flatten());
        let note = self.note_visit(viewer, preferences.since, None);
        let (replies, ()) = tokio::join!(self.all(commands), note);
        let mut replies = replies?;
        let (mut items, next): (Vec<Item>, _) = replies.next()?;
        let totals: Option<HashMap<String, i64>> = replies.next_if(viewer.is_some())?;
        let unseen = totals.and_then(|totals| totals.get("unseen").copied()).unwrap_or_default();
        let summary = user.map(|_| UserSummary::read(&mut replies)).transpose()?;
        if listing.source.has_comments() {
            self.add_titles(&mut items).await?;
        } else if let (Some(reader), Some(since)) = (viewer, preferences.since) {
            self.count_fresh(&mut items, reader, since).await?;
        }
        let sent = Sent { command: shown(&command), took: replies.took };
        let voters = Vec::new();
        Ok(List { items, next, sent, summary, preferences, unseen, voters })
    }

    /// Counts what is new on the stories that a reader has read.
    async fn count_fresh(&self, stories: &mut [Item], reader: &str, since: i64) -> Result<()> {
        let is_read = |story: &&mut Item| story.marks.iter().any(|list| list == READ);
        let may_have = |story: &&mut Item| story.bumped > since && story.comments > 0;
        let mut read: Vec<_> = stories.iter_mut().filter(is_read).filter(may_have).collect();
        let commands: Vec<Cmd> = read.iter().map(|story| fresh(story.id, reader, since)).collect();
        let mut replies = self.all(commands).await?;
        for story in &mut read {
            story.fresh = replies.next::<Vec<Item>>()?.len();
        }
        Ok(())
    }

    /// Returns a part of a listing as JSON, as the module writes it.
    pub async fn json(&self, listing: &Listing) -> Result<Vec<u8>> {
        let mut query = listing.query(&Preferences::default());
        self.run(query.arg("FORMAT").arg("JSON")).await
    }

    pub async fn is_known(&self, user: &str) -> Result<bool> {
        let totals: Option<HashMap<String, i64>> = self.run(&totals(user)).await?;
        let totals = totals.unwrap_or_default();
        Ok(["articles", "comments"].iter().any(|name| totals.get(*name) > Some(&0)))
    }

    /// Returns a part of a listing with the texts of stories, which pages do not show.
    pub async fn with_texts(&self, listing: &Listing) -> Result<Vec<Item>> {
        let query = listing.query(&Preferences::default());
        let (mut items, _): (Vec<Item>, Option<String>) = self.run(&query).await?;
        if listing.source.has_comments() {
            self.add_titles(&mut items).await?;
        }
        Ok(items)
    }

    /// Returns what a search has found, without what is gone or hidden since, and without comments
    /// on such stories.
    pub async fn found(&self, ids: &[u32], viewer: Option<&str>) -> Result<Vec<Item>> {
        let items = self.items(ids, viewer).await?.into_iter().flatten();
        let mut shown: Vec<Item> = items.filter(|item| !item.has(Flag::Hidden)).collect();
        self.add_titles(&mut shown).await?;
        shown.retain(|item| !item.is_comment() || item.story_title.is_some());
        Ok(shown)
    }

    async fn add_titles(&self, comments: &mut [Item]) -> Result<()> {
        let ids: Vec<u32> = comments.iter().map(|comment| comment.article).collect();
        let stories = self.entries(&ids, &["title", "hidden"]).await?;
        for (comment, story) in comments.iter_mut().zip(stories) {
            let story = story.filter(|story| !story.has(Flag::Hidden));
            comment.story_title = story.map(|story| story.title);
        }
        Ok(())
    }

    pub async fn newest_answer(&self, user: &str) -> Result<Option<u32>> {
        let mut command = cmd("ARTICLE.ANSWERS");
        command.arg(KEY).arg(user).arg(1).arg("SIZE").arg(1);
        let newest: Vec<Item> = self.run(&returning(command, &["id"])).await?;
        Ok(newest.first().map(|answer| answer.id))
    }

    pub async fn see_answers(&self, user: &str, last: u32) -> Result<()> {
        self.run(cmd("ARTICLE.SEEN").arg(KEY).arg(user).arg(last)).await
    }
}
