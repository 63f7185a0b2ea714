//! What a site knows of the articles in each part of its table, so that searches need not read most
//! of them.

use crate::article::Article;
use crate::formula::{best, controversy, may_be_best, may_be_controversial};
use crate::ranking::RankKey;
use crate::table::{Item, Replaced, Summary};
use crate::types::ArticleId;

/// The maxima of a set of articles. Of the articles that have the largest value, each position is
/// that of the highest id.
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
    /// No article has a lower score. It stays when the article that had it gains votes: to look for
    /// the next one would slow down one vote in a hundred.
    pub least_score: i64,
    /// The latest time of posting, in UNIX seconds.
    pub latest: i64,
    /// The earliest.
    pub earliest: i64,
    /// The highest id.
    pub last_id: ArticleId,
}

/// What the maxima take from one article. Kept as numbers, since a processor waits when it reads a
/// [`RankKey`] right after it was written in parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    id: ArticleId,
    up: u32,
    down: u32,
    /// The number by which the order of score ranks it.
    score: i64,
    time: i64,
    /// Whether it is listed; only then it counts.
    is_listed: bool,
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
            least_score: i64::MAX,
            latest: i64::MIN,
            earliest: i64::MAX,
            last_id: ArticleId::new(0),
        }
    }
}

impl Maxima {
    /// Returns whether no article of the part is listed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Extends what is no position of an article. Returns whether anything changed.
    fn extend(&mut self, facts: &Facts) -> bool {
        let Self { least_score, latest, earliest, last_id, .. } = self;
        let is_beyond = facts.score < *least_score
            || facts.time > *latest
            || facts.time < *earliest
            || facts.id > *last_id;
        if is_beyond {
            *least_score = facts.score.min(*least_score);
            *latest = facts.time.max(*latest);
            *earliest = facts.time.min(*earliest);
            *last_id = facts.id.max(*last_id);
        }
        is_beyond
    }
}

impl Maxima {
    /// Returns whether an article that is not listed may have been, and may have made a difference.
    fn may_depend_on(&self, facts: &Facts) -> bool {
        let Self { votes, best, controversy, score, latest, earliest, last_id, .. } = self;
        let is_max = [votes, best, controversy, score].iter().any(|max| max.id() == facts.id);
        let is_within = *earliest < facts.time && facts.time < *latest && facts.id < *last_id;
        is_max || !is_within
    }
}

impl Facts {
    fn votes(&self) -> i64 {
        i64::from(self.up) - i64::from(self.down)
    }

    fn best(&self) -> i64 {
        best(self.up, self.down).into()
    }

    fn controversy(&self) -> i64 {
        controversy(self.up, self.down) as i64
    }

    /// Returns whether BEST may reach that of a position, by a test that rules out most articles.
    fn may_be_best(&self, max: RankKey) -> bool {
        may_be_best(self.up, self.down, max.number())
    }

    /// Returns whether CONTROVERSY may reach that of a position, by such a test.
    fn may_be_controversial(&self, max: RankKey) -> bool {
        may_be_controversial(self.up, self.down, max.number())
    }
}

impl Summary<Article> for Maxima {
    type Facts = Facts;

    fn facts(number: u32, article: &Article) -> Facts {
        Facts {
            id: ArticleId::new(number),
            up: article.tally.upvotes,
            down: article.tally.downvotes,
            score: article.score_key(),
            time: article.time.get(),
            is_listed: article.is_listed(),
        }
    }

    fn replace(&mut self, facts: Facts) -> Replaced {
        let id = facts.id;
        if !facts.is_listed {
            return if self.may_depend_on(&facts) {
                Replaced::Outdated
            } else {
                Replaced::Unchanged
            };
        }
        let mut all = match self.extend(&facts) {
            true => Replaced::Changed,
            false => Replaced::Unchanged,
        };
        let mut note = |one: Replaced| {
            if one == Replaced::Outdated || all == Replaced::Unchanged {
                all = one;
            }
        };
        note(replace(&mut self.votes, id, facts.votes()));
        note(replace(&mut self.score, id, facts.score));
        if self.best.id() == id || facts.may_be_best(self.best) {
            note(replace(&mut self.best, id, facts.best()));
        }
        if self.controversy.id() == id || facts.may_be_controversial(self.controversy) {
            note(replace(&mut self.controversy, id, facts.controversy()));
        }
        all
    }

    fn combine(&mut self, other: &Self) {
        let Self { votes, best, controversy, score, least_score, latest, earliest, last_id } =
            self;
        *votes = other.votes.max(*votes);
        *best = other.best.max(*best);
        *controversy = other.controversy.max(*controversy);
        *score = other.score.max(*score);
        *least_score = other.least_score.min(*least_score);
        *latest = other.latest.max(*latest);
        *earliest = other.earliest.min(*earliest);
        *last_id = other.last_id.max(*last_id);
    }

    fn holds_for(&self, exact: &Self) -> bool {
        let least_score = self.least_score;
        least_score <= exact.least_score && *self == Self { least_score, ..exact.clone() }
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
