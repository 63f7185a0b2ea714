//! The stories of the site, and the users who post and vote.

mod crowd;
mod people;
mod seed;
mod titles;
mod writer;

pub use crowd::Crowd;
pub use people::{PEOPLE, person};
pub use seed::{SEED, SeedStory, WINDOW, seed_stories};
pub use titles::GROUPS;
