//! The nodes of the tree: what a key does to the node that it is put into or taken out of.

use crate::prefetch::prefetch;

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
    pub(super) separators: Vec<K>,
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
                let (separators, children): (Vec<K>, Vec<Node<K>>) =
                    nodes.by_ref().take(CAPACITY).unzip();
                let counts: Vec<u32> = children.iter().map(|node| node.len() as u32).collect();
                let len = children.iter().map(Node::len).sum();
                above.push((
                    low,
                    Node::Inner(Box::new(Inner { len, separators, counts, children })),
                ));
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

    /// Puts a key in. `last` says whether no node of the tree is right of this one.
    pub(super) fn insert(&mut self, key: K, last: bool) -> Put<K> {
        match self {
            Node::Leaf(keys) => match keys.binary_search(&key) {
                Ok(_) => Put::Refused,
                Err(at) => insert_into_leaf(keys, at, key, last),
            },
            Node::Inner(inner) => {
                let child = inner.child_for(&key);
                let last = last && inner.is_last(child);
                let put = match inner.children.get_mut(child) {
                    Some(node) => node.insert(key, last),
                    None => Put::Refused,
                };
                inner.child_inserted(child, put)
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
                let removed = inner.children.get_mut(child).is_some_and(|node| node.remove(key));
                if removed {
                    inner.child_removed(child);
                }
                removed
            }
        }
    }

    /// Takes `old` out and puts `new` in. `last` is as for [`Node::insert`].
    pub(super) fn replace(&mut self, old: &K, new: K, last: bool) -> Put<K> {
        match self {
            Node::Leaf(keys) => replace_in_leaf(keys, old, new),
            Node::Inner(inner) => {
                let (from, to) = (inner.child_for(old), inner.child_for(&new));
                let last = last && inner.is_last(to);
                if from == to {
                    return match inner.children.get_mut(from) {
                        Some(node) => {
                            let put = node.replace(old, new, last);
                            inner.child_inserted(from, put)
                        }
                        None => Put::Refused,
                    };
                }
                let Ok([source, target]) = inner.children.get_disjoint_mut([from, to]) else {
                    return Put::Refused;
                };
                let put = source.replace_across(target, old, new, last);
                if matches!(put, Put::Refused) {
                    return put;
                }
                let shifted = matches!(put, Put::Split(..)) && to < from;
                inner.update_count(to, put);
                inner.child_removed(from + usize::from(shifted));
                inner.split_if_full(to)
            }
        }
    }

    /// Takes `old` out of this node and puts `new` into another of the same depth. The two ways
    /// down are gone together: a step on one does not wait for the other's. `last` is said of the
    /// target.
    fn replace_across(&mut self, target: &mut Self, old: &K, new: K, last: bool) -> Put<K> {
        match (self, target) {
            (Node::Leaf(source), Node::Leaf(target)) => {
                prefetch(source);
                prefetch(target);
                let (Ok(from), Err(to)) = (source.binary_search(old), target.binary_search(&new))
                else {
                    return Put::Refused;
                };
                source.remove(from);
                insert_into_leaf(target, to, new, last)
            }
            (Node::Inner(source), Node::Inner(target)) => {
                let (from, to) = (source.child_for(old), target.child_for(&new));
                let last = last && target.is_last(to);
                let nodes = source.children.get_mut(from).zip(target.children.get_mut(to));
                let Some((from_node, to_node)) = nodes else { return Put::Refused };
                let put = from_node.replace_across(to_node, old, new, last);
                if !matches!(put, Put::Refused) {
                    source.child_removed(from);
                }
                target.child_inserted(to, put)
            }
            // They are at the same depth, so they are of the same kind.
            _ => Put::Refused,
        }
    }

    /// Appends a right neighbour whose keys are not below `low`.
    fn merge(&mut self, low: K, right: Node<K>) {
        match (self, right) {
            (Node::Leaf(keys), Node::Leaf(mut more)) => keys.append(&mut more),
            (Node::Inner(inner), Node::Inner(mut more)) => {
                if let Some(first) = more.separators.first_mut() {
                    *first = low;
                }
                inner.len += more.len;
                inner.separators.append(&mut more.separators);
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
        // What is below all other separators is under the first child, whatever its own low is.
        self.separators
            .get(1..)
            .map_or(0, |separators| separators.partition_point(|low| low <= key))
    }

    fn is_last(&self, child: usize) -> bool {
        child + 1 == self.children.len()
    }

    /// Takes account of what was put into a child, and splits if there are too many children now.
    fn child_inserted(&mut self, child: usize, put: Put<K>) -> Put<K> {
        if matches!(put, Put::Refused) {
            return put;
        }
        self.update_count(child, put);
        self.split_if_full(child)
    }

    /// Takes account of what was put into a child, without a look at the number of children.
    fn update_count(&mut self, child: usize, put: Put<K>) {
        let now = self.children.get(child).map_or(0, Node::len);
        let Some(count) = self.counts.get_mut(child) else { return };
        self.len = self.len - *count as usize + now;
        *count = now as u32;
        if let Put::Split(low, right) = put {
            self.len += right.len();
            self.separators.insert(child + 1, low);
            self.counts.insert(child + 1, right.len() as u32);
            self.children.insert(child + 1, right);
        }
    }

    /// Splits if there are too many children, since a key was put into one of them.
    fn split_if_full(&mut self, child: usize) -> Put<K> {
        if self.children.len() <= CAPACITY {
            return Put::Done;
        }
        // Growth at the end leaves full nodes behind; elsewhere two halves.
        let grew_at_end = child + 2 == self.children.len();
        let at = if grew_at_end { CAPACITY } else { CAPACITY / 2 };
        let separators = self.separators.split_off(at);
        let counts = self.counts.split_off(at);
        let children = self.children.split_off(at);
        let len = counts.iter().map(|&n| n as usize).sum();
        self.len -= len;
        match separators.first().cloned() {
            Some(low) => {
                Put::Split(low, Node::Inner(Box::new(Inner { len, separators, counts, children })))
            }
            None => Put::Done,
        }
    }

    /// Takes account of a key that was taken out of a child.
    fn child_removed(&mut self, child: usize) {
        self.len -= 1;
        if let Some(count) = self.counts.get_mut(child) {
            *count -= 1;
        }
        if self.children.get(child).is_some_and(|node| node.size() < SPARSE) {
            self.join_neighbours(child);
        }
    }

    /// Joins a sparse child with a neighbour, if one has room.
    fn join_neighbours(&mut self, child: usize) {
        for right in [child, child + 1] {
            let Some(left) = right.checked_sub(1) else { continue };
            let (Some(a), Some(b)) = (self.children.get(left), self.children.get(right)) else {
                continue;
            };
            if a.size() + b.size() > JOINED && a.size() > 0 && b.size() > 0 {
                continue;
            }
            let low = self.separators.remove(right);
            let count = self.counts.remove(right);
            let node = self.children.remove(right);
            if let (Some(into), Some(total)) =
                (self.children.get_mut(left), self.counts.get_mut(left))
            {
                into.merge(low, node);
                *total += count;
            }
            return;
        }
    }

    fn check(&self, low: Option<&K>, high: Option<&K>) -> Result<usize, &'static str> {
        if self.separators.len() != self.children.len() || self.counts.len() != self.children.len()
        {
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
            let child_low = if i == 0 { low } else { self.separators.get(i) };
            let child_depth = child.check(child_low, self.separators.get(i + 1).or(high))?;
            if depth.is_some_and(|d| d != child_depth) {
                return Err("tree leaves are at different depths");
            }
            depth = Some(child_depth);
        }
        depth.map(|d| d + 1).ok_or("a tree node has no children")
    }
}

fn insert_into_leaf<K: Ord + Clone>(keys: &mut Vec<K>, at: usize, key: K, last: bool) -> Put<K> {
    if keys.len() < CAPACITY {
        keys.insert(at, key);
        return Put::Done;
    }
    if last && at == CAPACITY {
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
