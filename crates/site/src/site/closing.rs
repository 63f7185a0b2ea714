//! The end of voting: vote records that are no longer needed are dropped.

use crate::article::Article;
use crate::ledger::ClosedLedger;
use crate::orders::position::Position;
use crate::site::Site;
use crate::terms::types::{ArticleId, UnixTime};

/// The maximum number of articles whose vote records one command drops. Replicas do the same, so
/// the number must never change.
pub const DROPS_PER_COMMAND: usize = 64;

/// Returns the position of an article among those that have a ledger.
pub fn key(id: ArticleId, article: &Article) -> Position {
    Position::new(article.closes(), id)
}

impl Site {
    /// Drops the vote records of articles whose voting had closed at `time`, of at most
    /// [`DROPS_PER_COMMAND`] of them. Returns how many articles that were.
    pub fn drop_closed(&mut self, time: UnixTime) -> usize {
        let mut dropped = 0;
        while dropped < DROPS_PER_COMMAND
            && let Some(key) = self.closing.first()
            && key.number() <= time.get()
        {
            self.drop_votes(key.id());
            dropped += 1;
        }
        dropped
    }

    /// Drops the vote records of an article that has some.
    pub(super) fn drop_votes(&mut self, id: ArticleId) {
        let Self { articles, closing, votes, closed_ledgers, .. } = self;
        articles.update(id.get(), |article| {
            closing.remove(key(id, article));
            *votes -= article.recorded_votes();
            closed_ledgers.extend(article.drop_votes());
        });
    }

    /// Takes the large ledgers that are no longer needed, for the caller to free.
    pub fn take_closed_ledgers(&mut self) -> Vec<ClosedLedger> {
        std::mem::take(&mut self.closed_ledgers)
    }
}
