//! Summaries of the values in the parts of a structure, so that searches need not read most of
//! them.

use std::fmt::Debug;

/// A summary of values, such as the maximum of a number that follows from each. The default is the
/// summary of none.
pub trait Summary: Clone + Debug + Default + PartialEq {
    /// What a summary takes from one value.
    type Facts: Copy + PartialEq;
    /// Names the numbers of a summary that must be computed again.
    type Outdated: Copy;

    /// All numbers of a summary.
    const ALL: Self::Outdated;

    /// Returns the facts of a value that has changed, or None if its facts are the same.
    fn changed(before: Self::Facts, after: Self::Facts) -> Option<Self::Facts> {
        (after != before).then_some(after)
    }

    /// Adds a value, which may be in the set with other facts.
    fn replace(&mut self, facts: Self::Facts) -> Replaced<Self::Outdated>;

    /// Adds the values of another set.
    fn combine(&mut self, other: &Self);

    /// Returns the summary of a set of values.
    fn of(values: impl Iterator<Item = Self::Facts>) -> Self {
        let mut summary = Self::default();
        for facts in values {
            summary.replace(facts);
        }
        summary
    }

    /// Returns the summary of a set, combined from the summaries of its parts.
    fn of_parts<'a>(parts: impl Iterator<Item = &'a Self>) -> Self
    where
        Self: 'a,
    {
        let mut summary = Self::default();
        parts.for_each(|part| summary.combine(part));
        summary
    }

    /// Computes outdated numbers again, from all values of the set.
    fn renew(&mut self, _: Self::Outdated, values: impl Iterator<Item = Self::Facts> + Clone) {
        *self = Self::of(values);
    }

    /// Computes outdated numbers again, from the summaries of all parts of the set.
    fn renew_from_parts<'a>(
        &mut self,
        _: Self::Outdated,
        parts: impl Iterator<Item = &'a Self> + Clone,
    ) where
        Self: 'a,
    {
        *self = Self::of_parts(parts);
    }

    /// Returns whether the summary is true of a set whose summary was just computed as `exact`.
    fn holds_for(&self, exact: &Self) -> bool {
        self == exact
    }

    /// Updates the summary of a part in which a value is new or has changed to these facts.
    /// `renew` computes outdated numbers again. Returns the facts if they also concern the
    /// summaries above: one depends on a value only if those below it do.
    fn update(
        &mut self,
        facts: Option<Self::Facts>,
        renew: impl FnOnce(&mut Self, Self::Outdated),
    ) -> Option<Self::Facts> {
        match self.replace(facts?) {
            Replaced::Unchanged => return None,
            Replaced::Changed => {}
            Replaced::Outdated(outdated) => renew(self, outdated),
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

/// What a new or changed value did to a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced<O> {
    /// The summary is as it was.
    Unchanged,
    /// The summary is up to date, and another than before.
    Changed,
    /// Some numbers must be computed again, since they depended on the value before.
    Outdated(O),
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
