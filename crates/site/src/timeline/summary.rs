//! The maxima of a part of a timeline.

use super::TimeKey;
use crate::counted_tree;
use crate::formula::{best, best_bound, controversy, controversy_bound};
use crate::ranking::RankKey;
use crate::types::ArticleId;

/// The maximum of no articles.
const NONE: RankKey = RankKey::LOWEST;

/// Adds a value of an article to a maximum. Returns false if the maximum must be computed again,
/// because the article had it and now has less.
fn include(max: &mut RankKey, value: i64, id: ArticleId) -> bool {
    let new = RankKey::new(value, id);
    if max.id() == id && new < *max {
        return false;
    }
    *max = new.max(*max);
    true
}

/// The maxima of a set of articles. Of the articles that have the largest value, each holds the one
/// of the highest id.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Votes.
    pub votes: RankKey,
    /// BEST.
    pub best: RankKey,
    /// CONTROVERSY.
    pub controversy: RankKey,
    /// The score; `i64::MAX` for an article whose key does not tell it.
    pub score: RankKey,
    /// The score negated, with the id's complement: the maximum is the first in ascending order.
    pub score_ascending: RankKey,
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
    const EMPTY: Self = Self {
        votes: NONE,
        best: NONE,
        controversy: NONE,
        score: NONE,
        score_ascending: NONE,
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
        let mut summary = Self::EMPTY;
        for key in keys {
            let (up, down) = (key.upvotes, key.downvotes);
            let mut values = Values::without_costly(key);
            // Most articles cannot have the maximum, as a cheap bound shows.
            if i64::from(best_bound(up, down)) >= summary.best.number() {
                values.best = best(up, down).into();
            }
            if controversy_bound(up, down) as i64 >= summary.controversy.number() {
                values.controversy = controversy(up, down) as i64;
            }
            counted_tree::Summary::include(&mut summary, key, values);
        }
        summary
    }

    fn combined(parts: &[Self]) -> Self {
        let mut all = Self::EMPTY;
        parts.iter().for_each(|part| all.combine(part));
        all
    }

    fn include(&mut self, key: &TimeKey, values: Values) -> bool {
        let id = key.id();
        let Self { votes, best, controversy, score, score_ascending, last_id } = self;
        *last_id = id.get().max(*last_id);
        // All of them, since each that need not be computed again must be up to date.
        include(votes, values.votes, id)
            & include(best, values.best, id)
            & include(controversy, values.controversy, id)
            & include(score, values.score, id)
            & include(score_ascending, values.score_ascending, id.complement())
    }

    fn depends_on(&self, key: &TimeKey) -> bool {
        let id = key.id();
        let Self { votes, best, controversy, score, score_ascending, last_id } = self;
        [votes, best, controversy, score].iter().any(|max| max.id() == id)
            || score_ascending.id() == id.complement()
            || *last_id == id.get()
    }
}
