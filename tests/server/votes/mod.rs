//! Records of many votes, what is withdrawn or silent, and who votes for whom.

mod affinity;
mod silence;
pub mod unvote;
mod voters;
