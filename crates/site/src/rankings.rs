//! The rankings of a set of articles, one per order, and the position of an article in each.

use crate::article::Article;
use crate::ranking::{RankKey, Ranking};
use crate::types::ArticleId;

/// Number of orders.
const ORDERS: usize = Ranked::ALL.len();

/// An order of which there is a ranking. Articles of the same number are ordered by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranked {
    /// By score.
    Score,
    /// By the time of posting.
    Time,
}

impl Ranked {
    /// Every such order, in the order of its variants.
    pub const ALL: [Self; 2] = [Self::Score, Self::Time];
    /// The names of these orders in commands.
    pub const NAMES: [&'static str; Self::ALL.len()] = ["SCORE", "TIME"];

    /// Returns the number by which the order ranks an article.
    fn key(self, article: &Article) -> i64 {
        match self {
            Ranked::Score => article.score_key(),
            Ranked::Time => article.time.get(),
        }
    }
}

/// The positions of one article, one per order. They are kept as numbers, since a processor waits
/// when it reads a [`RankKey`] right after it was written in parts.
#[derive(Clone, Copy, Debug)]
pub struct RankKeys {
    id: ArticleId,
    numbers: [i64; ORDERS],
}

impl RankKeys {
    /// Returns the positions that an article must have, if it is listed.
    pub fn listed(id: ArticleId, article: &Article) -> Option<Self> {
        article.is_listed().then(|| Self::of(id, article))
    }

    /// Returns the positions that an article must have where it is listed.
    pub fn of(id: ArticleId, article: &Article) -> Self {
        Self { id, numbers: Ranked::ALL.map(|order| order.key(article)) }
    }

    /// Returns the positions, in the order of [`Ranked::ALL`].
    fn iter(&self) -> impl Iterator<Item = RankKey> {
        self.numbers.iter().map(|number| RankKey::new(*number, self.id))
    }

    #[allow(clippy::indexing_slicing)] // There is a number for each order.
    /// Returns the position in an order.
    pub fn by(&self, order: Ranked) -> RankKey {
        RankKey::new(self.numbers[order as usize], self.id)
    }
}

/// A set of articles, ranked in every order.
#[derive(Clone, Debug, Default)]
pub struct Rankings([Ranking; ORDERS]);

impl<'a> FromIterator<(ArticleId, &'a Article)> for Rankings {
    /// Ranks articles, faster than by inserting them one by one.
    fn from_iter<I: IntoIterator<Item = (ArticleId, &'a Article)>>(articles: I) -> Self {
        let keys: Vec<RankKeys> =
            articles.into_iter().map(|(id, article)| RankKeys::of(id, article)).collect();
        Self(Ranked::ALL.map(|order| keys.iter().map(|keys| keys.by(order)).collect()))
    }
}

impl Rankings {
    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.by(Ranked::Time).len()
    }

    /// Returns the ranking of an order.
    #[allow(clippy::indexing_slicing)] // There is a ranking for each order.
    pub fn by(&self, order: Ranked) -> &Ranking {
        &self.0[order as usize]
    }

    /// Moves an article that was at some positions, if it was listed, to those at which it must be,
    /// if it is listed now.
    pub fn update(&mut self, from: Option<&RankKeys>, to: Option<&RankKeys>) {
        match (from, to) {
            (Some(from), Some(to)) => self.shift(from, to),
            (Some(keys), None) => self.remove(keys),
            (None, Some(keys)) => self.insert(keys),
            (None, None) => {}
        }
    }

    fn insert(&mut self, keys: &RankKeys) {
        for (ranking, key) in self.0.iter_mut().zip(keys.iter()) {
            ranking.insert(key);
        }
    }

    fn remove(&mut self, keys: &RankKeys) {
        for (ranking, key) in self.0.iter_mut().zip(keys.iter()) {
            ranking.remove(key);
        }
    }

    /// Moves an article in the rankings in which its position differs.
    fn shift(&mut self, from: &RankKeys, to: &RankKeys) {
        let moves = from.numbers.iter().zip(&to.numbers);
        for (ranking, (from, new)) in self.0.iter_mut().zip(moves) {
            if from != new {
                ranking.reposition(RankKey::new(*from, to.id), RankKey::new(*new, to.id));
            }
        }
    }

    /// Returns whether an article is where it must be in every ranking.
    pub fn contain(&self, keys: &RankKeys) -> bool {
        self.0.iter().zip(keys.iter()).all(|(ranking, key)| ranking.contains(key))
    }

    /// Checks each ranking, and that all have the same number of articles.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.0.iter().try_for_each(Ranking::check)?;
        match self.0.iter().all(|ranking| ranking.len() == self.len()) {
            true => Ok(()),
            false => Err("rankings of the same articles differ in length"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_each_order_at_its_own_index() {
        for (index, order) in Ranked::ALL.into_iter().enumerate() {
            assert_eq!(order as usize, index);
        }
    }
}
