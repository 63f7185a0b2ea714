//! The articles of one user.

use crate::article::Article;
use crate::orders::ranking_set::{Positions, RankingSet};
use crate::structures::table::Table;
use crate::terms::types::ArticleId;

/// The number of articles from which on they are ranked. Reading fewer takes no longer than replying
/// with a page.
const FEW: usize = 128;

/// The articles of a user. Nearly all users have few, which cost next to nothing.
#[derive(Clone, Debug)]
pub enum Submissions {
    /// The only article, whether it is listed or not.
    One(ArticleId),
    /// All articles, by id, whether they are listed or not.
    Few(Box<[ArticleId]>),
    /// The articles of a user who has or had more.
    Many(Box<RankedSubmissions>),
}

/// Many articles of one user.
#[derive(Clone, Debug)]
pub struct RankedSubmissions {
    /// Those that are listed.
    pub rankings: RankingSet,
    /// The number of all.
    len: usize,
}

impl Default for Submissions {
    fn default() -> Self {
        Self::Few(Box::default())
    }
}

impl Submissions {
    /// Returns the number of articles, whether they are listed or not.
    pub fn len(&self) -> usize {
        match self {
            Self::Many(ranked) => ranked.len,
            few => few.ids().len(),
        }
    }

    /// Returns all articles by id, whether they are listed or not; none of those that are ranked.
    pub fn ids(&self) -> &[ArticleId] {
        match self {
            Self::One(id) => std::slice::from_ref(id),
            Self::Few(ids) => ids,
            Self::Many(_) => &[],
        }
    }

    /// Returns the articles with these ids, which ascend and are in the table.
    pub fn new(ids: impl ExactSizeIterator<Item = ArticleId>, articles: &Table<Article>) -> Self {
        let len = ids.len();
        if len < FEW {
            let ids: Box<[ArticleId]> = ids.collect();
            return match *ids {
                [id] => Self::One(id),
                _ => Self::Few(ids),
            };
        }
        let found = ids.filter_map(|id| Some((id, articles.get(id.get())?)));
        let rankings = found.filter(|(_, article)| article.is_listed()).collect();
        Self::Many(Box::new(RankedSubmissions { rankings, len }))
    }

    /// Adds an article. `keys` are its positions, if it is listed, and `articles` are those that are
    /// stored already.
    pub fn add(&mut self, id: ArticleId, keys: Option<&Positions>, articles: &Table<Article>) {
        match self {
            // The ids of a site only grow.
            Self::Few(ids) if ids.is_empty() => *self = Self::One(id),
            Self::Few(ids) if ids.len() < FEW => {
                *ids = ids.iter().copied().chain([id]).collect();
            }
            Self::Few(ids) => {
                *self = Self::new(ids.iter().copied(), articles);
                self.add(id, keys, articles);
            }
            Self::One(first) => *self = Self::Few([*first, id].into()),
            Self::Many(ranked) => {
                ranked.len += 1;
                ranked.rankings.update(None, keys);
            }
        }
    }

    /// Removes an article.
    pub fn remove(&mut self, id: ArticleId, keys: Option<&Positions>) {
        match self {
            Self::Few(ids) => *ids = ids.iter().copied().filter(|other| *other != id).collect(),
            Self::One(_) => *self = Self::default(),
            Self::Many(ranked) => ranked.len -= 1,
        }
        self.update(keys, None);
    }

    /// Moves an article in the rankings, if there are any.
    pub fn update(&mut self, from: Option<&Positions>, to: Option<&Positions>) {
        if let Self::Many(ranked) = self {
            ranked.rankings.update(from, to);
        }
    }
}
