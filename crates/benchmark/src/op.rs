//! Operations on a site, independent of how a contender runs them.

use std::fmt;
use std::sync::Arc;

use crate::article::Draft;
use crate::query::{Order, Query};

/// An action of a visitor.
#[derive(Clone)]
pub enum Op {
    /// Votes on an article.
    Vote {
        /// The article.
        id: u32,
        /// The voter.
        user: User,
        /// The vote.
        choice: Choice,
    },
    /// Posts an article, now.
    Post(Draft),
    /// Reads a page of the site by score, highest first.
    Page(u32),
    /// Reads a page of a group by score, highest first.
    GroupPage(String, u32),
    /// Reads a page of a listing; of several groups, in a function from the first page of each.
    Query(Arc<Query>),
    /// Reads a page of several groups, in a function from the union of their rankings.
    UnionQuery(Arc<Query>),
    /// Computes a ranking of the articles of this time or later, as a job does every few minutes
    /// where listings cannot be read directly.
    Rerank(i64),
    /// An operation that only the module has.
    Module(ModuleOp),
}

/// An operation that is not compared with other contenders.
#[derive(Clone)]
pub enum ModuleOp {
    /// Reads an article.
    Get(u32),
    /// Finds the newest article with a link.
    Find(String),
    /// Hides an article.
    Hide(u32),
    /// Shows a hidden article again.
    Show(u32),
}

impl Op {
    /// Returns the order of the page that the operation reads.
    pub fn order(&self) -> Order {
        match self {
            Self::Query(query) | Self::UnionQuery(query) => query.order,
            _ => Order::Score,
        }
    }
}

/// A vote.
#[derive(Clone, Copy, PartialEq)]
pub enum Choice {
    /// An up vote.
    Up,
    /// A down vote.
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
