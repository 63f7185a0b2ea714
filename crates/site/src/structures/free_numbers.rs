//! The numbers that were assigned and are free again.

use std::collections::BTreeMap;

/// A set of numbers in ranges: however many are free, there are no more ranges than numbers in
/// use, plus one.
#[derive(Clone, Debug, Default)]
pub struct FreeNumbers {
    /// The end of each range, which is not in it, by its start.
    ranges: BTreeMap<u32, u32>,
}

impl FreeNumbers {
    /// Removes the lowest number and returns it.
    pub fn pop_first(&mut self) -> Option<u32> {
        let (start, end) = self.ranges.pop_first()?;
        if start + 1 < end {
            self.ranges.insert(start + 1, end);
        }
        Some(start)
    }

    /// Removes the last range if it ends at `end`, and returns its start.
    pub fn remove_last(&mut self, end: u32) -> Option<u32> {
        let last = self.ranges.last_entry().filter(|last| *last.get() == end)?;
        Some(last.remove_entry().0)
    }

    /// Adds a number that is not in the set and less than the maximum of its type.
    pub fn insert(&mut self, number: u32) {
        let end = self.ranges.remove(&(number + 1)).unwrap_or(number + 1);
        match self.ranges.range_mut(..number).next_back() {
            Some((_, before)) if *before == number => *before = end,
            _ => drop(self.ranges.insert(number, end)),
        }
    }

    /// Returns all numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().flat_map(|(start, end)| *start..*end)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn holds_what_a_set_holds_in_as_few_ranges_as_possible() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut free, mut set) = (FreeNumbers::default(), BTreeSet::new());
        for _ in 0..20_000 {
            let number = random.u32(0..200);
            if random.u8(0..3) == 0 {
                assert_eq!(free.pop_first(), set.pop_first());
            } else if set.insert(number) {
                free.insert(number);
            }
            assert!(free.iter().eq(set.iter().copied()));
            if set.last().is_none_or(|last| *last != 199) {
                assert_eq!(free.remove_last(200), None);
            } else if random.u8(0..8) == 0 {
                let start = free.remove_last(200).unwrap();
                assert_eq!(set.split_off(&start).len(), 200 - start as usize);
                assert!(start == 0 || !set.contains(&(start - 1)));
            }
            let starts = set.iter().filter(|n| n.checked_sub(1).is_none_or(|n| !set.contains(&n)));
            assert_eq!(free.ranges.len(), starts.count());
        }
    }
}
