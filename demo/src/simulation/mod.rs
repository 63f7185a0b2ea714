//! The stories of the site, and the users who post and vote.

mod crowd;
mod people;
mod seed;
mod titles;
mod writer;

pub use crowd::Crowd;
pub use seed::{SeedStory, WINDOW, seed_stories};
