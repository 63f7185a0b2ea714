//! A site, and what it can do: one file per operation.

mod activity;
mod alter;
mod check;
mod closing;
pub mod codec;
mod count;
mod edit;
mod load;
mod membership;
mod moderation;
mod page;
mod post;
mod record;
mod transfer;
mod unvote;
mod view;
mod vote;

use std::hash::RandomState;

use crate::article::Article;
use crate::article::changes::Changes;
use crate::indexes::Listings;
use crate::indexes::links::Links;
use crate::ledger::ClosedLedger;
use crate::orders::ranking::Ranking;
use crate::query::Catalog;
use crate::structures::table::Table;
use crate::terms::settings::Settings;
use crate::terms::types::{ArticleId, UnixTime};
pub use activity::Bumped;
pub use closing::DROPS_PER_COMMAND;
pub use edit::Edit;
pub use load::{LoadedRecord, Voters};
pub use moderation::Moderation;
pub use page::Page;
pub use post::{MAX_ID_GAP, NewArticle, Posted};
use record::NewRecord;
pub use record::{ArticleRecord, GroupNames, VoteRecords, window_until};
pub use unvote::Unvoted;
pub use view::{ArticleView, Info, UserInfo};
pub use vote::Voted;

/// Whether to enforce the rules about time, about voting on one's own articles and about gaps
/// between ids, or to trust whoever enforced them before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A client: enforce the rules at this time.
    Client(UnixTime),
    /// A primary, or this site before a restart: the operation was accepted there.
    Replay,
}

/// A voting site.
#[derive(Clone, Debug, Default)]
pub struct Site {
    settings: Settings,
    changes: Changes,
    last_id: u32,
    /// Number of votes in all ledgers.
    votes: u64,
    articles: Table<Article>,
    listings: Listings,
    pub(crate) links: Links,
    /// Articles that have a ledger, by the time at which voting closes.
    closing: Ranking,
    hasher: RandomState,
    /// Large ledgers that are no longer needed, to be freed by the caller.
    closed_ledgers: Vec<ClosedLedger>,
}

impl Site {
    /// Returns an empty site.
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Returns what queries read.
    pub(crate) fn catalog(&self) -> Catalog<'_> {
        let Self { articles, listings, settings, hasher, .. } = self;
        Catalog { articles, listings, settings, hasher }
    }

    /// Stores an article and counts its id as assigned.
    fn insert(&mut self, record: NewRecord) {
        let id = record.id;
        let hash = self.links.prefetch(record.link, &self.hasher);
        let article = self.article_of(record);
        self.listings.insert(id, &article, &self.articles);
        self.links.insert(id, &article, hash, &self.articles);
        if !article.ledger.is_dropped() {
            self.closing.insert(closing::key(id, &article));
        }
        self.store(id, article);
    }

    /// Stores an article and counts its id as assigned, but leaves the rest to
    /// [`Site::rank_all`].
    fn insert_unranked(&mut self, record: NewRecord) {
        let id = record.id;
        let article = self.article_of(record);
        self.store(id, article);
    }

    /// Ranks and indexes all articles, faster than by inserting them one by one.
    fn rank_all(&mut self) {
        self.listings.rank(&self.articles);
        self.links = Links::of(&self.articles, &self.hasher);
        let articles = self.articles.iter().map(|(id, article)| (ArticleId::new(id), article));
        let with_ledger = articles.filter(|(_, article)| !article.ledger.is_dropped());
        self.closing = with_ledger.map(|(id, article)| closing::key(id, article)).collect();
    }

    /// Returns the article of a record. Its poster must get the article.
    fn article_of(&mut self, record: NewRecord) -> Article {
        let poster = self.listings.users.number_or_new(record.poster, &self.hasher);
        record.into_article(poster)
    }

    fn store(&mut self, id: ArticleId, mut article: Article) {
        self.changes.count_in(&mut article);
        self.last_id = self.last_id.max(id.get());
        self.votes += article.recorded_votes();
        self.articles.insert(id.get(), article);
    }
}
