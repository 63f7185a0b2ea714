//! How much a read may visit.

use std::cell::Cell;

use crate::terms::error::Error;

/// How many articles, comments, votes and entries of lists a read may still visit.
///
/// What reads them counts them, in batches where it can, and stops where nothing is left, as if
/// nothing followed. What is found after that may not be what comes next. Whoever returns less
/// than a full page must [check](Budget::check) first.
#[derive(Debug)]
pub struct Budget {
    /// None once the read needed more.
    left: Cell<Option<usize>>,
}

impl Budget {
    /// Returns a budget of at most `limit` visits; 0 means no limit.
    pub fn new(limit: usize) -> Self {
        let most = if limit == 0 { usize::MAX } else { limit };
        Self { left: Cell::new(Some(most)) }
    }

    /// Returns a budget without a limit.
    pub fn unlimited() -> Self {
        Self::new(0)
    }

    /// Counts visits. Returns false if they are more than are left.
    #[inline]
    pub fn spend(&self, visits: usize) -> bool {
        let left = self.left.get().and_then(|left| left.checked_sub(visits));
        self.left.set(left);
        left.is_some()
    }

    /// Counts as many visits as are left of those wanted, and returns how many these are.
    pub fn grant(&self, visits: usize) -> usize {
        let granted = self.left.get().unwrap_or(0).min(visits);
        self.spend(visits);
        granted
    }

    /// Returns whether the read needed more.
    pub fn is_exhausted(&self) -> bool {
        self.left.get().is_none()
    }

    /// Counts each item of an iterator, which ends where nothing is left.
    pub fn counted<I: Iterator>(&self, all: I) -> impl Iterator<Item = I::Item> {
        all.take_while(|_| self.spend(1))
    }

    /// Checks that the read did not need more.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`].
    pub fn check(&self) -> Result<(), Error> {
        self.left.get().map(drop).ok_or(Error::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exceeds_a_budget_ends_it() {
        let budget = Budget::new(5);
        assert!(budget.spend(2) && budget.counted(0..3).eq(0..3));
        assert_eq!(budget.check(), Ok(()));
        assert!(budget.counted(0..3).eq(0..0) && !budget.spend(0) && budget.is_exhausted());
        assert_eq!(budget.check(), Err(Error::TooLong));
        let budget = Budget::new(5);
        assert_eq!((budget.grant(3), budget.grant(3), budget.grant(1)), (3, 2, 0));
        let unlimited = Budget::unlimited();
        assert!(unlimited.spend(usize::MAX / 2) && unlimited.check().is_ok());
    }
}
