use std::collections::HashMap;

use redis::{Value, from_redis_value, pipe};

use super::article::text;
use super::earlier::earlier;
use super::flagged::flag_of;
use super::{Article, Deed, Item, KEY, News, Result, Sender, Shelf, guarded};

/// The voters that an article's page shows.
const VOTERS: usize = 40;

/// A vote that a user can cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// For the article or comment.
    Up,
    /// Against the article or comment.
    Down,
    /// Withdraws the vote.
    None,
}

impl Choice {
    /// Returns the choice that a form sends as `up`, `down`, or `none`.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Up, Self::Down, Self::None]
            .into_iter()
            .find(|choice| choice.keyword().eq_ignore_ascii_case(name))
    }

    /// Returns the command's argument.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::None => "NONE",
        }
    }

    /// Returns the vote as articles have it.
    pub fn value(self) -> i64 {
        match self {
            Self::Up => 1,
            Self::Down => -1,
            Self::None => 0,
        }
    }
}

/// An article with everything but the comments that its own page shows.
#[derive(Clone, Debug)]
pub struct Details {
    /// The article.
    pub article: Article,
    /// The number of articles ahead of it by score, unless it is hidden.
    pub rank: Option<u64>,
    /// Some of its voters, with their votes. Empty some time after voting has closed.
    pub voters: Vec<(String, i64)>,
    /// Other articles with the same link, the highest id first.
    pub earlier: Vec<Article>,
    /// What the viewer has done with it.
    pub standing: Standing,
}

/// What a reader has done with a story, besides voting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Saved it.
    pub saved: bool,
    /// Hidden it from their lists.
    pub hidden: bool,
    /// Flagged it for the moderators.
    pub flagged: bool,
}

impl News {
    /// Casts, changes, or withdraws a vote, and returns the votes after it.
    pub async fn vote(&self, user: &str, id: u32, choice: Choice) -> Result<i64> {
        let mut command = guarded(Sender::User(user), Deed::Vote);
        command.arg(id).arg(choice.keyword()).arg("WITHCOUNTS");
        let mut reply: HashMap<String, Value> =
            command.query_async(&mut self.connection()).await?;
        Ok(from_redis_value(reply.remove("votes").unwrap_or(Value::Nil))?)
    }

    /// Returns an article, its rank, and some of its voters; nothing for a comment.
    pub async fn details(&self, id: u32, viewer: Option<&str>) -> Result<Option<Details>> {
        type Voters = (String, Vec<(Vec<u8>, i64)>);
        type Reply = (
            Option<Item>,
            Option<u64>,
            Voters,
            Vec<Article>,
            Option<f64>,
            Option<f64>,
            Option<Vec<u8>>,
        );
        // Without a viewer, these are keys that nobody writes.
        let user = viewer.unwrap_or("");
        let (item, rank, (_, voters), earlier, saved, hidden, flagged): Reply = pipe()
            .cmd("ARTICLE.GET")
            .arg(KEY)
            .arg(id)
            .arg("VIEWER")
            .arg(user)
            .cmd("ARTICLE.RANK")
            .arg(KEY)
            .arg(id)
            .cmd("ARTICLE.VOTERS")
            .arg(KEY)
            .arg(id)
            .arg(0)
            .arg("COUNT")
            .arg(VOTERS)
            .add_command(earlier(id))
            .add_command(Shelf::Saved.find(user, id))
            .add_command(Shelf::Hidden.find(user, id))
            .add_command(flag_of(user, id))
            .query_async(&mut self.connection())
            .await?;
        let voters = voters.into_iter().take(VOTERS).map(|(user, vote)| (text(user), vote));
        let voters = voters.collect();
        let standing = Standing {
            saved: saved.is_some(),
            hidden: hidden.is_some(),
            flagged: flagged.is_some(),
        };
        Ok(match item {
            Some(Item::Article(article)) => {
                Some(Details { article, rank, voters, earlier, standing })
            }
            Some(Item::Comment(_)) | None => None,
        })
    }
}
