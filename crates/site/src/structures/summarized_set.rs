//! A set of numbers in a tree with summaries, for numbers that are mostly inserted in order.
//!
//! The set stores numbers alone. Their order and what the summaries take from each are the
//! caller's, who passes a function that returns the facts of a number, and says when they have
//! changed. What a number is ordered by must stay the same.
//!
//! Invariants: all leaves are at the same depth; `least` of a child is at most the key of each
//! number below it, and greater than all keys before it; no node is empty, or has more than 112
//! entries.

mod check;
mod node;
mod parts;

pub use parts::{Branch, Branches, LeafNumbers};

use super::summary::Summary;
use node::{Child, Node};

/// The greatest number of entries of a node. More would be read in vain, and fewer share the
/// memory of a summary.
const MAX: usize = 112;
/// By how many numbers a leaf grows. A vector would double, and leave leaves half empty.
const STEP: usize = MAX / 7;

/// Facts that decide on the order of numbers. LeafNumbers of the same rank are in ascending order.
pub trait Ranked {
    fn rank(&self) -> i64;
}

/// What orders a number: its rank, and the number.
pub type Key = (i64, u32);

/// A set of numbers in order, with a summary of each node below the root.
#[derive(Clone, Debug)]
pub struct SummarizedSet<S> {
    root: Inner<S>,
    len: usize,
}

#[derive(Clone, Debug)]
struct Inner<S>(Vec<Child<S>>);

/// What an insertion did to a node.
enum Insertion<S> {
    /// The number was there.
    Refused,
    Done,
    /// The node was full, and this one follows it.
    Split(Child<S>),
}

impl<S> Default for SummarizedSet<S> {
    fn default() -> Self {
        Self { root: Inner(Vec::new()), len: 0 }
    }
}

impl<S: Summary<Facts: Ranked>> SummarizedSet<S> {
    /// Builds the set of numbers that are in order.
    pub fn from_sorted(numbers: &[u32], facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Self {
        let leaves = numbers.chunks(MAX).map(|part| Node::Leaf(part.to_vec()));
        let mut children: Vec<Child<S>> =
            leaves.filter_map(|leaf| Child::new(leaf, facts_of)).collect();
        while children.len() > MAX {
            let mut above = Vec::with_capacity(children.len().div_ceil(MAX));
            let mut left = children.into_iter().peekable();
            while left.peek().is_some() {
                let inner = Node::Inner(Inner(left.by_ref().take(MAX).collect()));
                above.extend(Child::new(inner, facts_of));
            }
            children = above;
        }
        Self { root: Inner(children), len: numbers.len() }
    }

    /// Returns the number of numbers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the parts of the set.
    pub fn parts(&self) -> Branches<'_, S> {
        Branches(self.root.0.iter())
    }

    /// Visits all numbers in order.
    pub fn for_each(&self, visit: &mut impl FnMut(u32)) {
        self.root.0.iter().for_each(|child| child.node.for_each(visit));
    }

    /// Returns how many numbers come before a key.
    pub fn rank(&self, key: Key, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> usize {
        self.root.rank(key, facts_of)
    }

    /// Returns the last number before a key.
    pub fn last_before(
        &self,
        key: Key,
        facts_of: &impl Fn(u32) -> Option<S::Facts>,
    ) -> Option<u32> {
        self.root.last_before(key, facts_of)
    }

    /// Inserts a number. Returns false if it is there already.
    pub fn insert(&mut self, number: u32, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> bool {
        match self.root.insert(key_of(number, facts_of), facts_of) {
            Insertion::Refused => return false,
            Insertion::Done => {}
            Insertion::Split(right) => {
                let left = std::mem::replace(&mut self.root, Inner(Vec::with_capacity(2)));
                self.root.0.extend(Child::new(Node::Inner(left), facts_of));
                self.root.0.push(right);
            }
        }
        self.len += 1;
        true
    }

    /// Updates the summaries after a change of a number of the set to these facts.
    pub fn update(
        &mut self,
        number: u32,
        facts: S::Facts,
        facts_of: &impl Fn(u32) -> Option<S::Facts>,
    ) {
        self.root.update((facts.rank(), number), facts, facts_of);
    }

    /// Removes the number of a key. Returns false if it is not there.
    pub fn remove(&mut self, key: Key, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> bool {
        if !self.root.remove(key, facts_of) {
            return false;
        }
        self.len -= 1;
        while let [Child { node: Node::Inner(only), .. }] = &mut self.root.0[..] {
            self.root = std::mem::replace(only, Inner(Vec::new()));
        }
        true
    }
}

impl<S: Summary<Facts: Ranked>> Inner<S> {
    /// Returns the child below which a key is, or must be.
    fn child_for(&mut self, key: Key) -> Option<(usize, &mut Child<S>)> {
        let at = self.0.partition_point(|child| child.least <= key).saturating_sub(1);
        self.0.get_mut(at).map(|child| (at, child))
    }

    fn rank(&self, key: Key, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> usize {
        let at = self.0.partition_point(|child| child.least < key).saturating_sub(1);
        let before = self.0.iter().take(at).map(|child| child.len).sum::<usize>();
        before
            + self.0.get(at).map_or(0, |child| match &child.node {
                Node::Inner(inner) => inner.rank(key, facts_of),
                Node::Leaf(numbers) => {
                    numbers.partition_point(|number| key_of(*number, facts_of) < key)
                }
            })
    }

    fn last_before(&self, key: Key, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Option<u32> {
        let begun = self.0.partition_point(|child| child.least < key);
        self.0.iter().take(begun).rev().find_map(|child| match &child.node {
            Node::Inner(inner) => inner.last_before(key, facts_of),
            Node::Leaf(numbers) => {
                let before = numbers.partition_point(|number| key_of(*number, facts_of) < key);
                numbers.get(before.checked_sub(1)?).copied()
            }
        })
    }

    fn insert(&mut self, key: Key, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> Insertion<S> {
        let (_, number) = key;
        let Some((at, child)) = self.child_for(key) else {
            self.0.extend(Child::new(Node::Leaf(vec![number]), facts_of));
            return Insertion::Done;
        };
        child.least = child.least.min(key);
        let inserted = match &mut child.node {
            Node::Inner(inner) => inner.insert(key, facts_of),
            Node::Leaf(numbers) => insert_into_leaf(numbers, key, facts_of),
        };
        match inserted {
            Insertion::Refused => Insertion::Refused,
            Insertion::Done => {
                child.len += 1;
                child.update(facts_of(number), facts_of);
                Insertion::Done
            }
            Insertion::Split(right) => {
                child.len = child.len + 1 - right.len;
                child.summary = child.node.summary(facts_of);
                self.insert_after(at, right, facts_of)
            }
        }
    }

    /// Inserts a child after another.
    fn insert_after(
        &mut self,
        at: usize,
        child: Child<S>,
        facts_of: &impl Fn(u32) -> Option<S::Facts>,
    ) -> Insertion<S> {
        // Grows slowly, because many sets are small.
        if self.0.len() == self.0.capacity() {
            self.0.reserve_exact((self.0.len() / 8).max(1));
        }
        self.0.insert((at + 1).min(self.0.len()), child);
        if self.0.len() <= MAX {
            return Insertion::Done;
        }
        let right = self.0.split_off(split_at(at + 1));
        Child::new(Node::Inner(Self(right)), facts_of).map_or(Insertion::Done, Insertion::Split)
    }

    /// Updates the summaries of the children below which a number is. Returns its facts if they
    /// concern the summary of this node.
    fn update(
        &mut self,
        key: Key,
        facts: S::Facts,
        facts_of: &impl Fn(u32) -> Option<S::Facts>,
    ) -> Option<S::Facts> {
        let (_, child) = self.child_for(key)?;
        let facts = match &mut child.node {
            Node::Inner(inner) => inner.update(key, facts, facts_of),
            Node::Leaf(_) => Some(facts),
        };
        child.update(facts, facts_of)
    }

    fn remove(&mut self, key: Key, facts_of: &impl Fn(u32) -> Option<S::Facts>) -> bool {
        let Some((at, child)) = self.child_for(key) else { return false };
        let removed = match &mut child.node {
            Node::Inner(inner) => inner.remove(key, facts_of),
            Node::Leaf(numbers) => remove_from_leaf(numbers, key.1),
        };
        child.len -= usize::from(removed);
        if child.node.len() == 0 {
            self.remove_child(at);
        } else if removed {
            child.summary = child.node.summary(facts_of);
            self.merge(at);
            self.merge(at.saturating_sub(1));
        }
        removed
    }

    /// Merges a child with the next one if both are small.
    fn merge(&mut self, at: usize) {
        let Some([one, other]) = self.0.get_mut(at..at + 2) else { return };
        if one.node.len() + other.node.len() > MAX / 2 {
            return;
        }
        match (&mut one.node, &mut other.node) {
            (Node::Leaf(one), Node::Leaf(other)) => one.append(other),
            (Node::Inner(one), Node::Inner(other)) => one.0.append(&mut other.0),
            // All leaves are at the same depth.
            _ => return,
        }
        one.len += other.len;
        one.summary.combine(&other.summary);
        self.remove_child(at + 1);
    }

    fn remove_child(&mut self, at: usize) {
        self.0.remove(at);
        self.0.shrink_to(2 * self.0.len());
    }
}

/// Returns what orders a number.
fn key_of<F: Ranked>(number: u32, facts_of: &impl Fn(u32) -> Option<F>) -> Key {
    (facts_of(number).map_or(i64::MIN, |facts| facts.rank()), number)
}

/// Returns where a node that is too large by an entry is split: one that grew at its end leaves a
/// full node behind.
fn split_at(inserted: usize) -> usize {
    if inserted == MAX { MAX } else { MAX / 2 }
}

fn insert_into_leaf<S: Summary<Facts: Ranked>>(
    numbers: &mut Vec<u32>,
    key @ (_, number): Key,
    facts_of: &impl Fn(u32) -> Option<S::Facts>,
) -> Insertion<S> {
    // A new number is nearly always the last.
    let at = match numbers.last() {
        Some(last) if key_of(*last, facts_of) < key => numbers.len(),
        _ => numbers.partition_point(|other| key_of(*other, facts_of) < key),
    };
    if numbers.get(at) == Some(&number) {
        return Insertion::Refused;
    }
    if numbers.len() < MAX {
        if numbers.len() == numbers.capacity() {
            numbers.reserve_exact(STEP.min(MAX - numbers.len()));
        }
        numbers.insert(at, number);
        return Insertion::Done;
    }
    let mut right = numbers.split_off(split_at(at));
    numbers.shrink_to_fit();
    if at > numbers.len() || numbers.len() == MAX {
        right.insert(at - numbers.len(), number);
    } else {
        numbers.insert(at, number);
    }
    Child::new(Node::Leaf(right), facts_of).map_or(Insertion::Done, Insertion::Split)
}

fn remove_from_leaf(numbers: &mut Vec<u32>, number: u32) -> bool {
    let at = numbers.iter().position(|other| *other == number);
    at.map(|at| numbers.remove(at)).is_some()
}

#[cfg(test)]
mod tests;
