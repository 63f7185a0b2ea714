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
mod closing;
mod codec;
pub mod counted_tree;
mod edit;
mod error;
mod fields;
pub mod formula;
mod group_number;
mod groups;
mod integer;
pub mod ledger;
mod listings;
mod load;
mod maxima;
mod membership;
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
mod view;
mod vote;

use std::hash::RandomState;

use article::Article;
pub use closing::DROPS_PER_COMMAND;
pub use codec::{DecodeError, ENCODING, decode, encode};
pub use counted_tree::Direction;
pub use edit::Edit;
pub use error::Error;
pub use fields::{Field, FieldPair, MAX_FIELDS};
pub use integer::parse_integer;
pub use ledger::{ClosedLedger, Ledger};
use listings::Listings;
pub use load::{LoadedRecord, Voters};
pub use membership::MAX_GROUPS;
pub use order::Order;
pub use post::{MAX_ID_GAP, NewArticle};
pub use query::{Cursor, Filters, Page, Query, Source};
use ranking::Ranking;
pub use rankings::Ranked;
pub use record::{ArticleRecord, GroupNames, window_until};
pub use settings::{Setting, SettingKind, Settings, SettingsChange};
use table::Table;
pub use tally::Tally;
pub use types::{
    ArticleId, FieldName, FieldValue, GroupName, Link, Title, UnixTime, UserName, Vote,
};
pub use view::{ArticleView, Info};
pub use vote::Voted;

/// The largest distance of a score from zero.
const SCORE_LIMIT: i64 = 1 << 61;

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
    fn insert(&mut self, id: ArticleId, article: Article) {
        self.listings.insert(id, &article);
        if !article.ledger.is_dropped() {
            self.closing.insert(closing::key(id, &article));
        }
        self.insert_unranked(id, article);
    }

    /// Ranks all articles, faster than by inserting them one by one.
    fn rank_all(&mut self) {
        let articles = || self.articles.iter().map(|(id, article)| (ArticleId::new(id), article));
        self.listings.rank(articles);
        let with_ledger = articles().filter(|(_, article)| !article.ledger.is_dropped());
        self.closing = with_ledger.map(|(id, article)| closing::key(id, article)).collect();
    }

    /// Stores an article and counts its id as assigned, but does not rank the article.
    fn insert_unranked(&mut self, id: ArticleId, article: Article) {
        self.last_id = self.last_id.max(id.get());
        self.votes += article.recorded_votes();
        self.articles.insert(id.get(), article);
    }
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
