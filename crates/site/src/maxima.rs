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

/// The positions of one article in every order. Some take a while to compute.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    votes: RankKey,
    best: RankKey,
    controversy: RankKey,
    score: RankKey,
    time: RankKey,
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
        let id = ArticleId::new(number);
        let (up, down) = (article.tally.upvotes, article.tally.downvotes);
        Facts {
            votes: RankKey::new(article.tally.votes(), id),
            best: RankKey::new(best(up, down).into(), id),
            controversy: RankKey::new(controversy(up, down) as i64, id),
            score: RankKey::new(article.tally.score, id),
            time: RankKey::new(article.time.get(), id),
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
        let Facts { votes, best, controversy, score, time } = facts;
        self.last_id = votes.id().max(self.last_id);
        // All of them, since each that need not be computed again must be up to date.
        replace(&mut self.votes, votes)
            & replace(&mut self.best, best)
            & replace(&mut self.controversy, controversy)
            & replace(&mut self.score, score)
            & replace(&mut self.score_reversed, score.reversed())
            & replace(&mut self.time, time)
            & replace(&mut self.time_reversed, time.reversed())
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

/// Raises a maximum to the position of an article. Returns false if the maximum must be computed
/// again, because it was that of the article and is higher.
fn replace(max: &mut RankKey, key: RankKey) -> bool {
    let is_lowered = max.id() == key.id() && key < *max;
    *max = key.max(*max);
    !is_lowered
}
