use std::collections::HashMap;

use redis::{Value, from_redis_value, pipe};

use super::article::text;
use super::{Article, Item, KEY, News, Result, unless_banned};

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
}

impl News {
    /// Casts, changes, or withdraws a vote, and returns the votes after it.
    pub async fn vote(&self, user: &str, id: u32, choice: Choice) -> Result<i64> {
        let mut command = unless_banned("ARTICLE.VOTE", user);
        command.arg(id).arg(choice.keyword()).arg("WITHCOUNTS");
        let mut reply: HashMap<String, Value> =
            command.query_async(&mut self.connection()).await?;
        Ok(from_redis_value(reply.remove("votes").unwrap_or(Value::Nil))?)
    }

    /// Returns an article, its rank, and some of its voters; nothing for a comment.
    pub async fn details(&self, id: u32, viewer: Option<&str>) -> Result<Option<Details>> {
        type Voters = (String, Vec<(Vec<u8>, i64)>);
        let (item, rank, (_, voters)): (Option<Item>, Option<u64>, Voters) = pipe()
            .cmd("ARTICLE.GET")
            .arg(KEY)
            .arg(id)
            .arg("VIEWER")
            .arg(viewer.unwrap_or(""))
            .cmd("ARTICLE.RANK")
            .arg(KEY)
            .arg(id)
            .cmd("ARTICLE.VOTERS")
            .arg(KEY)
            .arg(id)
            .arg(0)
            .arg("COUNT")
            .arg(VOTERS)
            .query_async(&mut self.connection())
            .await?;
        let voters = voters.into_iter().take(VOTERS).map(|(user, vote)| (text(user), vote));
        let voters = voters.collect();
        Ok(match item {
            Some(Item::Article(article)) => Some(Details { article, rank, voters }),
            Some(Item::Comment(_)) | None => None,
        })
    }
}
