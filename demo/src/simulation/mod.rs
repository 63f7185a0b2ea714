//! The stories of the site, and the users who post, vote, and comment.

mod crowd;
mod discussion;
mod people;
mod remarks;
mod seed;
mod titles;
mod writer;

pub use crowd::Crowd;
pub use seed::{SeedStory, WINDOW, seed_stories};
