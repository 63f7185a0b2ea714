//! The orders of listings.

use crate::named;
use crate::rankings::Ranked;

/// An order of articles. Articles of equal value are ordered by id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By score.
    #[default]
    Score,
    /// By the time of posting.
    Time,
    /// By upvotes less downvotes.
    Votes,
    /// By the share of upvotes that the votes make certain; see [`best`](crate::formula::best).
    Best,
    /// By the number of votes and how evenly they are divided; see
    /// [`controversy`](crate::formula::controversy).
    Controversy,
    /// By votes and age, as on Hacker News; see [`gravity`](crate::formula::gravity).
    Gravity,
}

impl Order {
    /// Every order, in the order of its variants.
    pub const ALL: [Self; 6] =
        [Self::Score, Self::Time, Self::Votes, Self::Best, Self::Controversy, Self::Gravity];
    /// The names of all orders in commands.
    pub const NAMES: [&'static str; Self::ALL.len()] =
        ["SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY"];

    /// Returns the order of a name in capital letters.
    pub fn named(name: &[u8]) -> Option<Self> {
        named(Self::ALL, Self::NAMES, name)
    }

    /// Returns the order as one in which sites keep rankings, if it is one.
    pub fn ranked(self) -> Option<Ranked> {
        match self {
            Self::Score => Some(Ranked::Score),
            Self::Time => Some(Ranked::Time),
            Self::Votes | Self::Best | Self::Controversy | Self::Gravity => None,
        }
    }
}
