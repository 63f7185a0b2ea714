//! What a site knows of the articles in each part of its table, so that searches need not read most
//! of them.

use crate::article::Article;
use crate::formula::{best, best_bound, controversy, controversy_bound};
use crate::ranking::RankKey;
use crate::table::{Item, Summary};
use crate::types::ArticleId;

/// The maxima of a set of articles. Of the articles that have the largest value, each holds the one
/// of the highest id.
#[derive(Clone, Debug, PartialEq)]
pub struct Maxima {
    /// Votes.
    pub votes: RankKey,
    /// BEST.
    pub best: RankKey,
    /// CONTROVERSY.
    pub controversy: RankKey,
    /// The score.
    pub score: RankKey,
    /// The score [reversed](RankKey::reversed): the first article in ascending order.
    pub score_reversed: RankKey,
    /// The time.
    pub time: RankKey,
    /// The time reversed.
    pub time_reversed: RankKey,
    /// The highest id.
    pub last_id: ArticleId,
}

/// The values of one article in every order. Some take a while to compute. They are kept as numbers,
/// since a processor waits when it reads a [`RankKey`] right after it was written in parts.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    id: ArticleId,
    votes: i64,
    best: i64,
    controversy: i64,
    score: i64,
    time: i64,
}

impl Item for Article {
    type Summary = Maxima;
}

impl Default for Maxima {
    fn default() -> Self {
        const NONE: RankKey = RankKey::LOWEST;
        Self {
            votes: NONE,
            best: NONE,
            controversy: NONE,
            score: NONE,
            score_reversed: NONE,
            time: NONE,
            time_reversed: NONE,
            last_id: ArticleId::new(0),
        }
    }
}

impl Summary<Article> for Maxima {
    type Facts = Facts;

    fn facts(number: u32, article: &Article) -> Facts {
        let (up, down) = (article.tally.upvotes, article.tally.downvotes);
        Facts {
            id: ArticleId::new(number),
            votes: article.tally.votes(),
            best: best(up, down).into(),
            controversy: controversy(up, down) as i64,
            score: article.tally.score,
            time: article.time.get(),
        }
    }

    fn add(&mut self, number: u32, article: &Article) {
        let id = ArticleId::new(number);
        let (up, down) = (article.tally.upvotes, article.tally.downvotes);
        let raise = |max: &mut RankKey, key: RankKey| *max = key.max(*max);
        raise(&mut self.votes, RankKey::new(article.tally.votes(), id));
        // Most articles cannot have these maxima, as a cheap bound shows.
        if RankKey::new(best_bound(up, down).into(), id) > self.best {
            raise(&mut self.best, RankKey::new(best(up, down).into(), id));
        }
        if RankKey::new(controversy_bound(up, down) as i64, id) > self.controversy {
            raise(&mut self.controversy, RankKey::new(controversy(up, down) as i64, id));
        }
        let score = RankKey::new(article.tally.score, id);
        raise(&mut self.score, score);
        raise(&mut self.score_reversed, score.reversed());
        let time = RankKey::new(article.time.get(), id);
        raise(&mut self.time, time);
        raise(&mut self.time_reversed, time.reversed());
        self.last_id = id.max(self.last_id);
    }

    fn replace(&mut self, facts: Facts) -> bool {
        let Facts { id, votes, best, controversy, score, time } = facts;
        self.last_id = id.max(self.last_id);
        let reversed = id.complement();
        // All of them, since each that need not be computed again must be up to date.
        replace(&mut self.votes, votes, id)
            & replace(&mut self.best, best, id)
            & replace(&mut self.controversy, controversy, id)
            & replace(&mut self.score, score, id)
            & replace(&mut self.score_reversed, score.saturating_neg(), reversed)
            & replace(&mut self.time, time, id)
            & replace(&mut self.time_reversed, time.saturating_neg(), reversed)
    }

    fn combine(&mut self, other: &Self) {
        let Self { votes, best, controversy, score, score_reversed, time, time_reversed, last_id } =
            self;
        *votes = other.votes.max(*votes);
        *best = other.best.max(*best);
        *controversy = other.controversy.max(*controversy);
        *score = other.score.max(*score);
        *score_reversed = other.score_reversed.max(*score_reversed);
        *time = other.time.max(*time);
        *time_reversed = other.time_reversed.max(*time_reversed);
        *last_id = other.last_id.max(*last_id);
    }
}

/// Raises a maximum to the value of an article. Returns false if the maximum must be computed again,
/// because it is that of the article and higher.
fn replace(max: &mut RankKey, value: i64, id: ArticleId) -> bool {
    let (max_value, max_id) = (max.number(), max.id());
    if (value, id) > (max_value, max_id) {
        *max = RankKey::new(value, id);
    }
    id != max_id || value >= max_value
}
