//! A voting site: articles, the votes on them, groups of them, and the order that votes give.
//!
//! Everything a site can do is a method of [`Site`], which keeps every invariant; [`Site::check`]
//! states them. There is no clock here and nothing of Redis: the caller passes the time and says
//! through [`Origin`] whether the rules of time are to be applied or have been. What is refused
//! has changed nothing.

mod article;
mod bucket;
mod check;
mod codec;
pub mod counted_tree;
mod edit;
mod error;
mod groups;
mod integer;
pub mod ledger;
mod load;
mod membership;
mod post;
mod prefetch;
pub mod ranking;
mod settings;
mod table;
mod types;
mod view;
mod vote;

use std::hash::RandomState;

use article::Article;
use bucket::Bucket;
pub use codec::{DecodeError, decode, encode};
pub use counted_tree::Direction;
pub use edit::Edit;
pub use error::Error;
use groups::Groups;
pub use integer::parse_integer;
pub use load::{LoadedArticle, LoadedVotes, Voters};
pub use post::{DROPS_PER_POST, NewArticle};
use ranking::Ranking;
pub use settings::{Setting, SettingKind, Settings, SettingsChange};
use table::Table;
pub use types::{
    AnyFieldName, ArticleId, FieldName, FieldValue, GroupName, Link, Order, Title, UnixTime,
    UserName, Vote,
};
pub use view::{ArticleView, Info, PageQuery, Tally};
pub use vote::Voted;

/// Groups an article can be in, at most.
pub const MAX_GROUPS: usize = 32;
/// Custom fields an article can have, at most.
pub const MAX_FIELDS: usize = 32;
/// Scores are further from zero only if they were made up.
const SCORE_LIMIT: i64 = 1 << 61;
/// Who answers for an operation being within the rules of time and of voting on one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The site, at this time.
    Client(UnixTime),
    /// Another site did, which accepted it: a primary, or this one before a restart.
    Replay,
}

/// The vote records of an article after they were dropped, to be freed by dropping this.
#[derive(Clone, Debug)]
#[allow(dead_code)] // It only owns the memory.
pub struct ClosedLedger(Vec<Vec<Bucket>>);

/// A voting site.
#[derive(Clone, Debug, Default)]
pub struct Site {
    settings: Settings,
    last_id: u32,
    votes: u64,
    articles: Table<Article>,
    by_score: Ranking,
    by_time: Ranking,
    /// Articles whose vote records are still held, by the time at which voting closes.
    closing: Ranking,
    groups: Groups,
    hasher: RandomState,
    /// What is left to free of large ledgers that were dropped.
    closed_ledgers: Vec<ClosedLedger>,
}

impl Site {
    /// An empty site.
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Changes settings. A new vote score re-ranks the articles that are open for voting at
    /// `now`; the others keep their score. A new window holds for articles posted from then on.
    /// True if anything is different now.
    pub fn alter(&mut self, change: SettingsChange, now: UnixTime) -> bool {
        let settings = self.settings.with(change);
        if settings == self.settings {
            return false;
        }
        let rerank = settings.vote_score() != self.settings.vote_score();
        self.settings = settings;
        if rerank {
            for id in self.closing.above(now.get()) {
                let Some(article) = self.articles.get_mut(id.get()) else { continue };
                let score = article.score_at(settings.vote_score());
                rescore(article, id, score, &mut self.by_score, &mut self.groups);
            }
        }
        true
    }

    /// Makes the rankings of the site, but not those of its groups, anew.
    fn rank_all(&mut self) {
        let articles = || self.articles.iter().map(|(id, article)| (ArticleId::new(id), article));
        let by_score = articles().map(|(id, article)| (article.score, id)).collect();
        let by_time = articles().map(|(id, article)| (article.time.get(), id)).collect();
        let held = articles().filter(|(_, article)| !article.ledger.is_dropped());
        let closing = held.map(|(id, article)| (article.closes(), id)).collect();
        (self.by_score, self.by_time, self.closing) = (by_score, by_time, closing);
    }

    /// Enters a finished article, and counts its id as given.
    fn insert(&mut self, id: ArticleId, article: Article) {
        self.last_id = self.last_id.max(id.get());
        self.by_score.insert(article.score, id);
        self.by_time.insert(article.time.get(), id);
        if !article.ledger.is_dropped() {
            self.closing.insert(article.closes(), id);
        }
        self.articles.insert(id.get(), article);
    }
}

/// Gives an article another score, in every ranking it is in.
fn rescore(
    article: &mut Article,
    id: ArticleId,
    score: i64,
    by_score: &mut Ranking,
    groups: &mut Groups,
) {
    let from = std::mem::replace(&mut article.score, score);
    if from != score {
        by_score.reposition(from, score, id);
        for number in article.groups() {
            groups.rescore(*number, id, from, score);
        }
    }
}

/// The items without repetitions, if they are not more than `most`.
fn distinct<'a, T: PartialEq>(
    items: impl IntoIterator<Item = &'a T>,
    most: usize,
) -> Option<Vec<&'a T>> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            if distinct.len() == most {
                return None;
            }
            distinct.push(item);
        }
    }
    Some(distinct)
}
