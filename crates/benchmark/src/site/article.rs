//! Articles before they are posted, and as pages show them.

use anyhow::{Result, ensure};
use redis::Value;

use crate::server::Reply;

/// An article before it is posted.
#[derive(Clone)]
pub struct Draft {
    pub id: u32,
    pub title: String,
    pub link: String,
    pub poster: String,
    /// The groups to post it into, sorted by name.
    pub groups: Vec<String>,
}

impl Draft {
    pub fn texts(&self) -> [&str; 3] {
        [&self.poster, &self.title, &self.link]
    }
}

/// An article as `ARTICLE.PAGE` returns it.
#[derive(Clone, Debug, PartialEq)]
pub struct Article {
    pub id: i64,
    pub title: String,
    pub link: String,
    pub poster: String,
    pub time: i64,
    pub closes: i64,
    pub votes: i64,
    pub upvotes: i64,
    pub downvotes: i64,
    pub score: i64,
    pub groups: Vec<String>,
}

impl Article {
    /// Reads an article in the reply of `ARTICLE.PAGE`: alternating names and values.
    pub fn from_pairs(reply: &Value) -> Result<Self> {
        let is_paired = reply.array()?.len().is_multiple_of(2);
        ensure!(is_paired, "a field without a value in an article");
        let find = |name: &str| reply.field(name);
        let groups = find("groups")?.array()?.iter().map(Value::text);
        Ok(Self {
            id: find("id")?.integer()?,
            title: find("title")?.text()?,
            link: find("link")?.text()?,
            poster: find("poster")?.text()?,
            time: find("time")?.integer()?,
            closes: find("closes")?.integer()?,
            votes: find("votes")?.integer()?,
            upvotes: find("upvotes")?.integer()?,
            downvotes: find("downvotes")?.integer()?,
            score: find("score")?.integer()?,
            groups: groups.collect::<Result<_>>()?,
        })
    }

    /// Returns the parts of the article in the reply of `ARTICLE.PAGE` as strings: integers as
    /// digits, and arrays as their length before their elements.
    pub fn strings(self) -> Vec<String> {
        let named = [
            ("id", self.id.to_string()),
            ("title", self.title),
            ("link", self.link),
            ("poster", self.poster),
            ("time", self.time.to_string()),
            ("closes", self.closes.to_string()),
            ("votes", self.votes.to_string()),
            ("upvotes", self.upvotes.to_string()),
            ("downvotes", self.downvotes.to_string()),
            ("score", self.score.to_string()),
            ("groups", self.groups.len().to_string()),
        ];
        let length = (2 * named.len()).to_string();
        let pairs = named.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
        [length].into_iter().chain(pairs).chain(self.groups).collect()
    }
}
