//! The invariants of a set.

use super::{Child, Inner, Key, MAX, Node, Ranked, SummarizedSet, key_of};
use crate::structures::summary::Summary;

impl<S: Summary<Facts: Ranked>> SummarizedSet<S> {
    /// Checks the invariants in the module's documentation, and that every summary agrees with the
    /// facts of the numbers below it. The error is the first that does not hold.
    pub fn check(&self, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Result<(), &'static str> {
        let mut keys = Vec::with_capacity(self.len);
        self.for_each(&mut |number| keys.push(key_of(number, facts_of)));
        if keys.len() != self.len || !keys.is_sorted_by(|a, b| a < b) {
            return Err("a set with summaries is not in order");
        }
        self.root.check(facts_of).map(|_| ())
    }
}

impl<S: Summary<Facts: Ranked>> Inner<S> {
    /// Checks the children, and returns their depth.
    fn check(&self, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Result<u32, &'static str> {
        let mut depth = None;
        for child in &self.0 {
            let below = match &child.node {
                Node::Leaf(_) => 0,
                Node::Inner(inner) => inner.check(facts_of)?,
            };
            let is_least = child.node.first(facts_of).is_some_and(|first| child.least <= first);
            if !is_least || child.node.len() > MAX || depth.is_some_and(|depth| depth != below) {
                return Err("a node of a set with summaries is not as it must be");
            }
            if child.len != child.node.count() {
                return Err("a node of a set with summaries has a wrong length");
            }
            child.summary.check(&child.node.summary(facts_of))?;
            depth = Some(below);
        }
        let order = |one: &Child<S>, next: &Child<S>| one.node.last(facts_of) < Some(next.least);
        match self.0.is_sorted_by(order) && self.0.len() <= MAX {
            true => Ok(depth.unwrap_or(0) + 1),
            false => Err("a node of a set with summaries is not in order"),
        }
    }
}

impl<S: Summary<Facts: Ranked>> Node<S> {
    /// Returns the greatest key below.
    fn last(&self, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Option<Key> {
        match self {
            Self::Leaf(numbers) => numbers.last().map(|number| key_of(*number, facts_of)),
            Self::Inner(inner) => inner.0.last().and_then(|child| child.node.last(facts_of)),
        }
    }
}
