//! The first positions of a listing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ranking::RankKey;

/// The greatest of the positions inserted so far, up to the number wanted.
pub struct First {
    positions: BinaryHeap<Reverse<RankKey>>,
    wanted: usize,
    /// The least of them, once there are enough: no other position below it is wanted.
    floor: RankKey,
}

impl First {
    pub fn new(wanted: usize) -> Self {
        Self { positions: BinaryHeap::new(), wanted, floor: RankKey::LOWEST }
    }

    /// Returns the number of positions wanted.
    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// Returns the position above which a position must be to be among the first.
    pub fn floor(&self) -> RankKey {
        self.floor
    }

    /// Inserts a position that is above the floor and was not inserted before.
    pub fn insert(&mut self, position: RankKey) {
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

    /// Returns the positions, the greatest first.
    pub fn into_sorted(self) -> Vec<RankKey> {
        self.positions.into_sorted_vec().into_iter().map(|Reverse(position)| position).collect()
    }
}
