//! The articles of a link that many articles have.

use crate::item::Item;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::structures::counted_tree::{CountedTree, Direction};
use crate::terms::types::{ItemId, UnixTime};

/// The articles whose links have the same hash: the newest is found without reading the others.
#[derive(Clone, Debug, Default)]
pub struct PopularLink {
    ids: CountedTree<Vec<ItemId>>,
    /// The same by time.
    by_time: Ranking,
    /// Whether the articles may have several links. Very few have: they are compared in vain
    /// otherwise, and links can be long.
    pub are_mixed: bool,
}

fn position(id: ItemId, article: &Item) -> Position {
    Position::new(article.time.get(), id)
}

impl PopularLink {
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn insert(&mut self, id: ItemId, article: &Item) {
        self.ids.insert(id);
        self.by_time.insert(position(id, article));
    }

    pub fn remove(&mut self, id: ItemId, time: UnixTime) {
        self.ids.remove(&id);
        self.by_time.remove(&Position::new(time.get(), id));
    }

    pub fn ids(&self) -> impl Iterator<Item = ItemId> {
        self.ids.range(0, usize::MAX, Direction::Descending).copied()
    }

    pub fn after(&self, time: i64) -> impl Iterator<Item = ItemId> {
        let count = self.by_time.count_above(time);
        self.by_time.range(0, count, Direction::Descending).map(|key| key.id())
    }

    pub fn holds(&self, id: ItemId, article: &Item) -> bool {
        let at = self.ids.rank(&id);
        self.ids.range(at, 1, Direction::Ascending).next() == Some(&id)
            && self.by_time.contains(position(id, article))
    }

    pub fn check(&self) -> Result<(), &'static str> {
        self.ids.check()?;
        self.by_time.check()
    }
}
