use std::collections::HashMap;

use redis::{Cmd, cmd};

use super::guard::BANNED;
use super::preferences::{Query, all_followed, blocks, follows, names};
use super::reading::returning;
use super::round_trip::{Replies, RoundTrip, Sent};
use super::{Flag, Item, KEY, Listing, Login, News, Result, Source, visits};

/// The most hidden stories or comments of a user that are counted.
const MAX_HIDDEN: usize = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UserSummary {
    pub is_known: bool,
    /// The number of listed stories.
    pub articles: i64,
    pub hidden_articles: i64,
    /// The number of listed comments.
    pub comments: i64,
    pub hidden_comments: i64,
    /// The sum of the votes on both.
    pub karma: i64,
    pub banned: bool,
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
        [
            visits::totals(name),
            hidden("ARTICLE.PAGE"),
            hidden("ARTICLE.COMMENTS"),
            Cmd::sismember(BANNED, name),
        ]
    }

    /// Reads the replies to these commands. A user without posts has zeros.
    fn read(replies: &mut Replies) -> Result<Self> {
        let totals: Option<HashMap<String, i64>> = replies.next()?;
        let totals = totals.unwrap_or_default();
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

/// What a page shows about the source of its list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    Nothing,
    /// A group, and whether the viewer follows it.
    Group(bool),
    /// A user, and whether the viewer blocks them.
    User(UserSummary, bool),
    /// The groups that the viewer follows.
    Feed(Vec<String>),
}

#[derive(Clone, Debug)]
pub struct List {
    pub items: Vec<Item>,
    /// The cursor of the next part, if there is one.
    pub next: Option<String>,
    pub sent: Sent,
    pub about: About,
    /// The end of the viewer's last visit, as UNIX time.
    pub since: Option<i64>,
    /// How many answers to the viewer are new.
    pub unseen: i64,
}

impl Source {
    /// Returns the commands for what a page shows about the source.
    fn about(&self, login: Option<&Login>) -> Vec<Cmd> {
        match (self, login) {
            (Self::Group(name), Some(login)) => vec![follows(&login.user, name)],
            (Self::User(name), _) => {
                let blocks = login.map(|login| blocks(&login.user, name));
                UserSummary::commands(name).into_iter().chain(blocks).collect()
            }
            (Self::Feed(_), Some(login)) => vec![all_followed(&login.user)],
            _ => Vec::new(),
        }
    }

    fn read_about(&self, is_logged_in: bool, replies: &mut Replies) -> Result<About> {
        Ok(match self {
            Self::Group(_) => About::Group(replies.next_if(is_logged_in)?),
            Self::User(_) => {
                About::User(UserSummary::read(replies)?, replies.next_if(is_logged_in)?)
            }
            Self::Feed(_) => About::Feed(names(replies.next_if(is_logged_in)?)),
            _ => About::Nothing,
        })
    }
}

impl News {
    /// Returns the first page of a listing, or the one after a cursor, as the viewer wants it, and
    /// notes the viewer's visit. All of it is one round trip, and another one for the titles of
    /// the comments' stories.
    pub async fn list(
        &self,
        login: Option<&Login>,
        listing: &Listing,
        after: Option<&str>,
    ) -> Result<List> {
        let query = Query::new(listing.command(after), login, &listing.source);
        let mut trip = RoundTrip::of(login);
        trip.add(query.command()).add_all(login.map(visits::arrive));
        trip.add_all(login.map(|login| visits::totals(&login.user)));
        trip.add_all(listing.source.about(login));
        let mut replies = trip.run(self).await?;
        let (command, (mut items, next)): (_, (Vec<Item>, _)) = query.read(&mut replies)?;
        let since = replies.next_if(login.is_some())?;
        let unseen = visits::unseen(&mut replies, login)?;
        let about = listing.source.read_about(login.is_some(), &mut replies)?;
        if listing.source.has_comments() {
            self.add_titles(&mut items).await?;
        }
        let sent = Sent { command, took: replies.took };
        Ok(List { items, next, sent, about, since, unseen })
    }

    /// Returns the first page of a listing, or the one after a cursor, with the texts of stories,
    /// which pages do not show.
    pub async fn with_texts(&self, listing: &Listing, after: Option<&str>) -> Result<Vec<Item>> {
        let (mut items, _): (Vec<Item>, Option<String>) = self.run(&listing.query(after)).await?;
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

    /// Adds the titles of their stories to comments.
    async fn add_titles(&self, comments: &mut [Item]) -> Result<()> {
        let ids: Vec<u32> = comments.iter().map(|comment| comment.article).collect();
        let stories = self.entries(&ids, &["title"]).await?;
        for (comment, story) in comments.iter_mut().zip(stories) {
            comment.story_title = story.map(|story| story.title);
        }
        Ok(())
    }
}
