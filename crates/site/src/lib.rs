//! A voting site: articles, the votes on them, their groups, and the order that votes give them.
//!
//! Everything that a site can do is a method of [`Site`], which keeps every invariant;
//! [`Site::check`] states them all. The crate has no clock and knows nothing of Redis: the caller
//! passes the time, and an [`Origin`] that says whether to enforce the voting rules. A refused
//! operation has changed nothing.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod alter;
mod article;
mod bucket;
mod check;
mod chunks;
mod closing;
mod codec;
pub mod counted_tree;
mod edit;
mod error;
mod fields;
mod flags;
pub mod formula;
mod group_number;
mod groups;
mod hash_index;
mod integer;
pub mod ledger;
mod linear_hash;
mod links;
mod listings;
mod load;
mod maxima;
mod membership;
mod moderation;
mod order;
mod post;
mod prefetch;
mod query;
pub mod ranking;
mod rankings;
mod record;
mod settings;
mod table;
mod tally;
mod texts;
mod types;
mod user;
mod user_number;
mod users;
mod view;
mod vote;

use std::hash::RandomState;

use article::Article;
pub use article::formula_score;
pub use closing::DROPS_PER_COMMAND;
pub use codec::{DecodeError, ENCODING, decode, encode};
pub use counted_tree::Direction;
pub use edit::Edit;
pub use error::Error;
pub use fields::{Field, FieldPair, MAX_FIELDS};
pub use flags::Flags;
pub use integer::parse_integer;
pub use ledger::{ClosedLedger, Ledger};
use links::Links;
use listings::Listings;
pub use load::{LoadedRecord, Voters};
pub use membership::MAX_GROUPS;
pub use moderation::Moderation;
pub use order::Order;
pub use post::{MAX_ID_GAP, NewArticle, Posted};
pub use query::{Cursor, Filters, Page, Query, Source};
use ranking::Ranking;
pub use rankings::Ranked;
use record::NewRecord;
pub use record::{ArticleRecord, GroupNames, window_until};
pub use settings::{Setting, SettingKind, Settings, SettingsChange};
use table::Table;
pub use tally::Tally;
pub use types::{
    ArticleId, Boost, FieldName, FieldValue, GroupName, Link, Title, UnixTime, UserName, Vote,
};
pub use user::UserInfo;
pub use view::{ArticleView, Info};
pub use vote::Voted;

/// The largest distance from zero of a score without the boost.
pub const SCORE_LIMIT: i64 = 1 << 61;

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
    last_id: u32,
    /// Number of votes in all ledgers.
    votes: u64,
    articles: Table<Article>,
    listings: Listings,
    links: Links,
    /// Number of articles that are hidden.
    hidden: usize,
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

    /// Stores an article and counts its id as assigned.
    fn insert(&mut self, record: NewRecord) {
        let id = record.id;
        let article = self.article_of(record);
        self.listings.insert(id, &article, &self.articles);
        self.links.insert(id, article.texts.link(), &self.hasher);
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

    fn store(&mut self, id: ArticleId, article: Article) {
        self.last_id = self.last_id.max(id.get());
        self.votes += article.recorded_votes();
        self.hidden += usize::from(!article.is_listed());
        self.articles.insert(id.get(), article);
    }
}

/// Returns the item of a name.
fn named<T: Copy, const N: usize>(items: [T; N], names: [&str; N], name: &[u8]) -> Option<T> {
    let index = names.iter().position(|n| n.as_bytes() == name)?;
    items.get(index).copied()
}

/// Returns the items without repetitions, or None if they are more than `max`.
fn distinct<T: Copy + PartialEq>(
    items: impl IntoIterator<Item = T>,
    max: usize,
) -> Option<Vec<T>> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            if distinct.len() == max {
                return None;
            }
            distinct.push(item);
        }
    }
    Some(distinct)
}
