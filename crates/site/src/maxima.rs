//! What a site knows of the articles in each part of its table, so that searches need not read most
//! of them.

use crate::article::Article;
use crate::formula::{best, controversy, may_be_best, may_be_controversial};
use crate::ranking::RankKey;
use crate::table::{Item, Replaced, Summary};
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

/// What the maxima take from one article. Kept as numbers, since a processor waits when it reads a
/// [`RankKey`] right after it was written in parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    id: ArticleId,
    votes: i64,
    up: u32,
    down: u32,
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
        Facts {
            id: ArticleId::new(number),
            votes: article.tally.votes(),
            up: article.tally.upvotes,
            down: article.tally.downvotes,
            score: article.tally.score,
            time: article.time.get(),
        }
    }

    fn add(&mut self, number: u32, article: &Article) {
        let id = ArticleId::new(number);
        let (up, down) = (article.tally.upvotes, article.tally.downvotes);
        let raise = |max: &mut RankKey, key: RankKey| *max = key.max(*max);
        raise(&mut self.votes, RankKey::new(article.tally.votes(), id));
        // Most articles cannot have these maxima, as a cheap test shows.
        if may_be_best(up, down, self.best.number()) {
            raise(&mut self.best, RankKey::new(best(up, down).into(), id));
        }
        if may_be_controversial(up, down, self.controversy.number()) {
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

    fn replace(&mut self, facts: Facts) -> Replaced {
        let Facts { id, votes, up, down, score, time } = facts;
        let reversed = id.complement();
        let mut all = Replaced::Unchanged;
        let mut note = |one: Replaced| {
            if one == Replaced::Outdated || all == Replaced::Unchanged {
                all = one;
            }
        };
        note(replace(&mut self.votes, id, votes));
        note(replace(&mut self.score, id, score));
        note(replace(&mut self.score_reversed, reversed, score.saturating_neg()));
        note(replace(&mut self.time, id, time));
        note(replace(&mut self.time_reversed, reversed, time.saturating_neg()));
        // Most articles have neither of these maxima, as a cheap test shows.
        if self.best.id() == id || may_be_best(up, down, self.best.number()) {
            note(replace(&mut self.best, id, best(up, down).into()));
        }
        if self.controversy.id() == id || may_be_controversial(up, down, self.controversy.number())
        {
            note(replace(&mut self.controversy, id, controversy(up, down) as i64));
        }
        if id > self.last_id {
            self.last_id = id;
            note(Replaced::Changed);
        }
        all
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

/// Raises a maximum to the value of an article.
fn replace(max: &mut RankKey, id: ArticleId, value: i64) -> Replaced {
    let (max_value, max_id) = (max.number(), max.id());
    if id == max_id && value < max_value {
        return Replaced::Outdated;
    }
    if (value, id) <= (max_value, max_id) {
        return Replaced::Unchanged;
    }
    *max = RankKey::new(value, id);
    Replaced::Changed
}
