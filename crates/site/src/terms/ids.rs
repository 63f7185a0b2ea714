//! The ids that a site gives: all, or every N-th if it is a part of a larger site.

/// The ids that a site gives to articles and comments: a first one, and from there on each that is
/// a step above the one before. So sites that are parts of one have no id in common, and an id
/// tells its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    step: u32,
    /// What each id leaves when it is divided by the step.
    rest: u32,
}

impl Default for Ids {
    fn default() -> Self {
        Self { step: 1, rest: 0 }
    }
}

impl Ids {
    /// The largest step.
    pub const MAX_STEP: u32 = 1_024;

    /// Returns the ids from a first one on, which is at most the step.
    pub fn new(first: u32, step: u32) -> Option<Self> {
        let is_valid = step <= Self::MAX_STEP && (1..=step).contains(&first);
        is_valid.then_some(Self { step, rest: first.checked_rem(step)? })
    }

    /// Returns the first id.
    pub fn first(self) -> u32 {
        if self.rest == 0 { self.step } else { self.rest }
    }

    /// Returns the distance from one id to the next.
    pub fn step(self) -> u32 {
        self.step
    }

    /// Returns the id after one; the first after 0.
    pub fn next(self, id: u32) -> Option<u32> {
        if id == 0 { Some(self.first()) } else { id.checked_add(self.step) }
    }

    /// Returns how many ids come before one, or None if it is another site's. Where the first id
    /// is the step, there is a place for 0, which is no id.
    pub fn index(self, id: u32) -> Option<u32> {
        if self.step == 1 {
            return Some(id);
        }
        let (index, rest) = (id.checked_div(self.step)?, id.checked_rem(self.step)?);
        (rest == self.rest).then_some(index)
    }

    /// Returns how many ids come before `id`, which need not be one.
    pub fn index_from(self, id: u32) -> u32 {
        match self.step {
            1 => id,
            step => id.saturating_sub(self.rest).div_ceil(step),
        }
    }

    /// Returns the id before which that many come.
    pub fn id(self, index: u32) -> u32 {
        index.wrapping_mul(self.step).wrapping_add(self.rest)
    }
}
