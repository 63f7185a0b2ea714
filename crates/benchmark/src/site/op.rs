//! Operations on a site, independent of how a contender runs them.

use std::fmt;
use std::sync::Arc;

pub use article_site::Order;

use crate::site::article::Draft;

#[derive(Clone)]
pub enum Op {
    Vote {
        id: u32,
        user: User,
        choice: Choice,
    },
    Post(Draft),
    /// Answers an article. Other ways have no comments.
    Comment {
        user: User,
        parent: u32,
    },
    /// Reads a page of the site by score, highest first.
    Page(u32),
    /// Reads a page of a group by score, highest first.
    GroupPage(String, u32),
    /// Reads the first page of a listing; of several groups, in a function from the first page of
    /// each.
    Query(Arc<Query>),
    /// Reads the first page of several groups, in a function from the union of their rankings.
    UnionQuery(Arc<Query>),
    /// Computes a ranking of the articles of this time or later, as a job does every few minutes
    /// where listings cannot be read directly.
    Rerank(i64),
}

impl Op {
    /// Returns the operation that reads the first page of a listing.
    pub fn query(query: Query) -> Self {
        Self::Query(Arc::new(query))
    }
}

#[derive(Clone)]
pub struct Query {
    pub order: Order,
    pub since: Option<i64>,
    /// Groups of which an article is in at least one, unless there are none.
    pub any_of: Vec<String>,
    /// The user whose votes are shown.
    pub viewer: Option<User>,
}

impl Query {
    /// Returns the query for the whole site in an order.
    pub const fn new(order: Order) -> Self {
        Self { order, since: None, any_of: Vec::new(), viewer: None }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Choice {
    Up,
    Down,
    /// Withdraws an earlier vote.
    None,
}

impl Choice {
    /// Returns the vote as arguments of commands and scripts, whose default is an up vote.
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Up => &[],
            Self::Down => &["DOWN"],
            Self::None => &["NONE"],
        }
    }
}

/// A user, whose name has 11 bytes.
#[derive(Clone, Copy)]
pub struct User(pub u32);

impl User {
    /// Returns the name without allocating.
    pub fn name(self) -> [u8; 11] {
        let mut name = *b"user0000000";
        let mut rest = self.0;
        for digit in name[4..].iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
        }
        name
    }
}

impl fmt::Display for User {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "user{:07}", self.0)
    }
}
