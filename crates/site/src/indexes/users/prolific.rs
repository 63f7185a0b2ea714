//! The articles of a user who has many.

use crate::article::Article;
use crate::orders::ranking_set::{Place, RankingSet};
use crate::structures::table::Table;
use crate::terms::types::ArticleId;

/// Many articles of one user.
#[derive(Clone, Debug, Default)]
pub struct Prolific {
    /// Those that are listed.
    rankings: RankingSet,
    /// Those that are hidden.
    hidden: RankingSet,
    /// The sum of the votes on all.
    karma: i64,
}

impl Prolific {
    /// Returns the articles with these ids.
    pub fn of(ids: impl Iterator<Item = ArticleId> + Clone, articles: &Table<Article>) -> Self {
        let found = ids.filter_map(|id| Some((id, articles.get(id.get())?)));
        Self {
            rankings: found.clone().filter(|(_, article)| article.is_listed()).collect(),
            hidden: found.clone().filter(|(_, article)| !article.is_listed()).collect(),
            karma: found.map(|(_, article)| article.tally.votes()).sum(),
        }
    }

    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.rankings.len() + self.hidden.len()
    }

    /// Returns the sum of the votes.
    pub fn karma(&self) -> i64 {
        self.karma
    }

    /// Returns the rankings of the listed articles.
    pub fn rankings(&self) -> &RankingSet {
        &self.rankings
    }

    /// Returns the rankings of the hidden articles.
    pub fn hidden(&self) -> &RankingSet {
        &self.hidden
    }

    /// Adds an article at a place.
    pub fn add(&mut self, article: &Article, place: &Place) {
        self.update(article.tally.votes(), None, Some(place));
    }

    /// Removes an article from a place.
    pub fn remove(&mut self, article: &Article, place: &Place) {
        self.update(-article.tally.votes(), Some(place), None);
    }

    /// Moves an article, whose votes changed by `votes`.
    pub fn update(&mut self, votes: i64, from: Option<&Place>, to: Option<&Place>) {
        self.karma += votes;
        self.rankings.update(from.and_then(Place::listed), to.and_then(Place::listed));
        self.hidden.update(from.and_then(Place::hidden), to.and_then(Place::hidden));
    }
}
