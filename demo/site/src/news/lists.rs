use redis::Cmd;
use redis_article::{Affinity, Command, Page, kinds};

use super::guard::{BANNED, HELD};
use super::preferences::READ;
use super::round_trip::{Replies, Sent, json, listed, shown};
use super::thread::fresh;
use super::{Flag, Item, Listing, News, Preferences, Result, Source, site};

const MAX_HIDDEN: i32 = 1000;

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

impl UserSummary {
    fn commands(name: &str) -> [Cmd; 5] {
        let (articles, comments) =
            (hidden(site().page(1), name), hidden(site().comments(1), name));
        let [is_banned, is_held] = [BANNED, HELD].map(|set| Cmd::sismember(set, name));
        [site().user(name).cmd(), articles, comments, is_banned, is_held]
    }

    fn read(replies: &mut Replies, name: &str) -> Result<Self> {
        let user = replies.read(&site().user(name))?;
        let hidden_articles = replies.read(&listed())?.items.len() as i64;
        let hidden_comments = replies.read(&listed())?.items.len() as i64;
        let (banned, held) = (replies.next()?, replies.next()?);
        let summary = user.map(|user| Self {
            is_known: user.articles + user.comments + user.hidden > 0,
            articles: user.articles.into(),
            comments: user.comments.into(),
            karma: user.karma + user.comment_karma,
            silenced: user.silenced,
            ..Self::default()
        });
        let summary = summary.unwrap_or_default();
        Ok(Self { hidden_articles, hidden_comments, banned, held, ..summary })
    }
}

fn hidden<T, K: kinds::View + kinds::Paged + kinds::Filtered>(
    list: Command<T, K>,
    name: &str,
) -> Cmd {
    list.from([name]).hidden().size(MAX_HIDDEN).returning(["id"]).cmd()
}

#[derive(Clone, Debug)]
pub struct List {
    pub items: Vec<Item>,
    pub next: Option<String>,
    pub sent: Sent,
    pub summary: Option<UserSummary>,
    pub preferences: Preferences,
    pub unseen: u32,
    /// For moderators, who votes for a user.
    pub voters: Vec<Affinity>,
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
        let mut commands = vec![json(command.clone())];
        commands.extend(viewer.map(|name| site().user(name).cmd()));
        commands.extend(user.map(UserSummary::commands).into_iter().flatten());
        let note = self.note_visit(viewer, preferences.since, None);
        let (replies, ()) = tokio::join!(self.all(commands), note);
        let mut replies = replies?;
        let Page { mut items, cursor: next, .. } = replies.read(&listed())?;
        let reader = viewer.map(|name| replies.read(&site().user(name))).transpose()?.flatten();
        let unseen = reader.map_or(0, |reader| reader.unseen);
        let summary = user.map(|name| UserSummary::read(&mut replies, name)).transpose()?;
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
        let may_have =
            |story: &&mut Item| story.is_on(READ) && story.bumped > since && story.comments > 0;
        let mut read: Vec<_> = stories.iter_mut().filter(may_have).collect();
        let commands: Vec<Cmd> = read.iter().map(|story| fresh(story.id, reader, since)).collect();
        let mut replies = self.all(commands).await?;
        for story in &mut read {
            story.fresh = replies.read(&listed())?.items.len();
        }
        Ok(())
    }

    /// Returns a part of a listing as JSON, as the module writes it.
    pub async fn json(&self, listing: &Listing) -> Result<Vec<u8>> {
        self.run(&json(listing.query(&Preferences::default()))).await
    }

    pub async fn is_known(&self, user: &str) -> Result<bool> {
        let user = self.query(&site().user(user)).await?;
        Ok(user.is_some_and(|user| user.articles + user.comments > 0))
    }

    /// Returns a part of a listing with the texts of stories, which pages do not show.
    pub async fn with_texts(&self, listing: &Listing) -> Result<Vec<Item>> {
        let mut items =
            listed().read(self.run(&json(listing.query(&Preferences::default()))).await?)?.items;
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

    /// Returns the position of the newest answer to a user.
    pub async fn newest_answer(&self, user: &str) -> Result<Option<String>> {
        let newest = site().answers(user, 1).size(1).returning(["id", "time"]).of::<Page<Item>>();
        let newest = self.query(&newest).await?;
        Ok(newest.items.first().map(|answer| format!("time:{}-{}", answer.time, answer.id)))
    }

    pub async fn see_answers(&self, user: &str, last: &str) -> Result<()> {
        self.query(&site().seen(user, last)).await.map(drop)
    }
}
