//! The nodes of the tree: what a key does to the node that it is put into or taken out of.

/// Keys in a leaf and children of an inner node, at most.
pub(super) const CAPACITY: usize = 64;
/// A node that shrinks below this is joined with a neighbour when both fit into [`JOINED`].
const SPARSE: usize = CAPACITY / 4;
/// The most entries that a join may leave in one node, so that it does not split again at once.
const JOINED: usize = CAPACITY * 3 / 4;

#[derive(Clone, Debug)]
pub(super) enum Node<K> {
    Leaf(Vec<K>),
    Inner(Box<Inner<K>>),
}

#[derive(Clone, Debug)]
pub(super) struct Inner<K> {
    pub(super) len: usize,
    pub(super) lows: Vec<K>,
    pub(super) counts: Vec<u32>,
    pub(super) children: Vec<Node<K>>,
}

/// What became of a key that was put into a node.
pub(super) enum Put<K> {
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

impl<K: Ord + Clone> Node<K> {
    /// A tree of full nodes, of keys in ascending order.
    pub(super) fn from_sorted(keys: &[K]) -> Self {
        let leaf = |keys: &[K]| Some((keys.first()?.clone(), Node::Leaf(keys.to_vec())));
        let mut level: Vec<(K, Node<K>)> = keys.chunks(CAPACITY).filter_map(leaf).collect();
        while level.len() > 1 {
            let mut above = Vec::with_capacity(level.len().div_ceil(CAPACITY));
            let mut nodes = level.into_iter().peekable();
            while let Some((low, _)) = nodes.peek() {
                let low = low.clone();
                let (lows, children): (Vec<K>, Vec<Node<K>>) =
                    nodes.by_ref().take(CAPACITY).unzip();
                let counts: Vec<u32> = children.iter().map(|node| node.len() as u32).collect();
                let len = children.iter().map(Node::len).sum();
                above.push((low, Node::Inner(Box::new(Inner { len, lows, counts, children }))));
            }
            level = above;
        }
        level.pop().map_or(Node::Leaf(Vec::new()), |(_, node)| node)
    }

    pub(super) fn len(&self) -> usize {
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

    pub(super) fn insert(&mut self, key: K) -> Put<K> {
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

    pub(super) fn remove(&mut self, key: &K) -> bool {
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

    pub(super) fn replace(&mut self, old: &K, new: K) -> Put<K> {
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
                if let Some(node) = inner.children.get(to) {
                    node.touch(&new);
                }
                match inner.remove_from(from, old) {
                    Removed::No => Put::Refused,
                    Removed::Yes => inner.insert_into(to, new),
                    Removed::Joined => inner.insert_into(inner.child_for(&new), new),
                }
            }
        }
    }

    /// Reads from the leaf where the key belongs. What that has to wait for then arrives while
    /// something else is done.
    fn touch(&self, key: &K) {
        match self {
            Node::Leaf(keys) => {
                std::hint::black_box(keys.get(keys.len() / 2).is_some_and(|middle| middle <= key));
            }
            Node::Inner(inner) => {
                if let Some(node) = inner.children.get(inner.child_for(key)) {
                    node.touch(key);
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
    pub(super) fn check(&self, low: Option<&K>, high: Option<&K>) -> Result<usize, &'static str> {
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
    pub(super) fn child_for(&self, key: &K) -> usize {
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
