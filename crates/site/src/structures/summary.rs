//! Summaries of the values in the parts of a structure, so that searches need not read most of
//! them.

use std::fmt::Debug;

/// A summary of values, such as the maximum of a number that follows from each. The default is the
/// summary of none.
pub trait Summary: Clone + Debug + Default + PartialEq {
    /// What a summary takes from one value.
    type Facts: Copy + PartialEq;

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

    /// Updates the summary of a part in which a value is new or has changed to these facts.
    /// `again` summarizes the part again. Returns the facts if they also concern the summaries
    /// above: one depends on a value only if those below it do.
    fn update(
        &mut self,
        facts: Option<Self::Facts>,
        again: impl FnOnce() -> Self,
    ) -> Option<Self::Facts> {
        match self.replace(facts?) {
            Replaced::Unchanged => return None,
            Replaced::Changed => {}
            Replaced::Outdated => *self = again(),
        }
        facts
    }

    /// Checks that the summary is true of a part whose summary was just computed as `exact`.
    fn check(&self, exact: &Self) -> Result<(), &'static str> {
        match self.holds_for(exact) {
            true => Ok(()),
            false => Err("a summary disagrees with the values below it"),
        }
    }
}

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

/// A part of a structure with summaries, for searches that these lead.
pub trait Part: Copy {
    /// The summary of a part.
    type Summary: Summary;
    /// The values of a part that has no parts of its own.
    type Values: Iterator;
    /// The parts of a part.
    type Parts: Iterator<Item = Self>;

    /// Returns the summary of the values.
    fn summary(&self) -> &Self::Summary;

    /// Returns what is directly below.
    fn children(&self) -> Children<Self::Values, Self::Parts>;
}

/// What is directly below a part.
pub enum Children<V, P> {
    /// The values of a leaf.
    Values(V),
    /// The parts of an inner node.
    Parts(P),
}
