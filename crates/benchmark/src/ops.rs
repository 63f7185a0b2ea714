//! What is asked of a contender, in terms of the site and not of any command.

use std::fmt;

use crate::article::Draft;

/// One thing that a visitor of the site does.
#[derive(Clone)]
pub enum Op {
    /// Votes on an article.
    Vote {
        /// The article.
        id: u32,
        /// Who votes.
        user: User,
        /// Which way.
        choice: Choice,
    },
    /// Posts an article, now.
    Post(Draft),
    /// Reads a page of the site, by score, the highest first.
    Page(u32),
    /// Reads a page of a group, by score, the highest first.
    GroupPage(String, u32),
}

/// Which way a vote goes.
#[derive(Clone, Copy, PartialEq)]
pub enum Choice {
    /// For the article.
    Up,
    /// Against it.
    Down,
    /// Neither: an earlier vote is withdrawn.
    None,
}

impl Choice {
    /// The arguments for it in commands and scripts, which take a vote without any for an up
    /// vote.
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
    /// The name, without an allocation.
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
