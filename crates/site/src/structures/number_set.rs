//! A set of small numbers.

use crate::structures::chunks::Chunks;

/// A bitmap as long as its largest number needs. A look-up reads two cache lines at most.
#[derive(Clone, Debug, Default)]
pub struct NumberSet {
    words: Chunks<u64>,
    len: usize,
}

/// Returns the index of the word of a number, and its bit.
fn word_and_bit(number: u32) -> (usize, u64) {
    ((number / u64::BITS) as usize, 1 << (number % u64::BITS))
}

impl NumberSet {
    /// Returns whether a number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        let (word, bit) = word_and_bit(number);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        let (word, bit) = word_and_bit(number);
        while self.words.len() <= word {
            self.words.push(0);
        }
        if let Some(bits) = self.words.get_mut(word)
            && *bits & bit == 0
        {
            *bits |= bit;
            self.len += 1;
        }
    }

    pub fn remove(&mut self, number: u32) {
        let (word, bit) = word_and_bit(number);
        if let Some(bits) = self.words.get_mut(word)
            && *bits & bit != 0
        {
            *bits &= !bit;
            self.len -= 1;
        }
        if self.len == 0 {
            *self = Self::default();
        }
    }

    /// Returns the number of numbers.
    pub fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn holds_what_a_set_holds() {
        let mut random = fastrand::Rng::with_seed(13);
        let (mut numbers, mut set) = (NumberSet::default(), BTreeSet::new());
        for _ in 0..20_000 {
            let number = random.u32(0..3_000);
            if random.bool() {
                numbers.insert(number);
                set.insert(number);
            } else {
                numbers.remove(number);
                set.remove(&number);
            }
            assert_eq!(numbers.len(), set.len());
            assert_eq!(numbers.contains(number), set.contains(&number));
        }
        assert!((0..4_000).all(|number| numbers.contains(number) == set.contains(&number)));
        set.iter().for_each(|number| numbers.remove(*number));
        assert_eq!((numbers.len(), numbers.words.len()), (0, 0));
    }
}
