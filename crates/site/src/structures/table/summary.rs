//! What a table knows of the values below each of its nodes.

use std::fmt::Debug;

/// A value of a table.
pub trait Summarized: Sized {
    /// What the table knows of the values below each node.
    type Summary: Summary<Self>;

    /// Returns the number of the value's last change. The table keeps the greatest below each
    /// node, so that a walk need not read what has not changed.
    fn stamp(&self) -> u64;
}

/// A summary of values, such as the maximum of a number that follows from each. The default is the
/// summary of none.
pub trait Summary<T>: Clone + Debug + Default + PartialEq {
    /// What a summary takes from one value.
    type Facts: Copy + PartialEq;

    /// Returns what a summary takes from a value.
    fn facts(number: u32, value: &T) -> Self::Facts;

    /// Returns the facts of a value that has changed, or None if its facts are the same.
    fn changed(before: Self::Facts, after: Self::Facts) -> Option<Self::Facts> {
        (after != before).then_some(after)
    }

    /// Adds a value, which may be in the set with other facts.
    fn replace(&mut self, facts: Self::Facts) -> Replaced;

    /// Adds the values of another set.
    fn combine(&mut self, other: &Self);

    /// Returns whether the summary is true of a set whose summary was just computed as `exact`.
    fn holds_for(&self, exact: &Self) -> bool {
        self == exact
    }
}

/// What the summaries of a table take from one value.
pub type Facts<T> = <<T as Summarized>::Summary as Summary<T>>::Facts;

/// What a new or changed value did to a summary. Of two, the greater says what both did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Replaced {
    /// The summary is as it was.
    Unchanged,
    /// The summary is up to date, and another than before.
    Changed,
    /// The summary must be computed again, since it depended on the value before.
    Outdated,
}
