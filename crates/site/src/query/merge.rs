//! Several walks as one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::walk::Walk;
use crate::Direction;
use crate::ranking::RankKey;

/// An iterator over the positions of several walks in the same direction, in order and each once.
pub struct Merge<'a> {
    walks: Vec<Walk<'a>>,
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

impl<'a> Merge<'a> {
    pub fn new(mut walks: Vec<Walk<'a>>, direction: Direction) -> Self {
        let head = |(index, walk): (usize, &mut Walk)| {
            walk.next().map(|key| (Head::new(key, direction), index))
        };
        let heads = walks.iter_mut().enumerate().filter_map(head).collect();
        Self { walks, heads, direction, last: None }
    }
}

impl Iterator for Merge<'_> {
    type Item = RankKey;

    fn next(&mut self) -> Option<RankKey> {
        loop {
            let mut top = self.heads.peek_mut()?;
            let (head, index) = *top;
            match self.walks.get_mut(index).and_then(Iterator::next) {
                Some(key) => *top = (Head::new(key, self.direction), index),
                None => drop(std::collections::binary_heap::PeekMut::pop(top)),
            }
            if self.last.replace(head.key()) != Some(head.key()) {
                return Some(head.key());
            }
        }
    }
}
