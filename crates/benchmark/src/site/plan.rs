//! The contents of a site.

use std::fmt;

use crate::numbers::with_commas;

/// The number of articles per day of a site with a history.
pub const PER_DAY: u32 = 5_000;
pub const DAY: u64 = 86_400;

/// A site to load: its articles, their votes and their groups.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The number of articles; their ids are 1 to `articles`.
    pub articles: u32,
    pub votes: Votes,
    /// The number of users who vote, who are in turn the posters.
    pub users: u32,
    /// The age of the oldest article, in seconds. The times of the articles are spread evenly.
    pub age: u64,
    /// Returns the groups of an article by its id.
    pub groups: fn(u32) -> Vec<String>,
    /// The number of posters, in turn; `None` if each article has a different one.
    pub posters: Option<u32>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Votes {
    /// This number of up votes on each article, including its poster's.
    Each(u32),
    /// Few votes on most articles and thousands on some, a part of them down votes.
    Skewed,
}

impl Plan {
    /// Returns a site without groups, on all of whose articles voting is open for another day.
    pub const fn new(articles: u32, voters: u32) -> Self {
        let groups = |_| Vec::new();
        let votes = Votes::Each(voters);
        let users = users(articles, voters, VOTES_EACH);
        Self { articles, votes, users, age: 6 * DAY, groups, posters: None }
    }

    /// Returns the same site, each of whose users gives that many votes on average.
    pub fn with_votes_each(self, votes: u32) -> Self {
        let voters = match self.votes {
            Votes::Each(voters) => voters,
            Votes::Skewed => return self,
        };
        Self { users: users(self.articles, voters, votes), ..self }
    }

    /// Returns a site without groups whose articles were posted over months or years.
    pub const fn with_history(articles: u32) -> Self {
        let age = articles as u64 * DAY / PER_DAY as u64;
        Self { votes: Votes::Skewed, users: USERS, age, ..Self::new(articles, 1) }
    }
}

/// The users of sites to which most come once.
const USERS: u32 = 10_000_000;
/// The distance between the numbers of consecutive voters on an article. It is a prime, so that
/// no voter recurs before all users have voted.
pub const STRIDE: u64 = 7919;
/// The votes of a user on average, where users come back.
const VOTES_EACH: u32 = 30;

/// Returns the number of users who together give each article that number of votes, and each of
/// whom gives `votes_each`.
const fn users(articles: u32, voters: u32, votes_each: u32) -> u32 {
    let users = articles as u64 * voters as u64 / votes_each as u64;
    // More than vote on one article.
    let least = 2 * voters as u64 + 1_000;
    let users = if users > least { users } else { least };
    // The distance between the voters on an article must reach all users.
    (if users % STRIDE == 0 { users + 1 } else { users }) as u32
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let articles = with_commas(self.articles);
        match self.votes {
            Votes::Each(1) => write!(formatter, "{articles} articles with 1 voter each"),
            Votes::Each(voters) => {
                write!(formatter, "{articles} articles with {} voters each", with_commas(voters))
            }
            Votes::Skewed => {
                write!(formatter, "{articles} articles, {} per day", with_commas(PER_DAY))
            }
        }
    }
}
