//! The numbers of a leaf: 16 bits each where all are near each other, as the ids of one discussion
//! are.

use std::slice;

/// By how many numbers a leaf grows. A vector would double, and leave leaves half empty.
const STEP: usize = super::MAX / 7;

/// Numbers in an order that the caller knows.
#[derive(Clone, Debug)]
pub enum Leaf {
    /// The least number, or a lesser one, and the distance of each from it.
    Near(u32, Vec<u16>),
    Far(Vec<u32>),
}

impl Leaf {
    /// Returns a leaf of these numbers, without room for more.
    pub fn of(numbers: &[u32]) -> Self {
        let base = numbers.iter().copied().min().unwrap_or_default();
        let near = numbers.iter().map(|number| u16::try_from(number - base).ok());
        match near.collect() {
            Some(distances) => Self::Near(base, distances),
            None => Self::Far(numbers.to_vec()),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Near(_, distances) => distances.len(),
            Self::Far(numbers) => numbers.len(),
        }
    }

    pub fn get(&self, at: usize) -> Option<u32> {
        match self {
            Self::Near(base, distances) => {
                distances.get(at).map(|distance| number(*base, *distance))
            }
            Self::Far(numbers) => numbers.get(at).copied(),
        }
    }

    pub fn last(&self) -> Option<u32> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn iter(&self) -> Numbers<'_> {
        match self {
            Self::Near(base, distances) => Numbers::Near(*base, distances.iter()),
            Self::Far(numbers) => Numbers::Far(numbers.iter()),
        }
    }

    /// Returns how many numbers at the beginning satisfy a predicate, which none after them does.
    pub fn partition_point(&self, mut is_before: impl FnMut(u32) -> bool) -> usize {
        match self {
            Self::Near(base, distances) => {
                distances.partition_point(|distance| is_before(number(*base, *distance)))
            }
            Self::Far(numbers) => numbers.partition_point(|number| is_before(*number)),
        }
    }

    /// Inserts a number at an index, which is at most the length.
    pub fn insert(&mut self, at: usize, number: u32) {
        if let Self::Near(base, distances) = self
            && let Some(distance) = number.checked_sub(*base)
            && let Ok(distance) = u16::try_from(distance)
        {
            return insert(distances, at, distance);
        }
        match self {
            Self::Far(numbers) => insert(numbers, at, number),
            Self::Near(..) => {
                let mut numbers: Vec<u32> = self.iter().collect();
                numbers.insert(at, number);
                *self = Self::of(&numbers);
            }
        }
    }

    /// Removes a number. Returns whether it was there.
    pub fn remove(&mut self, number: u32) -> bool {
        let Some(at) = self.iter().position(|other| other == number) else { return false };
        match self {
            Self::Near(_, distances) => _ = distances.remove(at),
            Self::Far(numbers) => _ = numbers.remove(at),
        }
        true
    }

    /// Splits off the numbers from an index on.
    pub fn split_off(&mut self, at: usize) -> Self {
        let numbers: Vec<u32> = self.iter().collect();
        let (left, right) = numbers.split_at(at.min(numbers.len()));
        *self = Self::of(left);
        Self::of(right)
    }

    /// Appends all numbers of another leaf.
    pub fn append(&mut self, other: &Self) {
        let numbers: Vec<u32> = self.iter().chain(other.iter()).collect();
        *self = Self::of(&numbers);
    }
}

fn number(base: u32, distance: u16) -> u32 {
    base + u32::from(distance)
}

fn insert<T>(numbers: &mut Vec<T>, at: usize, number: T) {
    if numbers.len() == numbers.capacity() {
        numbers.reserve_exact(STEP.min(super::MAX.saturating_sub(numbers.len())).max(1));
    }
    numbers.insert(at, number);
}

/// The numbers of a leaf.
#[derive(Clone)]
pub enum Numbers<'a> {
    Near(u32, slice::Iter<'a, u16>),
    Far(slice::Iter<'a, u32>),
}

impl Iterator for Numbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Self::Near(base, distances) => distances.next().map(|it| number(*base, *it)),
            Self::Far(numbers) => numbers.next().copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Near(_, distances) => distances.size_hint(),
            Self::Far(numbers) => numbers.size_hint(),
        }
    }
}

impl ExactSizeIterator for Numbers<'_> {}

impl DoubleEndedIterator for Numbers<'_> {
    fn next_back(&mut self) -> Option<u32> {
        match self {
            Self::Near(base, distances) => distances.next_back().map(|it| number(*base, *it)),
            Self::Far(numbers) => numbers.next_back().copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_however_far_apart() {
        let mut random = fastrand::Rng::with_seed(1);
        for spread in [1_u32 << 8, 1 << 16, 1 << 17, u32::MAX] {
            let (mut leaf, mut numbers) = (Leaf::of(&[]), Vec::new());
            for _ in 0..400 {
                if random.bool() || numbers.is_empty() {
                    let (at, new) = (random.usize(..=numbers.len()), random.u32(..spread));
                    if numbers.len() < super::super::MAX && !numbers.contains(&new) {
                        numbers.insert(at, new);
                        leaf.insert(at, new);
                    }
                } else {
                    let number = numbers.remove(random.usize(..numbers.len()));
                    assert!(leaf.remove(number) && !leaf.remove(number));
                }
                assert!(leaf.iter().eq(numbers.iter().copied()));
                assert!(leaf.iter().rev().eq(numbers.iter().rev().copied()));
                assert_eq!((leaf.len(), leaf.last()), (numbers.len(), numbers.last().copied()));
            }
            let at = numbers.len() / 2;
            let right = leaf.split_off(at);
            assert!(leaf.iter().eq(numbers[..at].iter().copied()));
            assert!(right.iter().eq(numbers[at..].iter().copied()));
            leaf.append(&right);
            assert!(leaf.iter().eq(numbers));
        }
        assert!(matches!(Leaf::of(&[70_000, 5_000]), Leaf::Near(5_000, _)));
        assert!(matches!(Leaf::of(&[70_000, 4_000]), Leaf::Far(_)));
    }
}
