//! A table of values by a 32-bit number, for numbers that are given in ascending order.
//!
//! The number's four bytes lead through four levels of short vectors. No vector is longer than
//! 256 entries, so the table grows without a large reallocation and a gap in the numbers costs
//! little.

/// Values by number. Look-up is O(1): four steps, the first two of which are always cached.
#[derive(Clone, Debug)]
pub struct Table<T> {
    root: Vec<Vec<Vec<Leaf<T>>>>,
    len: usize,
}

type Leaf<T> = Vec<Option<T>>;

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { root: Vec::new(), len: 0 }
    }
}

impl<T> Table<T> {
    /// The number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The value of that number.
    pub fn get(&self, number: u32) -> Option<&T> {
        let [a, b, c, d] = number.to_be_bytes().map(usize::from);
        self.root.get(a)?.get(b)?.get(c)?.get(d)?.as_ref()
    }

    /// The value of that number, to be changed.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let [a, b, c, d] = number.to_be_bytes().map(usize::from);
        self.root.get_mut(a)?.get_mut(b)?.get_mut(c)?.get_mut(d)?.as_mut()
    }

    /// Puts a value in, and gives back the one that was there.
    pub fn insert(&mut self, number: u32, value: T) -> Option<T> {
        let [a, b, c, d] = number.to_be_bytes().map(usize::from);
        let branch = entry(entry(&mut self.root, a)?, b)?;
        let previous = entry(entry(branch, c)?, d)?.replace(value);
        self.len += usize::from(previous.is_none());
        previous
    }

    /// Takes a value out. A leaf that is left empty gives its memory back.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let [a, b, c, d] = number.to_be_bytes().map(usize::from);
        let leaf = self.root.get_mut(a)?.get_mut(b)?.get_mut(c)?;
        let value = leaf.get_mut(d)?.take()?;
        self.len -= 1;
        if leaf.iter().all(Option::is_none) {
            *leaf = Vec::new();
        }
        Some(value)
    }

    /// Takes out the leaf (at most 256 values) with the highest numbers, to free a large table in
    /// steps. None when the table is empty.
    pub fn pop_leaf(&mut self) -> Option<Vec<Option<T>>> {
        loop {
            let tree = self.root.last_mut()?;
            let Some(branch) = tree.last_mut() else {
                self.root.pop();
                continue;
            };
            match branch.pop() {
                Some(leaf) => {
                    self.len -= leaf.iter().flatten().count();
                    return Some(leaf);
                }
                None => drop(tree.pop()),
            }
        }
    }

    /// All values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0_u32..).zip(&self.root).flat_map(|(a, tree)| {
            (0_u32..).zip(tree).flat_map(move |(b, branch)| {
                (0_u32..).zip(branch).flat_map(move |(c, leaf)| {
                    (0_u32..).zip(leaf).filter_map(move |(d, value)| {
                        Some((a << 24 | b << 16 | c << 8 | d, value.as_ref()?))
                    })
                })
            })
        })
    }
}

/// The place at `index`, made if the vector is shorter.
fn entry<T: Default>(vector: &mut Vec<T>, index: usize) -> Option<&mut T> {
    if vector.len() <= index {
        vector.resize_with(index + 1, T::default);
    }
    vector.get_mut(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_values_at_the_edges_of_every_level() {
        let numbers = [0, 1, 255, 256, 65_535, 65_536, 16_777_215, 16_777_216, u32::MAX];
        let mut table = Table::default();
        for number in numbers {
            assert_eq!(table.insert(number, number), None);
        }
        assert_eq!(table.len(), numbers.len());
        assert!(table.iter().eq(numbers.iter().map(|n| (*n, n))));
        for number in numbers {
            assert_eq!(table.get(number), Some(&number));
            assert_eq!(table.get(number ^ 2), None);
            *table.get_mut(number).unwrap() = 7;
            assert_eq!(table.insert(number, 8), Some(7));
            assert_eq!(table.remove(number), Some(8));
            assert_eq!(table.remove(number), None);
        }
        assert_eq!(table.len(), 0);
        assert_eq!(table.iter().count(), 0);
    }

    #[test]
    fn is_emptied_leaf_by_leaf() {
        let mut table = Table::default();
        for number in 0..100_000 {
            table.insert(number, number);
        }
        let mut leaves = 0;
        while let Some(leaf) = table.pop_leaf() {
            assert!(leaf.len() <= 256);
            leaves += 1;
        }
        assert_eq!(leaves, 100_000_usize.div_ceil(256));
        assert_eq!(table.len(), 0);
    }
}
