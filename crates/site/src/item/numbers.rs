//! How articles refer to their groups and their poster.

use std::rc::Rc;

use roaring::RoaringBitmap;
use smallvec::SmallVec;

/// The number by which articles refer to a group. It is reused once the group is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupNumber(pub u32);

/// The groups of an article. Up to four, the usual case, take no memory of their own.
pub type GroupNumbers = SmallVec<[GroupNumber; 4]>;

/// The number by which articles refer to their poster, and ledgers to voters. It is reused once
/// the user has neither votes nor articles nor comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserNumber(pub u32);

/// Numbers of groups or users, for many look-ups: one costs the same however many there are, and a
/// copy next to nothing.
pub type Numbers = Rc<RoaringBitmap>;
