//! The rankings of a set of articles, and the position of an article in each.

use crate::article::Article;
use crate::counted_tree::Summary as _;
use crate::ranking::{RankKey, Ranking};
use crate::timeline::{Summary, TimeKey, Timeline, Values};
use crate::types::ArticleId;

/// A set of articles, ranked.
#[derive(Clone, Debug, Default)]
pub struct Rankings {
    /// By score.
    pub score: Ranking,
    /// By time, with what a search by any other order needs.
    pub time: Timeline,
}

/// The positions of one article.
#[derive(Clone, Copy, Debug)]
pub struct RankKeys {
    score: RankKey,
    time: TimeKey,
}

impl RankKeys {
    /// Returns the positions that an article must have.
    pub fn of(id: ArticleId, article: &Article) -> Self {
        Self { score: RankKey::new(article.tally.score, id), time: TimeKey::of(id, article) }
    }
}

/// The move of an article in the rankings that it is in.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    score: Option<(RankKey, RankKey)>,
    time: Option<(TimeKey, Values)>,
}

impl Move {
    /// Returns the move from old positions to new ones of the same time.
    pub fn new(from: &RankKeys, to: &RankKeys) -> Self {
        let has_new_data = !to.time.is_same(&from.time);
        Self {
            score: (from.score != to.score).then_some((from.score, to.score)),
            time: has_new_data.then(|| (to.time, Summary::values(&to.time))),
        }
    }
}

impl<'a> FromIterator<(ArticleId, &'a Article)> for Rankings {
    /// Ranks articles, faster than by inserting them one by one.
    fn from_iter<I: IntoIterator<Item = (ArticleId, &'a Article)>>(articles: I) -> Self {
        let articles = articles.into_iter();
        let keys: Vec<RankKeys> =
            articles.map(|(id, article)| RankKeys::of(id, article)).collect();
        Self {
            score: keys.iter().map(|keys| keys.score).collect(),
            time: Timeline::from_keys(keys.iter().map(|keys| keys.time).collect()),
        }
    }
}

impl Rankings {
    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.time.len()
    }

    /// Inserts an article.
    pub fn insert(&mut self, keys: &RankKeys) {
        self.score.insert(keys.score);
        self.time.insert(keys.time);
    }

    /// Removes an article.
    pub fn remove(&mut self, keys: &RankKeys) {
        self.score.remove(keys.score);
        self.time.remove(&keys.time);
    }

    /// Moves an article.
    pub fn apply(&mut self, to: &Move) {
        if let Some((from, to)) = to.score {
            self.score.reposition(from, to);
        }
        if let Some((key, values)) = &to.time {
            self.time.update(key, *values);
        }
    }

    /// Returns whether an article is where it must be.
    pub fn contain(&self, keys: &RankKeys) -> bool {
        self.score.contains(keys.score)
            && self.time.get(&keys.time).is_some_and(|stored| stored.is_same(&keys.time))
    }

    /// Checks each ranking, and that all have the same number of articles.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.score.check()?;
        self.time.check()?;
        match self.score.len() == self.time.len() {
            true => Ok(()),
            false => Err("rankings of the same articles differ in length"),
        }
    }
}
