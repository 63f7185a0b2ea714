//! The rankings of a set of articles, one per order, and the position of an article in each.

use crate::item::flags::{Flags, Pin};
use crate::item::{Item, PIN};
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking::Ranking;
use crate::terms::types::ItemId;

/// Number of orders.
const ORDERS: usize = StoredOrder::ALL.len();

/// The positions of one article, one for each stored order. They are kept as numbers, since
/// reading a [`Position`] right after it was written in parts is a store-forwarding stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    id: ItemId,
    numbers: [i64; ORDERS],
}

impl Positions {
    /// Returns the positions that an article must have where it is listed.
    pub fn of(id: ItemId, item: &Item) -> Self {
        Self { id, numbers: StoredOrder::ALL.map(|order| order.value(item)) }
    }

    /// Returns the positions that the article must have in its groups, with these flags.
    #[allow(clippy::indexing_slicing)] // There is a number for each order.
    pub fn in_groups(mut self, flags: Flags) -> Self {
        if flags.pin == Pin::InGroups {
            self.numbers[StoredOrder::Score as usize] += PIN;
        }
        self
    }

    pub fn id(&self) -> ItemId {
        self.id
    }

    /// Returns the positions, in the order of [`StoredOrder::ALL`].
    fn iter(&self) -> impl Iterator<Item = Position> {
        self.numbers.iter().map(|number| Position::new(*number, self.id))
    }

    #[allow(clippy::indexing_slicing)] // There is a number for each order.
    pub fn by(&self, order: StoredOrder) -> Position {
        Position::new(self.numbers[order as usize], self.id)
    }
}

/// A set of articles, ranked in every order.
#[derive(Clone, Debug, Default)]
pub struct RankingSet([Ranking; ORDERS]);

impl FromIterator<Positions> for RankingSet {
    /// Ranks articles, faster than by inserting them one by one.
    fn from_iter<I: IntoIterator<Item = Positions>>(articles: I) -> Self {
        let all: Vec<_> = articles.into_iter().collect();
        Self(
            StoredOrder::ALL
                .map(|order| all.iter().map(|positions| positions.by(order)).collect()),
        )
    }
}

impl RankingSet {
    /// Ranks items where they are pinned for all of the site.
    pub fn of<'a>(items: impl Iterator<Item = (ItemId, &'a Item)>) -> Self {
        items.map(|(id, item)| Positions::of(id, item)).collect()
    }

    pub fn len(&self) -> usize {
        self.by(StoredOrder::Time).len()
    }

    #[allow(clippy::indexing_slicing)] // There is a ranking for each order.
    pub fn by(&self, order: StoredOrder) -> &Ranking {
        &self.0[order as usize]
    }

    /// Moves an article that was at some positions, if it was listed, to those at which it must
    /// be, if it is listed now.
    pub fn update(&mut self, from: Option<&Positions>, to: Option<&Positions>) {
        match (from, to) {
            (Some(from), Some(to)) => self.shift(from, to),
            (Some(positions), None) => self.remove(positions),
            (None, Some(positions)) => self.insert(positions),
            (None, None) => {}
        }
    }

    fn insert(&mut self, positions: &Positions) {
        for (ranking, position) in self.0.iter_mut().zip(positions.iter()) {
            let is_inserted = ranking.insert(position);
            debug_assert!(is_inserted, "an article is in a ranking that it enters");
        }
    }

    fn remove(&mut self, positions: &Positions) {
        for (ranking, position) in self.0.iter_mut().zip(positions.iter()) {
            let is_removed = ranking.remove(&position);
            debug_assert!(is_removed, "an article is not where it leaves a ranking");
        }
    }

    /// Moves an article in the rankings in which its position differs.
    fn shift(&mut self, from: &Positions, to: &Positions) {
        let moves = from.numbers.iter().zip(&to.numbers);
        for (ranking, (from, new)) in self.0.iter_mut().zip(moves) {
            if from != new {
                let (from, new) = (Position::new(*from, to.id), Position::new(*new, to.id));
                let is_moved = ranking.replace(&from, new);
                debug_assert!(is_moved, "an article is not where a ranking has it");
            }
        }
    }

    /// Returns whether an article is where it must be in every ranking.
    pub fn contains(&self, positions: &Positions) -> bool {
        self.0.iter().zip(positions.iter()).all(|(ranking, position)| ranking.contains(position))
    }

    /// Checks each ranking, and that all have the same number of articles. The error is the first
    /// invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.0.iter().try_for_each(Ranking::check)?;
        match self.0.iter().all(|ranking| ranking.len() == self.len()) {
            true => Ok(()),
            false => Err("rankings of the same articles differ in length"),
        }
    }
}
