//! Several walks along rankings as one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use crate::orders::position::Position;
use crate::structures::counted_tree::Direction;

/// An iterator over the positions of several walks in the same direction, in order and each once.
pub struct Merge<W> {
    walks: Vec<W>,
    /// The next position of each walk.
    heads: BinaryHeap<(Head, usize)>,
    direction: Direction,
    /// The position returned last, which is still the first of the heads.
    last: Option<Position>,
}

/// A position that is greater the earlier it is in the direction of the walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Head {
    Descending(Position),
    Ascending(Reverse<Position>),
}

impl Head {
    fn new(key: Position, direction: Direction) -> Self {
        match direction {
            Direction::Descending => Head::Descending(key),
            Direction::Ascending => Head::Ascending(Reverse(key)),
        }
    }

    fn key(self) -> Position {
        match self {
            Head::Descending(key) | Head::Ascending(Reverse(key)) => key,
        }
    }
}

impl<W: Iterator<Item = Position>> Merge<W> {
    pub fn new(mut walks: Vec<W>, direction: Direction) -> Self {
        let head = |(index, walk): (usize, &mut W)| {
            walk.next().map(|key| (Head::new(key, direction), index))
        };
        let heads = walks.iter_mut().enumerate().filter_map(head).collect();
        Self { walks, heads, direction, last: None }
    }
}

impl<W: Iterator<Item = Position>> Iterator for Merge<W> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        // No walk is read on before the next position is asked for.
        while let Some(mut top) = self.heads.peek_mut()
            && let (head, index) = *top
            && self.last == Some(head.key())
        {
            match self.walks.get_mut(index).and_then(Iterator::next) {
                Some(key) => *top = (Head::new(key, self.direction), index),
                None => drop(PeekMut::pop(top)),
            }
        }
        self.last = self.heads.peek().map(|(head, _)| head.key());
        self.last
    }
}
