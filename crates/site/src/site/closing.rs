//! The end of voting: vote records that are no longer needed are dropped.

use crate::item::Item;
use crate::items::Items;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::site::Site;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime};

/// The maximum number of articles and comments whose vote records one command drops. Replicas do
/// the same, so the number must never change.
pub const DROPS_PER_COMMAND: usize = 64;

/// The articles and comments that have a ledger, by the time at which voting closes.
#[derive(Clone, Debug, Default)]
pub struct Closing {
    articles: Ranking,
    comments: Ranking,
}

impl Closing {
    pub fn of(items: &Items) -> Self {
        let ranking = |kind| {
            let items = items.of(kind).iter().map(|(id, item)| (ItemId::new(id), item));
            items.filter_map(|(id, item)| Some(Position::new(item.drops()?, id))).collect()
        };
        Self { articles: ranking(Kind::Article), comments: ranking(Kind::Comment) }
    }

    pub fn by(&self, kind: Kind) -> &Ranking {
        match kind {
            Kind::Article => &self.articles,
            Kind::Comment => &self.comments,
        }
    }

    fn by_mut(&mut self, kind: Kind) -> &mut Ranking {
        match kind {
            Kind::Article => &mut self.articles,
            Kind::Comment => &mut self.comments,
        }
    }

    pub fn insert(&mut self, id: ItemId, kind: Kind, closes: i64) {
        let is_inserted = self.by_mut(kind).insert(Position::new(closes, id));
        debug_assert!(is_inserted, "an item would close twice");
    }

    pub fn remove(&mut self, id: ItemId, kind: Kind, closes: i64) {
        let is_removed = self.by_mut(kind).remove(&Position::new(closes, id));
        debug_assert!(is_removed, "an item is not among what closes then");
    }

    /// Returns whether an article or comment is there, at the time at which its voting closes.
    pub fn contains(&self, id: ItemId, item: &Item) -> bool {
        self.by(item.content.kind()).contains(Position::new(item.closes(), id))
    }

    fn first(&self) -> Option<Position> {
        let [articles, comments] = [&self.articles, &self.comments].map(Ranking::first);
        articles.into_iter().chain(comments).min()
    }

    /// Returns the ids for which voting closes later than at a time, in UNIX seconds.
    pub fn after(&self, time: i64) -> Vec<ItemId> {
        [&self.articles, &self.comments].into_iter().flat_map(|by| by.above(time)).collect()
    }

    pub fn check(&self) -> Result<(), &'static str> {
        self.articles.check()?;
        self.comments.check()
    }
}

impl Site {
    /// Sets whether the following operations hold vote records of what has closed, instead of
    /// dropping them. To be set while the time that they get may be wrong: dropping is for good.
    pub fn hold_closed(&mut self, holds: bool) {
        self.holds_closed = holds;
    }

    /// Drops the vote records of articles and comments whose voting had closed at `time`, of at
    /// most [`DROPS_PER_COMMAND`] of them, unless they are [held](Site::hold_closed). Returns how
    /// many items that were.
    pub fn drop_closed(&mut self, time: UnixTime) -> usize {
        self.drop_closed_first(DROPS_PER_COMMAND, time)
    }

    /// As [`Site::drop_closed`], of at most `most`.
    pub(super) fn drop_closed_first(&mut self, most: usize, time: UnixTime) -> usize {
        let mut dropped = 0;
        while !self.holds_closed
            && dropped < most
            && let Some(key) = self.closing.first()
            && key.number() <= time.get()
        {
            self.close_votes(key.id());
            dropped += 1;
        }
        dropped
    }

    /// Ends the vote records of an article or comment that has some. Users keep their own votes
    /// if the site is set to that.
    pub(super) fn close_votes(&mut self, id: ItemId) {
        self.change_item(id, |item, site| item.close_votes(site.settings.keep_votes()));
    }
}
