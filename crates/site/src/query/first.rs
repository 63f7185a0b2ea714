//! The first positions of a listing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::orders::position::Position;

/// The greatest of the positions inserted so far, up to the number wanted.
pub struct First {
    positions: BinaryHeap<Reverse<Position>>,
    wanted: usize,
    /// The least of them, once there are enough: no other position below it is wanted.
    floor: Position,
}

impl First {
    pub fn new(wanted: usize) -> Self {
        Self { positions: BinaryHeap::with_capacity(wanted), wanted, floor: Position::LOWEST }
    }

    /// Returns the position above which a position must be to be among the first.
    pub fn floor(&self) -> Position {
        self.floor
    }

    /// Inserts a position that is above the floor and was not inserted before.
    pub fn insert(&mut self, position: Position) {
        if self.positions.len() < self.wanted {
            self.positions.push(Reverse(position));
        } else if let Some(mut least) = self.positions.peek_mut() {
            *least = Reverse(position);
        }
        if self.positions.len() == self.wanted
            && let Some(Reverse(least)) = self.positions.peek()
        {
            self.floor = *least;
        }
    }

    /// Returns the positions from `least` on, the greatest first.
    pub fn into_sorted(self, least: Position) -> impl ExactSizeIterator<Item = Position> {
        let mut sorted = self.positions.into_sorted_vec();
        sorted.truncate(sorted.partition_point(|Reverse(position)| *position >= least));
        sorted.into_iter().map(|Reverse(position)| position)
    }
}
