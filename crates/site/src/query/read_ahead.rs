//! The articles of a walk, read some at a time.

use std::vec;

use super::condition::Check;
use super::{Catalog, Filter};
use crate::item::Item;
use crate::orders::position::Position;
use crate::structures::table::Table;
use crate::terms::budget::Budget;

/// The number of articles that are read together.
const TOGETHER: usize = 16;

/// An iterator over the articles at some positions. They are all over the memory, so a batch of
/// them is fetched before the first is looked at: their cache misses overlap.
pub struct ReadAhead<'a, W> {
    positions: W,
    items: &'a Table<Item>,
    budget: &'a Budget,
    /// Whether the filter looks into the ledgers.
    reads_ledgers: bool,
    batch: vec::IntoIter<(Position, &'a Item)>,
}

impl<'a, W: Iterator<Item = Position>> ReadAhead<'a, W> {
    pub fn new(positions: W, catalog: Catalog<'a>, filter: &Filter) -> Self {
        Self {
            positions,
            items: catalog.table(),
            budget: catalog.budget,
            reads_ledgers: filter.checks.last().is_some_and(Check::reads_ledgers),
            batch: Vec::new().into_iter(),
        }
    }

    fn read(&mut self) {
        let items = self.items;
        let mut batch = Vec::with_capacity(TOGETHER);
        let positions = self.positions.by_ref().take(TOGETHER);
        batch.extend(positions.filter_map(|key| Some((key, items.get(key.id().get())?))));
        batch.iter().for_each(|(_, item)| item.prefetch());
        if self.reads_ledgers {
            batch.iter().for_each(|(_, item)| item.ledger.prefetch());
        }
        self.batch = batch.into_iter();
    }
}

impl<'a, W: Iterator<Item = Position>> Iterator for ReadAhead<'a, W> {
    type Item = (Position, &'a Item);

    fn next(&mut self) -> Option<Self::Item> {
        if self.batch.len() == 0 {
            self.read();
        }
        self.batch.next().filter(|_| self.budget.spend(1))
    }
}
