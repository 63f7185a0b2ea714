//! The nodes of a table, and what inserting, changing and removing a value does to them.

use super::{Facts, Place, Summarized, slot};
use crate::structures::packed::{BITS, Packed, SLOTS};
use crate::structures::prefetch::prefetch;
use crate::structures::summary::Summary;

#[derive(Clone, Debug)]
pub enum Node<T: Summarized> {
    Leaf(Packed<T>),
    Inner(Box<Inner<T>>),
}

#[derive(Clone, Debug)]
pub struct Inner<T: Summarized> {
    pub nodes: Packed<Node<T>>,
    /// The summary of each node.
    pub summaries: Packed<T::Summary>,
    /// The greatest stamp below each node, apart from the summaries, since a walk reads all of
    /// them.
    pub stamps: Packed<u64>,
}

impl<T: Summarized> Default for Inner<T> {
    fn default() -> Self {
        Self { nodes: Packed::default(), summaries: Packed::default(), stamps: Packed::default() }
    }
}

impl<T: Summarized> Inner<T> {
    /// Returns the node of a slot, its summary, and the greatest stamp below it.
    fn get_mut(&mut self, slot: u32) -> Option<(&mut Node<T>, &mut T::Summary, &mut u64)> {
        let Self { nodes, summaries, stamps } = self;
        // All three have items in the same slots.
        let index = nodes.index(slot)?;
        Some((nodes.at_mut(index)?, summaries.at_mut(index)?, stamps.at_mut(index)?))
    }
}

impl<T: Summarized> Node<T> {
    pub fn new(level: u32) -> Self {
        match level {
            0 => Node::Leaf(Packed::default()),
            _ => Node::Inner(Box::default()),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Leaf(values) => values.is_empty(),
            Node::Inner(inner) => inner.nodes.is_empty(),
        }
    }

    /// Summarizes the values below the node, of which `place` is one or was.
    pub fn summary(&self, place: Place) -> T::Summary {
        let mut summary = T::Summary::default();
        self.renew(&mut summary, T::Summary::ALL, place);
        summary
    }

    /// Computes outdated numbers of the node's summary again. `place` is as for
    /// [`Node::summary`].
    pub fn renew(
        &self,
        summary: &mut T::Summary,
        outdated: <T::Summary as Summary>::Outdated,
        place: Place,
    ) {
        match self {
            Node::Leaf(values) => summary.renew(outdated, facts(values, place)),
            Node::Inner(inner) => {
                summary.renew_from_parts(outdated, inner.summaries.items().iter());
            }
        }
    }

    /// Returns the greatest stamp of the values below the node.
    pub fn stamp(&self) -> u64 {
        let greatest = match self {
            Node::Leaf(values) => values.items().iter().map(T::stamp).max(),
            Node::Inner(inner) => inner.stamps.items().iter().copied().max(),
        };
        greatest.unwrap_or(0)
    }

    /// Summarizes the values below the node again, at every level. `place` is as for
    /// [`Node::summary`].
    pub fn summarize_all(&mut self, level: u32, place: Place) -> T::Summary {
        if let Node::Inner(inner) = self {
            let below = level.saturating_sub(1);
            for ((slot, node), (_, summary)) in
                inner.nodes.iter_mut().zip(inner.summaries.iter_mut())
            {
                *summary = node.summarize_all(below, place.with_slot(level, slot));
            }
        }
        self.summary(place)
    }

    /// Inserts a value and returns the one that it replaces, with what it means for the summary of
    /// the node, if it is to be kept up; see [`Summary::update`].
    pub fn insert(
        &mut self,
        level: u32,
        place: Place,
        value: T,
        summarizes: bool,
    ) -> (Option<T>, Option<Facts<T>>) {
        match self {
            Node::Leaf(values) => {
                let facts = summarizes.then(|| value.facts(place.number()));
                (values.insert(place.slot(0), value), facts)
            }
            Node::Inner(inner) => {
                let (at, below) = (place.slot(level), level.saturating_sub(1));
                if inner.nodes.get(at).is_none() {
                    inner.nodes.insert(at, Node::new(below));
                    inner.summaries.insert(at, T::Summary::default());
                    inner.stamps.insert(at, 0);
                }
                match inner.get_mut(at) {
                    Some((node, summary, greatest)) => {
                        *greatest = value.stamp().max(*greatest);
                        let (previous, facts) = node.insert(below, place, value, summarizes);
                        let renew =
                            |summary: &mut _, outdated| node.renew(summary, outdated, place);
                        (previous, summary.update(facts, renew))
                    }
                    None => (None, None),
                }
            }
        }
    }

    /// Changes the value of a number. Returns what that means for the summary of the node, see
    /// [`Summary::update`], and the value's stamp, or None if there is no value.
    pub fn update(
        &mut self,
        level: u32,
        place: Place,
        change: &mut dyn FnMut(&mut T),
    ) -> Option<(Option<Facts<T>>, u64)> {
        match self {
            Node::Leaf(values) => {
                let value = values.get_mut(place.slot(0))?;
                let before = value.facts(place.number());
                change(value);
                let after = value.facts(place.number());
                Some((T::Summary::changed(before, after), value.stamp()))
            }
            Node::Inner(inner) => {
                let (node, summary, greatest) = inner.get_mut(place.slot(level))?;
                // Needed after the change.
                prefetch(&*summary);
                let (facts, stamp) = node.update(level.saturating_sub(1), place, change)?;
                let renew = |summary: &mut _, outdated| node.renew(summary, outdated, place);
                let facts = summary.update(facts, renew);
                *greatest = stamp.max(*greatest);
                Some((facts, stamp))
            }
        }
    }

    /// Returns the first value below the node from an index on whose stamp is at least `least`,
    /// with its index.
    pub fn first_stamped(&self, level: u32, index: u32, least: u64) -> Option<(u32, &T)> {
        let (at, shift) = (slot(index, level), level * BITS);
        // The bits above the node's level.
        let prefix = index.unbounded_shr(shift + BITS).unbounded_shl(shift + BITS);
        match self {
            Node::Leaf(values) => {
                let mut values = values.iter_from(at);
                let found = values.find(|(_, value)| value.stamp() >= least);
                found.map(|(slot, value)| (prefix | slot, value))
            }
            Node::Inner(inner) => {
                let nodes = inner.nodes.iter_from(at).zip(inner.stamps.items_from(at));
                let mut stamped = nodes.filter(|(_, stamp)| **stamp >= least);
                stamped.find_map(|((slot, node), _)| {
                    let first = if slot == at { index } else { prefix | slot << shift };
                    node.first_stamped(level.saturating_sub(1), first, least)
                })
            }
        }
    }

    /// Checks that every stamp is the greatest below it. Returns the greatest of all.
    pub fn check_stamps(&self) -> Result<u64, &'static str> {
        if let Node::Inner(inner) = self {
            for (node, stamp) in inner.nodes.items().iter().zip(inner.stamps.items()) {
                if node.check_stamps()? != *stamp {
                    return Err("a stamp disagrees with the values below it");
                }
            }
        }
        Ok(self.stamp())
    }

    pub fn remove(&mut self, level: u32, place: Place) -> Option<T> {
        match self {
            Node::Leaf(values) => values.remove(place.slot(0)),
            Node::Inner(inner) => {
                let at = place.slot(level);
                let node = inner.nodes.get_mut(at)?;
                let value = node.remove(level.saturating_sub(1), place)?;
                if node.is_empty() {
                    inner.nodes.remove(at);
                    inner.summaries.remove(at);
                    inner.stamps.remove(at);
                } else {
                    inner.summaries.insert(at, node.summary(place));
                    inner.stamps.insert(at, node.stamp());
                }
                Some(value)
            }
        }
    }
}

/// Returns what a summary takes from the values of a leaf, of which `place` is one or was.
fn facts<T: Summarized>(
    values: &Packed<T>,
    place: Place,
) -> impl Iterator<Item = Facts<T>> + Clone {
    let leaf = Place { index: place.index & !(SLOTS - 1), ..place };
    values.iter().map(move |(slot, value)| value.facts(leaf.with_slot(0, slot).number()))
}
