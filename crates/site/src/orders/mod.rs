//! The orders of articles: what they are called, by which numbers they rank articles, and whether
//! there are rankings of them. A new order needs a variant and a rule here, and its formula in
//! `terms/formula`.

pub mod cursor;
pub mod inbox_position;
pub mod position;
pub mod ranking;
pub mod ranking_keys;
pub mod ranking_set;
pub mod summary;
pub mod valuation;

use crate::item::Item;
use crate::listed_enum;
use crate::orders::position::Position;
use crate::structures::counted_tree::Direction;
use crate::terms::error::Error;
use crate::terms::formula::{
    best, controversy, may_be_best, may_be_controversial, upvotes_needed_for_best,
    votes_needed_for_controversy,
};
use summary::{Facts, Maxima};
use valuation::Needed;

listed_enum! {
    /// An order of articles. Articles of equal value are ordered by id.
    #[derive(Default, Hash)]
    pub enum Order {
        /// By score.
        #[default]
        Score = "SCORE",
        /// By the time of posting.
        Time = "TIME",
        /// By upvotes less downvotes.
        Votes = "VOTES",
        /// By the share of upvotes that the votes make certain; see [`best`].
        Best = "BEST",
        /// By the number of votes and how evenly they are divided; see [`controversy`].
        Controversy = "CONTROVERSY",
        /// By votes and age, as on Hacker News; see [`gravity`](crate::formula::gravity).
        Gravity = "GRAVITY",
        /// By the time at which something last happened.
        Bumped = "BUMPED",
        /// By the number of comments.
        Comments = "COMMENTS",
        /// By votes and the time since something last happened: Lemmy's "Active".
        Active = "ACTIVE",
    }
}

/// How an order values articles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// By a number that changes only with the article.
    Measure(Measure),
    /// By votes and age at the time of the query. The age is counted from the instant that the
    /// measure gives.
    Gravity(Measure),
}

impl Order {
    /// How many of [`Order::ALL`] are orders of comments, too: the first ones.
    pub const OF_COMMENTS: usize = 6;

    /// Returns whether comments have the order, too.
    const fn is_of_comments(self) -> bool {
        match self {
            Self::Score
            | Self::Time
            | Self::Votes
            | Self::Best
            | Self::Controversy
            | Self::Gravity => true,
            Self::Bumped | Self::Comments | Self::Active => false,
        }
    }

    /// Returns how the order values articles.
    pub fn rule(self) -> Rule {
        match self {
            Self::Score => Rule::Measure(Measure::Score),
            Self::Time => Rule::Measure(Measure::Time),
            Self::Votes => Rule::Measure(Measure::Votes),
            Self::Best => Rule::Measure(Measure::Best),
            Self::Controversy => Rule::Measure(Measure::Controversy),
            Self::Gravity => Rule::Gravity(Measure::GravityTime),
            Self::Bumped => Rule::Measure(Measure::Bumped),
            Self::Comments => Rule::Measure(Measure::Comments),
            Self::Active => Rule::Gravity(Measure::ActiveTime),
        }
    }

    /// Returns the order as one of which sites keep rankings, if it is one.
    pub fn stored(self) -> Option<StoredOrder> {
        match self {
            Self::Score => Some(StoredOrder::Score),
            Self::Time => Some(StoredOrder::Time),
            Self::Votes
            | Self::Best
            | Self::Controversy
            | Self::Gravity
            | Self::Bumped
            | Self::Comments
            | Self::Active => None,
        }
    }

    /// Checks that there is a listing in the order and a direction.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`].
    pub fn check_direction(self, direction: Direction) -> Result<(), Error> {
        match (direction, self.stored()) {
            (Direction::Ascending, None) => Err(Error::AscendingOrder),
            (Direction::Ascending, Some(_)) | (Direction::Descending, _) => Ok(()),
        }
    }

    /// Returns whether pinned articles come before all others in the order.
    pub fn heeds_pins(self) -> bool {
        match self {
            Self::Score | Self::Gravity | Self::Bumped | Self::Active => true,
            Self::Time | Self::Votes | Self::Best | Self::Controversy | Self::Comments => false,
        }
    }

    /// Returns whether a listing in the order ends with its first thousand articles.
    pub fn has_end(self) -> bool {
        self.stored().is_none() && self != Self::Bumped
    }

    /// Returns whether values in the order change as time passes.
    pub fn depends_on_now(self) -> bool {
        matches!(self.rule(), Rule::Gravity(_))
    }
}

listed_enum! {
    /// An order of which there are rankings. Others are searched for.
    pub enum StoredOrder {
        /// By score.
        Score = "SCORE",
        /// By the time of posting.
        Time = "TIME",
    }
}

impl StoredOrder {
    /// Returns the number by which the order ranks an article.
    pub fn value(self, item: &Item) -> i64 {
        match self {
            Self::Score => item.score_key(),
            Self::Time => item.time.get(),
        }
    }
}

listed_enum! {
    /// A number by which articles are ordered and that changes only with the article. For each
    /// part of the table of articles, its maximum is known.
    pub enum Measure {
        /// The score, above all others if the article is pinned.
        Score = "score",
        /// Upvotes less downvotes.
        Votes = "votes",
        /// See [`best`].
        Best = "best",
        /// See [`controversy`].
        Controversy = "controversy",
        /// The time of posting, in UNIX seconds.
        Time = "time",
        /// The time at which something last happened, in UNIX seconds, above all others if the
        /// article is pinned.
        Bumped = "bumped",
        /// The number of comments.
        Comments = "comments",
        /// The time of posting plus the boost: from where GRAVITY counts the age.
        GravityTime = "gravity time",
        /// The time at which something last happened plus the boost: from where ACTIVE counts the
        /// age.
        ActiveTime = "active time",
    }
}

#[allow(clippy::indexing_slicing)] // A wrong index does not compile.
const _: () = {
    let mut index = 0;
    while index < Order::ALL.len() {
        // The orders of comments come first.
        assert!(Order::ALL[index].is_of_comments() == (index < Order::OF_COMMENTS));
        index += 1;
    }
    let mut index = 0;
    while index < Measure::OF_VOTES.len() {
        // The measures of votes come first.
        assert!(Measure::ALL[index] as usize == Measure::OF_VOTES[index] as usize);
        index += 1;
    }
};

impl Measure {
    /// The measures that follow from votes, which come first in [`Measure::ALL`].
    pub const OF_VOTES: [Self; 4] = [Self::Score, Self::Votes, Self::Best, Self::Controversy];
    /// The number of the others.
    pub const OTHERS: usize = Measure::ALL.len() - Self::OF_VOTES.len();

    /// Returns the number of an article.
    #[inline]
    pub fn of(self, item: &Facts) -> i64 {
        let Facts { up, down, score, others, .. } = *item;
        match self {
            Self::Score => score,
            Self::Votes => i64::from(up) - i64::from(down),
            Self::Best => best(up, down).into(),
            Self::Controversy => controversy(up, down) as i64,
            Self::Time => others.time,
            Self::Bumped => others.bumped,
            Self::Comments => others.comments_or_article,
            Self::GravityTime => others.gravity_time,
            Self::ActiveTime => others.active_time_or_article,
        }
    }

    /// Returns whether the number of an article may reach a value, by a test that is cheaper than
    /// the number itself and rules out most articles.
    #[inline]
    pub fn may_reach(self, item: &Facts, value: i64) -> bool {
        let Facts { up, down, .. } = *item;
        match self {
            Self::Score
            | Self::Time
            | Self::Votes
            | Self::Bumped
            | Self::Comments
            | Self::GravityTime
            | Self::ActiveTime => true,
            Self::Best => may_be_best(up, down, value),
            Self::Controversy => may_be_controversial(up, down, value),
        }
    }

    /// Returns the counts without which the number of an article is below a value.
    pub fn needed(self, value: i64) -> Needed {
        let all = Needed::default();
        match self {
            Self::Score
            | Self::Time
            | Self::Bumped
            | Self::Comments
            | Self::GravityTime
            | Self::ActiveTime => all,
            Self::Votes => Needed { votes: value, ..all },
            Self::Best => Needed { upvotes: upvotes_needed_for_best(value), ..all },
            Self::Controversy => {
                let votes = votes_needed_for_controversy(value);
                Needed { upvotes: votes, downvotes: votes, ..all }
            }
        }
    }

    /// Returns a position that no article of a part of the table is below, if one is known.
    pub fn least(self, maxima: &Maxima) -> Option<Position> {
        match self {
            Self::Score => Some(Position::first(maxima.least_score)),
            Self::Time => Some(maxima.earliest),
            // Nothing happens on an article before its posting.
            Self::Bumped => Some(Position::first(maxima.earliest.number())),
            Self::Votes
            | Self::Best
            | Self::Controversy
            | Self::Comments
            | Self::GravityTime
            | Self::ActiveTime => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_has_the_order_of_its_name() {
        for stored in StoredOrder::ALL {
            let order = Order::named(stored.name().as_bytes()).unwrap();
            assert_eq!(order.stored(), Some(stored));
        }
        assert_eq!(
            Order::ALL.into_iter().filter_map(Order::stored).count(),
            StoredOrder::ALL.len()
        );
    }
}
