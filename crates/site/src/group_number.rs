//! How articles refer to their groups.

use smallvec::SmallVec;

/// The number by which articles refer to a group. It is reused once the group is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupNumber(pub u32);

/// The groups of an article. Up to four, the usual case, take no memory of their own.
pub type GroupNumbers = SmallVec<[GroupNumber; 4]>;
