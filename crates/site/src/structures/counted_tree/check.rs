//! The invariants of a tree.

use super::keys::{CAPACITY, Keys};
use super::node::{Inner, Node};

impl<K: Keys> Node<K> {
    /// Returns the node's depth if everything below it is in order and within the bounds.
    pub(super) fn check(
        &self,
        low: Option<&K::Key>,
        high: Option<&K::Key>,
    ) -> Result<usize, &'static str> {
        if self.size() > CAPACITY {
            return Err("a tree node is too large");
        }
        match self {
            Node::Leaf(leaf) => {
                if !leaf.is_sorted() {
                    return Err("a tree leaf is out of order");
                }
                let (first, last) = (leaf.key(0), leaf.key(leaf.len().wrapping_sub(1)));
                let low_holds = low.zip(first).is_none_or(|(low, first)| *low <= first);
                let high_holds = high.zip(last).is_none_or(|(high, last)| last < *high);
                if low_holds && high_holds { Ok(0) } else { Err("a tree key is out of bounds") }
            }
            Node::Inner(inner) => inner.check(low, high),
        }
    }
}

impl<K: Keys> Inner<K> {
    fn check(&self, low: Option<&K::Key>, high: Option<&K::Key>) -> Result<usize, &'static str> {
        if self.separators.len() != self.children.len() || self.counts.len() != self.children.len()
        {
            return Err("a tree node's parts differ in length");
        }
        if !self.separators.is_sorted() {
            return Err("the separators of a tree node are out of order");
        }
        if self.counts.iter().map(|&n| n as usize).sum::<usize>() != self.len {
            return Err("a tree node's count is not the sum of its children's");
        }
        let mut depth = None;
        for (i, (child, &count)) in self.children.iter().zip(&self.counts).enumerate() {
            if child.len() != count as usize {
                return Err("a tree child's count is wrong");
            }
            if count == 0 {
                return Err("a tree node below the root is empty");
            }
            let separator = |at| self.separators.key(at);
            let (child_low, child_high) = (separator(i).filter(|_| i > 0), separator(i + 1));
            let child_depth =
                child.check(child_low.as_ref().or(low), child_high.as_ref().or(high))?;
            if depth.is_some_and(|d| d != child_depth) {
                return Err("tree leaves are at different depths");
            }
            depth = Some(child_depth);
        }
        depth.map(|d| d + 1).ok_or("a tree node has no children")
    }
}
