//! The maxima of a part of a timeline.

use super::TimeKey;
use crate::counted_tree;
use crate::formula::{best, best_bound, controversy, controversy_bound};

/// The largest value of a number in a set of articles, and of the articles that have it the one of
/// the highest id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Top {
    /// The value.
    pub value: i64,
    /// The id of the article.
    pub id: u32,
}

impl Top {
    /// The maximum of no articles.
    const NONE: Self = Self { value: i64::MIN, id: 0 };

    /// Returns a top that compares the other way: by the least value, then the least id.
    pub fn reversed(self) -> Self {
        Self { value: self.value.saturating_neg(), id: !self.id }
    }

    /// Adds a value of an article. Returns false if the maximum must be computed again, because the
    /// article had it and now has less.
    fn include(&mut self, value: i64, id: u32) -> bool {
        let new = Self { value, id };
        if self.id == id && new < *self {
            return false;
        }
        *self = new.max(*self);
        true
    }
}

/// What is known of a set of articles.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Votes.
    pub votes: Top,
    /// BEST.
    pub best: Top,
    /// CONTROVERSY.
    pub controversy: Top,
    /// The score; `i64::MAX` for an article whose key does not tell it.
    pub score: Top,
    /// The score negated, with the id's complement: the maximum is the first in ascending order.
    pub score_ascending: Top,
    /// The highest id.
    pub last_id: u32,
}

/// The values of one article. BEST and CONTROVERSY take a while to compute.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    votes: i64,
    best: i64,
    controversy: i64,
    score: i64,
    score_ascending: i64,
}

impl Values {
    fn without_costly(key: &TimeKey) -> Self {
        Self {
            votes: key.votes(),
            best: i64::MIN,
            controversy: i64::MIN,
            score: key.score().unwrap_or(i64::MAX),
            score_ascending: key.score().map_or(i64::MAX, i64::wrapping_neg),
        }
    }
}

impl Summary {
    const NONE: Self = Self {
        votes: Top::NONE,
        best: Top::NONE,
        controversy: Top::NONE,
        score: Top::NONE,
        score_ascending: Top::NONE,
        last_id: 0,
    };

    fn combine(&mut self, other: &Self) {
        let Self { votes, best, controversy, score, score_ascending, last_id } = self;
        *votes = other.votes.max(*votes);
        *best = other.best.max(*best);
        *controversy = other.controversy.max(*controversy);
        *score = other.score.max(*score);
        *score_ascending = other.score_ascending.max(*score_ascending);
        *last_id = other.last_id.max(*last_id);
    }
}

impl counted_tree::Summary<TimeKey> for Summary {
    type Values = Values;

    fn values(key: &TimeKey) -> Values {
        Values {
            best: best(key.upvotes, key.downvotes).into(),
            controversy: controversy(key.upvotes, key.downvotes) as i64,
            ..Values::without_costly(key)
        }
    }

    fn of_keys(keys: &[TimeKey]) -> Self {
        let mut summary = Self::NONE;
        for key in keys {
            let (up, down) = (key.upvotes, key.downvotes);
            let mut values = Values::without_costly(key);
            // Most articles cannot have the maximum, as a cheap bound shows.
            if i64::from(best_bound(up, down)) >= summary.best.value {
                values.best = best(up, down).into();
            }
            if controversy_bound(up, down) as i64 >= summary.controversy.value {
                values.controversy = controversy(up, down) as i64;
            }
            counted_tree::Summary::include(&mut summary, key, values);
        }
        summary
    }

    fn combined(parts: &[Self]) -> Self {
        let mut all = Self::NONE;
        parts.iter().for_each(|part| all.combine(part));
        all
    }

    fn include(&mut self, key: &TimeKey, values: Values) -> bool {
        let id = key.id().get();
        let Self { votes, best, controversy, score, score_ascending, last_id } = self;
        *last_id = id.max(*last_id);
        // All of them, since each that need not be computed again must be up to date.
        votes.include(values.votes, id)
            & best.include(values.best, id)
            & controversy.include(values.controversy, id)
            & score.include(values.score, id)
            & score_ascending.include(values.score_ascending, !id)
    }

    fn depends_on(&self, key: &TimeKey) -> bool {
        let id = key.id().get();
        let Self { votes, best, controversy, score, score_ascending, last_id } = self;
        [votes.id, best.id, controversy.id, score.id, !score_ascending.id, *last_id].contains(&id)
    }
}
