//! The stories of the site, and the users who post, vote, and comment.

mod crowd;
mod discussion;
mod people;
mod remarks;
mod seed;
mod stories;
mod words;
mod writer;

pub use crowd::Crowd;
pub use seed::fill;
