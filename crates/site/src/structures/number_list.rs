//! A sorted list of numbers of 32 bits, in as few bytes as its length allows.

use either::Either;
use thin_vec::ThinVec;

use crate::structures::counted_tree::{CountedTree, Direction};
use crate::structures::defragment::defragment;
use crate::structures::prefetch::{BLOCK_HEADER, prefetch_block};

/// The most numbers in one block. Inserting a number moves up to half of them.
const BLOCK: usize = 128;

/// Distinct numbers in ascending order.
///
/// There is a list for each user and for each article, so their size counts: 16 bytes, and for
/// more than `FEW` numbers a block that is seldom more than a third larger than they are. A long
/// list is a tree, so that no step takes long.
#[derive(Clone, Debug)]
pub struct NumberList<const FEW: usize = 3>(Shape<FEW>);

#[derive(Clone, Debug)]
enum Shape<const FEW: usize> {
    /// The number of numbers, and these, followed by zeros.
    Few(u8, [u32; FEW]),
    Block(ThinVec<u32>),
    Tree(Box<CountedTree<Vec<u32>>>),
}

impl<const FEW: usize> Default for NumberList<FEW> {
    fn default() -> Self {
        Self(Shape::Few(0, [0; FEW]))
    }
}

/// Returns the capacity of a block that must hold `len` numbers, or as many as a block can hold,
/// and may grow. The sizes are classes of jemalloc, the server's allocator. Of small ones, only
/// some are used, since a growth takes as long as ten insertions.
fn capacity(len: usize) -> usize {
    const SMALL: [usize; 4] = [32, 48, 80, 112];
    let bytes = BLOCK_HEADER + len * size_of::<u32>();
    let class = SMALL.into_iter().find(|class| bytes <= *class).unwrap_or_else(|| {
        // Classes are a quarter of a power of two apart.
        let quarter = bytes.checked_ilog2().map_or(0, |bits| 1 << bits) / 4;
        bytes.next_multiple_of(quarter.max(32))
    });
    ((class - BLOCK_HEADER) / size_of::<u32>()).min(BLOCK)
}

impl<const FEW: usize> NumberList<FEW> {
    /// Returns a list of numbers that are in ascending order, with room for one more at least.
    pub fn from_sorted(numbers: &[u32]) -> Self {
        let len = numbers.len();
        Self(match len {
            _ if len <= FEW => {
                let mut few = [0; FEW];
                few.iter_mut().zip(numbers).for_each(|(to, from)| *to = *from);
                Shape::Few(len as u8, few)
            }
            _ if len <= BLOCK => {
                let mut block = ThinVec::new();
                block.reserve_exact(capacity(len + 1));
                block.extend_from_slice(numbers);
                Shape::Block(block)
            }
            _ => Shape::Tree(Box::new(CountedTree::from_keys(numbers.to_vec()))),
        })
    }

    /// Returns the numbers, unless they are in a tree.
    fn slice(&self) -> Option<&[u32]> {
        match &self.0 {
            Shape::Few(len, few) => few.get(..usize::from(*len)),
            Shape::Block(block) => Some(block),
            Shape::Tree(_) => None,
        }
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Shape::Few(len, _) => usize::from(*len),
            Shape::Block(block) => block.len(),
            Shape::Tree(tree) => tree.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Starts to load a block, so that what follows does not wait for it.
    pub fn prefetch(&self) {
        // As much as most blocks have.
        const LINES: usize = 3;
        if let Shape::Block(block) = &self.0 {
            prefetch_block(block, LINES);
        }
    }

    /// Has the allocator move the block; see [`defragment`].
    pub fn defragment(&mut self) {
        if let Shape::Block(block) = &mut self.0 {
            defragment(block);
        }
    }

    /// Returns the first number that is not less than this one.
    pub fn at_or_after(&self, number: u32) -> Option<u32> {
        match (&self.0, self.slice()) {
            (Shape::Tree(tree), _) => tree.range_from(&number).next().copied(),
            (_, numbers) => {
                let numbers = numbers?;
                numbers.get(numbers.partition_point(|other| *other < number)).copied()
            }
        }
    }

    /// Adds a number. Returns false if it is there already.
    pub fn insert(&mut self, number: u32) -> bool {
        self.put(number, 0).is_none()
    }

    /// Adds a number in place of the one that differs from it in these lowest bits at most.
    /// Returns that, if there was one.
    pub fn put(&mut self, number: u32, lowest_bits: u32) -> Option<u32> {
        let least = number & !lowest_bits;
        let numbers = match &mut self.0 {
            Shape::Few(len, few) => few.get_mut(..usize::from(*len)).unwrap_or_default(),
            Shape::Block(block) => block,
            Shape::Tree(tree) => {
                let found = tree.range_from(&least).next().copied();
                let previous = found.filter(|found| found & !lowest_bits == least);
                match previous {
                    None => tree.insert(number),
                    Some(old) => old == number || tree.replace(&old, number),
                };
                return previous;
            }
        };
        // Numbers often arrive in ascending order.
        let at = match numbers.last() {
            Some(last) if *last < least => numbers.len(),
            _ => numbers.partition_point(|other| *other < least),
        };
        match numbers.get_mut(at) {
            Some(slot) if *slot & !lowest_bits == least => Some(std::mem::replace(slot, number)),
            _ => {
                self.insert_at(at, number);
                None
            }
        }
    }

    /// Inserts a number into a list that is no tree, in its place.
    fn insert_at(&mut self, at: usize, number: u32) {
        match &mut self.0 {
            Shape::Few(len, few) => {
                let mut last = number;
                few.iter_mut().skip(at).for_each(|slot| std::mem::swap(slot, &mut last));
                if usize::from(*len) < FEW {
                    *len += 1;
                } else {
                    let mut block = ThinVec::new();
                    block.reserve_exact(capacity(FEW + 1));
                    block.extend_from_slice(few);
                    block.push(last);
                    self.0 = Shape::Block(block);
                }
            }
            Shape::Block(block) => {
                let len = block.len();
                if len == BLOCK {
                    let mut tree = CountedTree::from_keys(block.to_vec());
                    tree.insert(number);
                    self.0 = Shape::Tree(Box::new(tree));
                    return;
                }
                if len == block.capacity() {
                    block.reserve_exact(capacity(len + 1) - len);
                }
                block.insert(at, number);
            }
            Shape::Tree(_) => {}
        }
    }

    /// Removes a number. Returns false if it is not there.
    pub fn remove(&mut self, number: u32) -> bool {
        match &mut self.0 {
            Shape::Few(len, few) => {
                let numbers = few.get_mut(..usize::from(*len)).unwrap_or_default();
                let Ok(at) = numbers.binary_search(&number) else { return false };
                if let Some(rest) = numbers.get_mut(at..) {
                    rest.rotate_left(1);
                    rest.iter_mut().next_back().into_iter().for_each(|slot| *slot = 0);
                    *len -= 1;
                }
            }
            Shape::Block(block) => {
                let Ok(at) = block.binary_search(&number) else { return false };
                block.remove(at);
                if block.len() <= FEW {
                    *self = Self::from_sorted(block);
                } else if block.len() < block.capacity() / 2 {
                    block.shrink_to_fit();
                }
            }
            Shape::Tree(tree) => {
                if !tree.remove(&number) {
                    return false;
                }
                // Far below the most that a block holds, so that a list does not go to and fro.
                if tree.len() <= BLOCK / 2 {
                    let numbers: Vec<_> = self.iter().collect();
                    *self = Self::from_sorted(&numbers);
                }
            }
        }
        true
    }

    /// Removes the last number and returns it.
    pub fn pop(&mut self) -> Option<u32> {
        let last = self.last()?;
        self.remove(last);
        Some(last)
    }

    /// Returns the numbers from this one on, in one of the two directions.
    pub fn range(&self, from: u32, direction: Direction) -> impl Iterator<Item = u32> + '_ {
        let numbers = self.slice().unwrap_or_default();
        let all = match (&self.0, direction) {
            (Shape::Tree(tree), Direction::Ascending) => Either::Left(tree.range_from(&from)),
            (Shape::Tree(tree), Direction::Descending) => {
                let after = from.checked_add(1).map_or(0, |next| tree.len() - tree.rank(&next));
                Either::Left(tree.range(after, tree.len(), direction))
            }
            (_, Direction::Ascending) => {
                let start = numbers.partition_point(|number| *number < from);
                Either::Right(Either::Left(numbers.iter().skip(start)))
            }
            (_, Direction::Descending) => {
                let end = numbers.partition_point(|number| *number <= from);
                Either::Right(Either::Right(numbers.iter().take(end).rev()))
            }
        };
        all.copied()
    }

    pub fn last(&self) -> Option<u32> {
        match &self.0 {
            Shape::Tree(tree) => tree.last().copied(),
            _ => self.slice()?.last().copied(),
        }
    }

    fn get(&self, index: usize) -> Option<u32> {
        match &self.0 {
            Shape::Tree(tree) => tree.range(index, 1, Direction::Ascending).next().copied(),
            _ => self.slice()?.get(index).copied(),
        }
    }

    /// Returns the numbers for which `is_before` is true, in descending order. It must be false of
    /// all numbers above one of which it is false.
    pub fn down_from(&self, is_before: impl Fn(u32) -> bool) -> impl Iterator<Item = u32> {
        let is_before = |index| self.get(index).is_some_and(&is_before);
        let (mut len, mut end) = (0, self.len());
        // Most often it is true of all.
        if end > 0 && is_before(end - 1) {
            len = end;
        }
        while len < end {
            let middle = len.midpoint(end);
            match is_before(middle) {
                true => len = middle + 1,
                false => end = middle,
            }
        }
        let tree = match &self.0 {
            Shape::Tree(tree) => Some(tree.range(tree.len() - len, len, Direction::Descending)),
            _ => None,
        };
        let slice = self.slice().and_then(|numbers| numbers.get(..len)).unwrap_or_default();
        slice.iter().rev().chain(tree.into_iter().flatten()).copied()
    }

    /// Passes each number to `use_number`, in ascending order. For few numbers, this is faster
    /// than [`NumberList::iter`].
    pub fn for_each(&self, mut use_number: impl FnMut(u32)) {
        match self.slice() {
            Some(numbers) => numbers.iter().for_each(|number| use_number(*number)),
            None => self.iter().for_each(use_number),
        }
    }

    /// Returns all numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.range(0, Direction::Ascending)
    }

    /// Checks the order.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        if let Shape::Tree(tree) = &self.0 {
            return tree.check();
        }
        match self.slice().is_some_and(|numbers| numbers.is_sorted_by(|a, b| a < b)) {
            true => Ok(()),
            false => Err("the numbers of a list are out of order"),
        }
    }
}

#[cfg(test)]
mod tests;
