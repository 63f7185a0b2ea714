//! Values by small numbers, which are assigned and reused.

use roaring::RoaringBitmap;

use crate::structures::by_number::ByNumber;

/// A list of values by number. A value that was removed leaves half a byte until all with higher
/// numbers are.
#[derive(Clone, Debug)]
pub struct Numbered<T> {
    values: ByNumber<T>,
    /// Numbers without a value, below all that have one.
    free: RoaringBitmap,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { values: ByNumber::default(), free: RoaringBitmap::new() }
    }
}

impl<T> Numbered<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the lowest number above all that are in use.
    pub fn end(&self) -> u32 {
        self.values.end()
    }

    /// Returns the value of a number.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.values.get(number)
    }

    /// Returns the value of a number for modification.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.values.get_mut(number)
    }

    /// Adds a value, of which there are fewer than `u32::MAX`, and returns its number.
    pub fn insert(&mut self, value: T) -> u32 {
        let number = self.free.min().unwrap_or(self.end());
        self.free.remove(number);
        self.values.insert(number, value);
        number
    }

    /// Removes the value of a number.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let value = self.values.remove(number)?;
        self.free.insert(number);
        self.free.remove_range(self.end()..);
        if self.free.is_empty() {
            self.free = RoaringBitmap::new();
        }
        Some(value)
    }

    /// Returns all values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.values.iter()
    }

    /// Returns all values with their numbers for modification, in ascending order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        self.values.iter_mut()
    }

    /// Checks that every number below the highest in use is either in use or free.
    ///
    /// # Errors
    ///
    /// The invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.values.check()?;
        let mut numbers = self.free.clone();
        let are_apart = self.iter().all(|(number, _)| numbers.insert(number));
        match are_apart && numbers.iter().eq(0..self.end()) {
            true => Ok(()),
            false => Err("a number is neither in use nor free"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn holds_what_a_map_holds_and_reuses_numbers() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut numbered, mut map) = (Numbered::default(), BTreeMap::new());
        for step in 0..30_000_u32 {
            // Grows, shrinks to nothing, and grows again.
            if random.u32(0..20_000) > step % 20_000 {
                let number = numbered.insert(step);
                assert_eq!(map.insert(number, step), None);
                assert!(
                    map.range(..number).count() == number as usize,
                    "{number} is not the first"
                );
            } else {
                let number = random.u32(0..1_000);
                let number = map.range(number..).next().map_or(number, |(number, _)| *number);
                assert_eq!(numbered.remove(number), map.remove(&number));
            }
            assert_eq!(numbered.len(), map.len());
            if step % 500 == 0 {
                numbered.check().unwrap();
                assert!(numbered.iter().eq(map.iter().map(|(number, value)| (*number, value))));
                assert!(map.iter().all(|(number, value)| numbered.get(*number) == Some(value)));
            }
        }
    }
}
