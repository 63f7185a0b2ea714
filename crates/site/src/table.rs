//! A table of values by a 32-bit number, for numbers that are given in ascending order.
//!
//! The number's bits lead through three levels of short vectors to leaves, which hold the values
//! themselves. No vector is longer than 1,024 entries, so the table grows without a large
//! reallocation, and a gap in the numbers costs little.

/// Values by number. Look-up is O(1): four steps, of which only the last leaves the caches.
#[derive(Clone, Debug)]
pub struct Table<T> {
    root: Vec<Vec<Vec<Leaf<T>>>>,
    len: usize,
}

/// Values of neighbouring numbers, if there are any.
type Leaf<T> = Option<Box<[Option<T>; 1 << LEAF_BITS]>>;

/// Bits of a number that choose a value in a leaf, and so on up to the root, which has the rest.
const LEAF_BITS: u32 = 4;
const BRANCH_BITS: u32 = 9;
const TREE_BITS: u32 = 9;
/// The way to a number: the places in root, tree, branch and leaf.
fn path(number: u32) -> [usize; 4] {
    let place = |shift: u32, bits: u32| (number >> shift) as usize & ((1 << bits) - 1);
    let (branch, tree) = (LEAF_BITS, LEAF_BITS + BRANCH_BITS);
    let root = tree + TREE_BITS;
    [
        place(root, u32::BITS - root),
        place(tree, TREE_BITS),
        place(branch, BRANCH_BITS),
        place(0, LEAF_BITS),
    ]
}

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
        let [root, tree, branch, leaf] = path(number);
        self.root.get(root)?.get(tree)?.get(branch)?.as_ref()?.get(leaf)?.as_ref()
    }

    /// The value of that number, to be changed.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let [root, tree, branch, leaf] = path(number);
        self.root.get_mut(root)?.get_mut(tree)?.get_mut(branch)?.as_mut()?.get_mut(leaf)?.as_mut()
    }

    /// Puts a value in, and gives back the one that was there.
    pub fn insert(&mut self, number: u32, value: T) -> Option<T> {
        let [root, tree, branch, leaf] = path(number);
        let tree = entry(entry(&mut self.root, root)?, tree)?;
        let values =
            entry(tree, branch)?.get_or_insert_with(|| Box::new([const { None }; 1 << LEAF_BITS]));
        let previous = values.get_mut(leaf)?.replace(value);
        self.len += usize::from(previous.is_none());
        previous
    }

    /// Takes a value out. What is left empty gives its memory back.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let [root, tree, branch, leaf] = path(number);
        let trees = self.root.get_mut(root)?;
        let branches = trees.get_mut(tree)?;
        let leaf_of = branches.get_mut(branch)?;
        let values = leaf_of.as_mut()?;
        let value = values.get_mut(leaf)?.take()?;
        self.len -= 1;
        if values.iter().all(Option::is_none) {
            *leaf_of = None;
            if branches.iter().all(Option::is_none) {
                *branches = Vec::new();
                if trees.iter().all(Vec::is_empty) {
                    *trees = Vec::new();
                }
            }
        }
        Some(value)
    }

    /// All values with their numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0_u32..).zip(&self.root).flat_map(|(number, trees)| {
            (number << TREE_BITS..=u32::MAX).zip(trees).flat_map(|(number, branches)| {
                (number << BRANCH_BITS..=u32::MAX).zip(branches).flat_map(|(number, leaf)| {
                    (number << LEAF_BITS..=u32::MAX)
                        .zip(leaf.as_deref().into_iter().flatten())
                        .filter_map(|(number, value)| Some((number, value.as_ref()?)))
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
        let edges = [LEAF_BITS, LEAF_BITS + BRANCH_BITS, LEAF_BITS + BRANCH_BITS + TREE_BITS];
        let edges = edges.map(|bits| 1_u32 << bits);
        let numbers: Vec<u32> = [0, 1]
            .into_iter()
            .chain(edges.into_iter().flat_map(|edge| [edge - 1, edge]))
            .chain([u32::MAX])
            .collect();
        let mut table = Table::default();
        for &number in &numbers {
            assert_eq!(table.insert(number, number), None);
        }
        assert_eq!(table.len(), numbers.len());
        assert!(table.iter().eq(numbers.iter().map(|n| (*n, n))));
        for &number in &numbers {
            assert_eq!(table.get(number), Some(&number));
            assert_eq!(table.get(number ^ 4), None);
            *table.get_mut(number).unwrap() = 7;
            assert_eq!(table.insert(number, 8), Some(7));
            assert_eq!(table.remove(number), Some(8));
            assert_eq!(table.remove(number), None);
        }
        assert_eq!(table.len(), 0);
        assert_eq!(table.iter().count(), 0);
    }
}
