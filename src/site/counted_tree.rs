//! An ordered set that knows the rank of each of its keys: a B+ tree whose inner nodes count the
//! keys below each child.
//!
//! What always holds: all leaves are at the same depth; a key of child `i` is not below `lows[i]`
//! (for `i` > 0) and is below `lows[i + 1]`; `counts[i]` is the number of keys under child `i`.
//! No node is larger than [`CAPACITY`] entries, so every step allocates and moves a bounded
//! number of bytes, however large the set is.

/// Keys in a leaf and children of an inner node, at most.
const CAPACITY: usize = 64;
/// A node that shrinks below this is joined with a neighbour when both fit into [`JOINED`].
const SPARSE: usize = CAPACITY / 4;
/// The most entries that a join may leave in one node, so that it does not split again at once.
const JOINED: usize = CAPACITY * 3 / 4;

/// An ordered set with access by rank, all operations in O(log n).
#[derive(Clone, Debug)]
pub struct CountedTree<K> {
    root: Node<K>,
}

#[derive(Clone, Debug)]
enum Node<K> {
    Leaf(Vec<K>),
    Inner(Box<Inner<K>>),
}

#[derive(Clone, Debug)]
struct Inner<K> {
    len: usize,
    lows: Vec<K>,
    counts: Vec<u32>,
    children: Vec<Node<K>>,
}

/// What became of a key that was put into a node.
enum Put<K> {
    /// Nothing: an equal key is there (or, for a move, the old key is not).
    Refused,
    Done,
    /// It is in, and the node gave its upper part away: the part and a lower bound of its keys.
    Split(K, Node<K>),
}

/// What became of a key that was to be taken out of a child.
enum Removed {
    /// It was not there.
    No,
    Yes,
    /// It is out, and children were joined: their numbers are others now.
    Joined,
}

/// The direction in which a range is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Lowest first.
    Ascending,
    /// Highest first.
    Descending,
}

impl<K: Ord + Clone> Default for CountedTree<K> {
    fn default() -> Self {
        Self { root: Node::Leaf(Vec::new()) }
    }
}

impl<K: Ord + Clone> CountedTree<K> {
    /// The number of keys.
    pub fn len(&self) -> usize {
        self.root.len()
    }

    /// Puts a key in. False if it was there already.
    pub fn insert(&mut self, key: K) -> bool {
        let put = self.root.insert(key);
        self.root_after(put)
    }

    /// Takes a key out. False if it was not there.
    pub fn remove(&mut self, key: &K) -> bool {
        let removed = self.root.remove(key);
        self.lower_root();
        removed
    }

    /// Takes `old` out and puts `new` in, cheaper than the two steps when they are neighbours.
    /// False, and nothing changed, if `old` was not there.
    pub fn replace(&mut self, old: &K, new: K) -> bool {
        let put = self.root.replace(old, new);
        let replaced = self.root_after(put);
        self.lower_root();
        replaced
    }

    /// How many keys are below `key`.
    pub fn rank(&self, key: &K) -> usize {
        let mut below = 0;
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(keys) => return below + keys.partition_point(|k| k < key),
                Node::Inner(inner) => {
                    let child = inner.child_for(key);
                    below += inner.counts.iter().take(child).map(|&n| n as usize).sum::<usize>();
                    match inner.children.get(child) {
                        Some(next) => node = next,
                        None => return below,
                    }
                }
            }
        }
    }

    /// The lowest key.
    pub fn first(&self) -> Option<&K> {
        let (leaf, at) = self.leaf_at(0)?;
        leaf.get(at)
    }

    /// At most `limit` keys, from the one that `skip` others precede in the given direction.
    pub fn range(&self, skip: usize, limit: usize, direction: Direction) -> Range<'_, K> {
        let len = self.len();
        let left = len.saturating_sub(skip).min(limit);
        let rank = match direction {
            Direction::Ascending => skip,
            Direction::Descending => len.wrapping_sub(skip).wrapping_sub(1),
        };
        Range { tree: self, direction, rank, left, leaf: &[], at: 0 }
    }

    /// The leaf that holds the key of that rank, and the key's place in it.
    fn leaf_at(&self, mut rank: usize) -> Option<(&[K], usize)> {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(keys) => return (rank < keys.len()).then_some((keys, rank)),
                Node::Inner(inner) => {
                    let mut child = 0;
                    for &count in &inner.counts {
                        if rank < count as usize {
                            break;
                        }
                        rank -= count as usize;
                        child += 1;
                    }
                    node = inner.children.get(child)?;
                }
            }
        }
    }

    fn root_after(&mut self, put: Put<K>) -> bool {
        match put {
            Put::Refused => false,
            Put::Done => true,
            Put::Split(low, right) => {
                let left = std::mem::replace(&mut self.root, Node::Leaf(Vec::new()));
                let (left_len, right_len) = (left.len(), right.len());
                self.root = Node::Inner(Box::new(Inner {
                    len: left_len + right_len,
                    // The first low is never compared in earnest: keys below it go to the first
                    // child all the same.
                    lows: vec![low.clone(), low],
                    counts: vec![left_len as u32, right_len as u32],
                    children: vec![left, right],
                }));
                true
            }
        }
    }

    fn lower_root(&mut self) {
        while let Node::Inner(inner) = &mut self.root
            && inner.children.len() <= 1
        {
            self.root = inner.children.pop().unwrap_or(Node::Leaf(Vec::new()));
        }
    }

    /// Checks what the module's head says always holds.
    ///
    /// # Errors
    ///
    /// The first thing that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.root.check(None, None).map(|_| ())
    }
}

impl<K: Ord + Clone> Node<K> {
    fn len(&self) -> usize {
        match self {
            Node::Leaf(keys) => keys.len(),
            Node::Inner(inner) => inner.len,
        }
    }

    /// How many entries the node itself holds: keys of a leaf, children of an inner node.
    fn size(&self) -> usize {
        match self {
            Node::Leaf(keys) => keys.len(),
            Node::Inner(inner) => inner.children.len(),
        }
    }

    fn insert(&mut self, key: K) -> Put<K> {
        match self {
            Node::Leaf(keys) => match keys.binary_search(&key) {
                Ok(_) => Put::Refused,
                Err(at) => insert_into_leaf(keys, at, key),
            },
            Node::Inner(inner) => {
                let child = inner.child_for(&key);
                inner.insert_into(child, key)
            }
        }
    }

    fn remove(&mut self, key: &K) -> bool {
        match self {
            Node::Leaf(keys) => match keys.binary_search(key) {
                Ok(at) => {
                    keys.remove(at);
                    true
                }
                Err(_) => false,
            },
            Node::Inner(inner) => {
                let child = inner.child_for(key);
                !matches!(inner.remove_from(child, key), Removed::No)
            }
        }
    }

    fn replace(&mut self, old: &K, new: K) -> Put<K> {
        match self {
            Node::Leaf(keys) => replace_in_leaf(keys, old, new),
            Node::Inner(inner) => {
                let (from, to) = (inner.child_for(old), inner.child_for(&new));
                if from == to {
                    return match inner.children.get_mut(from) {
                        Some(node) => {
                            let put = node.replace(old, new);
                            inner.after(from, put)
                        }
                        None => Put::Refused,
                    };
                }
                match inner.remove_from(from, old) {
                    Removed::No => Put::Refused,
                    Removed::Yes => inner.insert_into(to, new),
                    Removed::Joined => inner.insert_into(inner.child_for(&new), new),
                }
            }
        }
    }

    /// Appends a right neighbour whose keys are not below `low`.
    fn join(&mut self, low: K, right: Node<K>) {
        match (self, right) {
            (Node::Leaf(keys), Node::Leaf(mut more)) => keys.append(&mut more),
            (Node::Inner(inner), Node::Inner(mut more)) => {
                if let Some(first) = more.lows.first_mut() {
                    *first = low;
                }
                inner.len += more.len;
                inner.lows.append(&mut more.lows);
                inner.counts.append(&mut more.counts);
                inner.children.append(&mut more.children);
            }
            // Neighbours are at the same depth, so they are of the same kind.
            _ => {}
        }
    }

    /// The node's depth, if all below it is in order and between the bounds.
    fn check(&self, low: Option<&K>, high: Option<&K>) -> Result<usize, &'static str> {
        if self.size() > CAPACITY {
            return Err("a tree node is too large");
        }
        match self {
            Node::Leaf(keys) => {
                if !keys.is_sorted_by(|a, b| a < b) {
                    return Err("a tree leaf is out of order");
                }
                let low_holds = low.zip(keys.first()).is_none_or(|(low, first)| low <= first);
                let high_holds = high.zip(keys.last()).is_none_or(|(high, last)| last < high);
                if low_holds && high_holds { Ok(0) } else { Err("a tree key is out of bounds") }
            }
            Node::Inner(inner) => inner.check(low, high),
        }
    }
}

impl<K: Ord + Clone> Inner<K> {
    /// The child under which `key` is, if it is anywhere.
    fn child_for(&self, key: &K) -> usize {
        self.lows.partition_point(|low| low <= key).saturating_sub(1)
    }

    /// Takes account of what happened to a child, and splits if there are too many children now.
    fn after(&mut self, child: usize, put: Put<K>) -> Put<K> {
        if matches!(put, Put::Refused) {
            return put;
        }
        let now = self.children.get(child).map_or(0, Node::len);
        let Some(count) = self.counts.get_mut(child) else { return Put::Refused };
        self.len = self.len - *count as usize + now;
        *count = now as u32;
        let Put::Split(low, right) = put else { return Put::Done };
        self.len += right.len();
        self.lows.insert(child + 1, low);
        self.counts.insert(child + 1, right.len() as u32);
        self.children.insert(child + 1, right);
        if self.children.len() <= CAPACITY {
            return Put::Done;
        }
        // Growth at the end leaves full nodes behind; elsewhere two halves.
        let grew_at_end = child + 2 == self.children.len();
        let at = if grew_at_end { CAPACITY } else { CAPACITY / 2 };
        let lows = self.lows.split_off(at);
        let counts = self.counts.split_off(at);
        let children = self.children.split_off(at);
        let len = counts.iter().map(|&n| n as usize).sum();
        self.len -= len;
        match lows.first().cloned() {
            Some(low) => {
                Put::Split(low, Node::Inner(Box::new(Inner { len, lows, counts, children })))
            }
            None => Put::Done,
        }
    }

    fn insert_into(&mut self, child: usize, key: K) -> Put<K> {
        let put = match self.children.get_mut(child) {
            Some(node) => node.insert(key),
            None => Put::Refused,
        };
        self.after(child, put)
    }

    fn remove_from(&mut self, child: usize, key: &K) -> Removed {
        let Some(node) = self.children.get_mut(child) else { return Removed::No };
        if !node.remove(key) {
            return Removed::No;
        }
        let sparse = node.size() < SPARSE;
        self.len -= 1;
        if let Some(count) = self.counts.get_mut(child) {
            *count -= 1;
        }
        if sparse && self.join_neighbours(child) { Removed::Joined } else { Removed::Yes }
    }

    /// Joins a sparse child with a neighbour, if one has room.
    fn join_neighbours(&mut self, child: usize) -> bool {
        for right in [child, child + 1] {
            let Some(left) = right.checked_sub(1) else { continue };
            let (Some(a), Some(b)) = (self.children.get(left), self.children.get(right)) else {
                continue;
            };
            if a.size() + b.size() > JOINED && a.size() > 0 && b.size() > 0 {
                continue;
            }
            let low = self.lows.remove(right);
            let count = self.counts.remove(right);
            let node = self.children.remove(right);
            if let (Some(into), Some(total)) =
                (self.children.get_mut(left), self.counts.get_mut(left))
            {
                into.join(low, node);
                *total += count;
            }
            return true;
        }
        false
    }

    fn check(&self, low: Option<&K>, high: Option<&K>) -> Result<usize, &'static str> {
        if self.lows.len() != self.children.len() || self.counts.len() != self.children.len() {
            return Err("a tree node's parts differ in length");
        }
        if self.counts.iter().map(|&n| n as usize).sum::<usize>() != self.len {
            return Err("a tree node's count is not the sum of its children's");
        }
        let mut depth = None;
        for (i, (child, &count)) in self.children.iter().zip(&self.counts).enumerate() {
            if child.len() != count as usize {
                return Err("a tree child's count is wrong");
            }
            let child_low = if i == 0 { low } else { self.lows.get(i) };
            let child_depth = child.check(child_low, self.lows.get(i + 1).or(high))?;
            if depth.is_some_and(|d| d != child_depth) {
                return Err("tree leaves are at different depths");
            }
            depth = Some(child_depth);
        }
        depth.map(|d| d + 1).ok_or("a tree node has no children")
    }
}

fn insert_into_leaf<K: Ord + Clone>(keys: &mut Vec<K>, at: usize, key: K) -> Put<K> {
    if keys.len() < CAPACITY {
        keys.insert(at, key);
        return Put::Done;
    }
    if at == CAPACITY {
        // Keys often come in ascending order: leave a full leaf behind.
        return Put::Split(key.clone(), Node::Leaf(vec![key]));
    }
    let middle = CAPACITY / 2;
    let mut right = keys.split_off(middle);
    match at.checked_sub(middle) {
        Some(at) if at > 0 => right.insert(at, key),
        _ => keys.insert(at, key),
    }
    match right.first().cloned() {
        Some(low) => Put::Split(low, Node::Leaf(right)),
        None => Put::Done,
    }
}

fn replace_in_leaf<K: Ord>(keys: &mut [K], old: &K, new: K) -> Put<K> {
    let (Ok(from), Err(to)) = (keys.binary_search(old), keys.binary_search(&new)) else {
        return Put::Refused;
    };
    // The place of the old key wanders to where the new one belongs.
    let (span, to) = if to > from {
        let span = keys.get_mut(from..to);
        (span.map(|s| s.rotate_left(1)), to - 1)
    } else {
        let span = keys.get_mut(to..=from);
        (span.map(|s| s.rotate_right(1)), to)
    };
    match (span, keys.get_mut(to)) {
        (Some(()), Some(place)) => {
            *place = new;
            Put::Done
        }
        _ => Put::Refused,
    }
}

/// An iterator over keys of neighbouring ranks; see [`CountedTree::range`].
#[derive(Debug)]
pub struct Range<'a, K> {
    tree: &'a CountedTree<K>,
    direction: Direction,
    rank: usize,
    left: usize,
    leaf: &'a [K],
    at: usize,
}

impl<'a, K: Ord + Clone> Iterator for Range<'a, K> {
    type Item = &'a K;

    fn next(&mut self) -> Option<&'a K> {
        self.left = self.left.checked_sub(1)?;
        if self.at >= self.leaf.len() {
            (self.leaf, self.at) = self.tree.leaf_at(self.rank)?;
        }
        let key = self.leaf.get(self.at)?;
        // Stepping below the leaf's first key wraps to a place past its end: the next key is
        // looked up anew, by rank.
        (self.rank, self.at) = match self.direction {
            Direction::Ascending => (self.rank + 1, self.at + 1),
            Direction::Descending => (self.rank.wrapping_sub(1), self.at.wrapping_sub(1)),
        };
        Some(key)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K: Ord + Clone> ExactSizeIterator for Range<'_, K> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A small generator (xorshift) so that the test needs no crate and repeats exactly.
    fn numbers(mut seed: u64) -> impl Iterator<Item = u64> {
        std::iter::repeat_with(move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        })
    }

    fn assert_same(tree: &CountedTree<u64>, model: &BTreeSet<u64>) {
        tree.check().unwrap();
        assert!(tree.range(0, usize::MAX, Direction::Ascending).eq(model.iter()));
        let down = tree.range(3, 70, Direction::Descending);
        assert!(down.eq(model.iter().rev().skip(3).take(70)));
        for probe in [0, 10, 500, 5_000, 40_000] {
            assert_eq!(tree.rank(&probe), model.range(..probe).count());
        }
    }

    #[test]
    fn agrees_with_a_btree_set_through_growth_moves_and_shrinking() {
        for seed in 1..6 {
            let mut tree = CountedTree::default();
            let mut model = BTreeSet::new();
            let mut random = numbers(seed);
            let mut next = |below: u64| random.next().unwrap() % below;
            for step in 0..30_000 {
                let (a, b) = (next(20_000), next(20_000));
                let growing = step < 12_000;
                if growing || next(4) == 0 {
                    assert_eq!(tree.insert(a), model.insert(a));
                }
                if !growing {
                    assert_eq!(tree.remove(&b), model.remove(&b));
                }
                if model.contains(&a) && !model.contains(&b) {
                    assert!(tree.replace(&a, b));
                    model.remove(&a);
                    model.insert(b);
                }
                if step % 3_000 == 0 {
                    assert_same(&tree, &model);
                }
            }
            assert_same(&tree, &model);
            for key in model.clone() {
                assert!(tree.remove(&key));
                model.remove(&key);
            }
            assert_same(&tree, &model);
        }
    }

    #[test]
    fn ascending_keys_fill_the_leaves() {
        let mut tree = CountedTree::default();
        (0..100_000_u64).for_each(|k| assert!(tree.insert(k)));
        tree.check().unwrap();
        fn leaves(node: &Node<u64>) -> usize {
            match node {
                Node::Leaf(_) => 1,
                Node::Inner(inner) => inner.children.iter().map(leaves).sum(),
            }
        }
        assert_eq!(leaves(&tree.root), 100_000_usize.div_ceil(CAPACITY));
    }

    #[test]
    fn a_range_past_the_end_is_empty() {
        let mut tree = CountedTree::default();
        (0..10_u64).for_each(|k| assert!(tree.insert(k)));
        for direction in [Direction::Ascending, Direction::Descending] {
            assert_eq!(tree.range(10, 5, direction).count(), 0);
            assert_eq!(tree.range(usize::MAX, 5, direction).count(), 0);
            assert_eq!(tree.range(8, 5, direction).count(), 2);
        }
    }
}
