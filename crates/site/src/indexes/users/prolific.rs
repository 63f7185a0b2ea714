//! The articles of a user who has many.

use crate::article::Article;
use crate::orders::ranking_set::{Positions, RankingSet};
use crate::structures::table::Table;
use crate::terms::types::ArticleId;

/// Many articles of one user.
#[derive(Clone, Debug, Default)]
pub struct Prolific {
    /// Those that are listed.
    rankings: RankingSet,
    /// The number of all.
    len: usize,
    /// The sum of the votes on all.
    karma: i64,
}

impl Prolific {
    /// Returns the articles with these ids.
    pub fn of(ids: impl Iterator<Item = ArticleId> + Clone, articles: &Table<Article>) -> Self {
        let found = ids.filter_map(|id| Some((id, articles.get(id.get())?)));
        let votes = found.clone().map(|(_, article)| article.tally.votes());
        Self {
            len: votes.clone().count(),
            karma: votes.sum(),
            rankings: found.filter(|(_, article)| article.is_listed()).collect(),
        }
    }

    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the sum of the votes.
    pub fn karma(&self) -> i64 {
        self.karma
    }

    /// Returns the rankings of the listed articles.
    pub fn rankings(&self) -> &RankingSet {
        &self.rankings
    }

    /// Adds an article. `positions` are where it must be, if it is listed.
    pub fn add(&mut self, article: &Article, positions: Option<&Positions>) {
        self.len += 1;
        self.update(article.tally.votes(), None, positions);
    }

    /// Removes an article. `positions` are where it is, if it is listed.
    pub fn remove(&mut self, article: &Article, positions: Option<&Positions>) {
        self.len -= 1;
        self.update(-article.tally.votes(), positions, None);
    }

    /// Moves an article, whose votes changed by `votes`.
    pub fn update(&mut self, votes: i64, from: Option<&Positions>, to: Option<&Positions>) {
        self.karma += votes;
        self.rankings.update(from, to);
    }
}
