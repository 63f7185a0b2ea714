//! The ids of comments in the order of their times.

use crate::item::Item;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::structures::counted_tree::Direction;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

/// The ids of comments in the order of their times, then ids.
///
/// Every method that takes ids takes the table with the comments, which must exist and have the
/// times that they were inserted with.
#[derive(Clone, Debug, Default)]
pub struct TimeList(Ranking);

fn position(id: u32, comments: &Table<Item>) -> Position {
    let comment = comments.get(id);
    comment.map_or(Position::LOWEST, |it| Position::new(it.time.get(), ItemId::new(id)))
}

impl TimeList {
    /// Returns the list of these ids, faster than by inserting them one by one.
    pub fn of(ids: &[u32], comments: &Table<Item>) -> Self {
        Self(ids.iter().map(|id| position(*id, comments)).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the ids in ascending order.
    pub fn ids(&self) -> Vec<u32> {
        let mut ids: Vec<u32> =
            self.before(Position::HIGHEST).map(|position| position.id().get()).collect();
        ids.sort_unstable();
        ids
    }

    /// Inserts the id of a comment, unless it is there.
    pub fn insert(&mut self, id: u32, comments: &Table<Item>) {
        self.0.insert(position(id, comments));
    }

    /// Removes ids, as far as they are there.
    pub fn remove_all(&mut self, ids: &[u32], comments: &Table<Item>) {
        ids.iter().for_each(|id| _ = self.0.remove(&position(*id, comments)));
    }

    /// Returns the positions of the ids before one, the latest first.
    pub fn before(&self, end: Position) -> impl Iterator<Item = Position> {
        let count = self.0.rank(&end);
        self.0.range(self.0.len() - count, count, Direction::Descending)
    }

    /// Checks the order.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self, comments: &Table<Item>) -> Result<(), &'static str> {
        self.0.check()?;
        match self.before(Position::HIGHEST).all(|it| it == position(it.id().get(), comments)) {
            true => Ok(()),
            false => Err("an answer is at another time"),
        }
    }
}
