//! Several walks along rankings as one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use crate::Direction;
use crate::ranking::RankKey;

/// An iterator over the positions of several walks in the same direction, in order and each once.
pub struct Merge<W> {
    walks: Vec<W>,
    /// The next position of each walk.
    heads: BinaryHeap<(Head, usize)>,
    direction: Direction,
    last: Option<RankKey>,
}

/// A position that is greater the earlier it is in the direction of the walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Head {
    Descending(RankKey),
    Ascending(Reverse<RankKey>),
}

impl Head {
    fn new(key: RankKey, direction: Direction) -> Self {
        match direction {
            Direction::Descending => Head::Descending(key),
            Direction::Ascending => Head::Ascending(Reverse(key)),
        }
    }

    fn key(self) -> RankKey {
        match self {
            Head::Descending(key) | Head::Ascending(Reverse(key)) => key,
        }
    }
}

impl<W: Iterator<Item = RankKey>> Merge<W> {
    pub fn new(mut walks: Vec<W>, direction: Direction) -> Self {
        let head = |(index, walk): (usize, &mut W)| {
            walk.next().map(|key| (Head::new(key, direction), index))
        };
        let heads = walks.iter_mut().enumerate().filter_map(head).collect();
        Self { walks, heads, direction, last: None }
    }
}

impl<W: Iterator<Item = RankKey>> Iterator for Merge<W> {
    type Item = RankKey;

    fn next(&mut self) -> Option<RankKey> {
        loop {
            let mut top = self.heads.peek_mut()?;
            let (head, index) = *top;
            match self.walks.get_mut(index).and_then(Iterator::next) {
                Some(key) => *top = (Head::new(key, self.direction), index),
                None => drop(PeekMut::pop(top)),
            }
            if self.last.replace(head.key()) != Some(head.key()) {
                return Some(head.key());
            }
        }
    }
}
