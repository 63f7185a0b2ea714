use std::collections::HashMap;

use redis::{Cmd, cmd};

use super::guard::BANNED;
use super::reading::returning;
use super::round_trip::{Replies, Sent, shown};
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
}

fn totals(user: &str) -> Cmd {
    cmd("ARTICLE.USER").arg(KEY).arg(user).take()
}

impl UserSummary {
    fn commands(name: &str) -> [Cmd; 4] {
        // The totals include what is hidden.
        let hidden = |list| {
            let mut hidden = cmd(list);
            hidden.arg(KEY).arg(1).arg("FROM").arg(1).arg(name);
            hidden.arg("HIDDEN").arg("SIZE").arg(MAX_HIDDEN);
            returning(hidden, &["id"])
        };
        let [articles, comments] = ["ARTICLE.PAGE", "ARTICLE.COMMENTS"].map(hidden);
        [totals(name), articles, comments, Cmd::sismember(BANNED, name)]
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
        }
        let sent = Sent { command: shown(&command), took: replies.took };
        Ok(List { items, next, sent, summary, preferences, unseen })
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

    /// Returns what a search has found, without what is gone or hidden since.
    pub async fn found(&self, ids: &[u32], viewer: Option<&str>) -> Result<Vec<Item>> {
        let items = self.items(ids, viewer).await?.into_iter().flatten();
        let mut shown: Vec<Item> = items.filter(|item| !item.has(Flag::Hidden)).collect();
        self.add_titles(&mut shown).await?;
        Ok(shown)
    }

    async fn add_titles(&self, comments: &mut [Item]) -> Result<()> {
        let ids: Vec<u32> = comments.iter().map(|comment| comment.article).collect();
        let stories = self.entries(&ids, &["title"]).await?;
        for (comment, story) in comments.iter_mut().zip(stories) {
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
