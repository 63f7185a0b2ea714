//! Numbers that many articles are compared with.

use std::rc::Rc;

/// The most numbers that are searched for; of more there is a bitmap.
const FEW: usize = 16;

/// Numbers of groups or users. A look-up costs the same however many there are, and a copy next to
/// nothing.
#[derive(Clone, Debug)]
pub struct Numbers<T> {
    /// Sorted, each once.
    all: Rc<[T]>,
    /// A bit for each number, unless they are few.
    bits: Rc<[u64]>,
}

/// Returns the index of the word of a number, and its bit.
fn word_and_bit(number: u32) -> (usize, u64) {
    ((number / u64::BITS) as usize, 1 << (number % u64::BITS))
}

impl<T: Copy + Ord + Into<u32>> Numbers<T> {
    /// Returns these numbers.
    pub fn of(numbers: impl Iterator<Item = T>) -> Self {
        let all = sorted(numbers.collect());
        let many = all.last().filter(|_| all.len() > FEW);
        // The memory of all zeros is not written here.
        let mut bits = vec![0; many.map_or(0, |last| word_and_bit((*last).into()).0 + 1)];
        for number in many.iter().flat_map(|_| &all) {
            let (word, bit) = word_and_bit((*number).into());
            bits.get_mut(word).into_iter().for_each(|bits: &mut u64| *bits |= bit);
        }
        Self { all: all.into(), bits: bits.into() }
    }

    /// Returns all of them, sorted.
    pub fn all(&self) -> &[T] {
        &self.all
    }

    /// Returns whether a number is among them.
    pub fn contains(&self, number: T) -> bool {
        if self.bits.is_empty() {
            return self.all.binary_search(&number).is_ok();
        }
        let (word, bit) = word_and_bit(number.into());
        self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }
}

/// Returns numbers sorted, each once.
pub fn sorted<T: Ord>(mut numbers: Vec<T>) -> Vec<T> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_numbers_are_found() {
        for len in [0, 1, 16, 17, 64, 1_000] {
            let numbers = Numbers::of((0..len).chain(0..len).map(|number| number * 3));
            let found = (0..4 * len + 200_u32).filter(|number| numbers.contains(*number));
            assert!(found.eq((0..len).map(|number| number * 3)), "{len}");
            assert_eq!(numbers.all().len(), len as usize);
        }
    }
}
