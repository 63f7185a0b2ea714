//! The places of deleted articles and comments.

use article_site::{Order, Tally, TombstoneRecord, formula};

/// What the values of an item in every order follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelStanding {
    pub time: i64,
    pub upvotes: u32,
    pub downvotes: u32,
    pub score: i64,
    /// What moderators added to the score.
    pub boost: i64,
}

/// The place of a deleted article or comment below which there still are comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelPlace {
    /// The id of what it answered, if it was a comment.
    pub parent: Option<u32>,
    pub standing: ModelStanding,
}

impl ModelPlace {
    pub fn of(record: &TombstoneRecord) -> Self {
        let TombstoneRecord { id: _, time, tally, boost, parent } = *record;
        let Tally { upvotes, downvotes, score } = tally;
        let (time, boost) = (time.get(), boost.get());
        Self {
            parent: parent.map(|parent| parent.get()),
            standing: ModelStanding { time, upvotes, downvotes, score, boost },
        }
    }
}

impl ModelStanding {
    /// Returns the value in an order that comments have, too. `own_votes` are the votes of the
    /// poster on each.
    pub(crate) fn value(self, order: Order, own_votes: i64, now: i64) -> i64 {
        let Self { time, upvotes, downvotes, score, boost } = self;
        let votes = i64::from(upvotes) - i64::from(downvotes);
        match order {
            Order::Score => score,
            Order::Time => time,
            Order::Votes => votes,
            Order::Best => formula::best(upvotes, downvotes).into(),
            Order::Controversy => formula::controversy(upvotes, downvotes) as i64,
            Order::Gravity => formula::gravity(votes - own_votes, now - time - boost),
            Order::Bumped | Order::Comments | Order::Active => {
                panic!("only articles have this order")
            }
        }
    }
}
